//! Archetypes of well-known cards for the demo's decks. Plausible, not tuned, and not checked for legality.

use proto_events::vocabulary::EventFormat;

/// A deck archetype.
pub(crate) struct Archetype {
    /// Its name.
    pub(crate) name: &'static str,
    /// Cards in every such deck, with their number.
    pub(crate) core: &'static [(u8, &'static str)],
    /// Cards of which some are in each deck.
    pub(crate) flex: &'static [&'static str],
    /// Its lands.
    pub(crate) lands: &'static [(u8, &'static str)],
    /// Cards for the sideboard.
    pub(crate) side: &'static [&'static str],
    /// Its basic lands for drafted decks.
    pub(crate) basics: [&'static str; 2],
    /// Its commander, for formats with commanders.
    pub(crate) commander: &'static str,
    /// Its second commander, if there are two.
    pub(crate) partner: Option<&'static str>,
}

const RED_SIDE: &[&str] =
    &["Smash to Smithereens", "Searing Blood", "Pyroblast", "Abrade", "Roiling Vortex", "Alpine Moon", "Skullcrack"];
const BLUE_SIDE: &[&str] =
    &["Negate", "Dispel", "Flashfreeze", "Hurkyl's Recall", "Spell Pierce", "Annul", "Aether Gust"];
const BLACK_SIDE: &[&str] =
    &["Duress", "Nihil Spellbomb", "Collective Brutality", "Fatal Push", "Plague Engineer", "Damping Matrix"];
const WHITE_SIDE: &[&str] =
    &["Rest in Peace", "Celestial Purge", "Disenchant", "Kor Firewalker", "Path to Exile", "Timely Reinforcements"];
const GREEN_SIDE: &[&str] =
    &["Nature's Claim", "Veil of Summer", "Obstinate Baloth", "Choke", "Relic of Progenitus", "Back to Nature"];

/// Every archetype, the most frequent first.
pub(crate) const ARCHETYPES: &[Archetype] = &[
    Archetype {
        name: "Burn",
        core: &[
            (4, "Lightning Bolt"),
            (4, "Monastery Swiftspear"),
            (4, "Goblin Guide"),
            (4, "Lava Spike"),
            (4, "Rift Bolt"),
            (4, "Eidolon of the Great Revel"),
        ],
        flex: &[
            "Searing Blaze",
            "Skewer the Critics",
            "Light Up the Stage",
            "Shard Volley",
            "Burst Lightning",
            "Fireblast",
            "Kari Zev, Skyship Raider",
        ],
        lands: &[(17, "Mountain"), (2, "Fiery Islet"), (1, "Ramunap Ruins")],
        side: RED_SIDE,
        basics: ["Mountain", "Mountain"],
        commander: "Torbran, Thane of Red Fell",
        partner: None,
    },
    Archetype {
        name: "Azorius Control",
        core: &[
            (4, "Counterspell"),
            (4, "Path to Exile"),
            (3, "Supreme Verdict"),
            (3, "Teferi, Hero of Dominaria"),
            (4, "Opt"),
            (2, "Snapcaster Mage"),
        ],
        flex: &[
            "Mana Leak",
            "Absorb",
            "Think Twice",
            "Memory Deluge",
            "Shark Typhoon",
            "Detention Sphere",
            "Cryptic Command",
            "Dovin's Veto",
        ],
        lands: &[
            (4, "Hallowed Fountain"),
            (4, "Glacial Fortress"),
            (6, "Island"),
            (5, "Plains"),
            (3, "Celestial Colonnade"),
            (4, "Flooded Strand"),
        ],
        side: BLUE_SIDE,
        basics: ["Island", "Plains"],
        commander: "Brago, King Eternal",
        partner: None,
    },
    Archetype {
        name: "Golgari Midrange",
        core: &[
            (4, "Thoughtseize"),
            (4, "Tarmogoyf"),
            (3, "Scavenging Ooze"),
            (4, "Fatal Push"),
            (3, "Assassin's Trophy"),
            (3, "Liliana of the Veil"),
        ],
        flex: &[
            "Inquisition of Kozilek",
            "Abrupt Decay",
            "Grim Flayer",
            "Courser of Kruphix",
            "Dark Confidant",
            "Maelstrom Pulse",
            "Kitchen Finks",
        ],
        lands: &[
            (4, "Overgrown Tomb"),
            (4, "Woodland Cemetery"),
            (4, "Verdant Catacombs"),
            (5, "Swamp"),
            (4, "Forest"),
            (3, "Treetop Village"),
        ],
        side: BLACK_SIDE,
        basics: ["Swamp", "Forest"],
        commander: "Meren of Clan Nel Toth",
        partner: None,
    },
    Archetype {
        name: "Elves",
        core: &[
            (4, "Llanowar Elves"),
            (4, "Elvish Mystic"),
            (4, "Heritage Druid"),
            (4, "Elvish Archdruid"),
            (4, "Dwynen's Elite"),
            (4, "Collected Company"),
        ],
        flex: &[
            "Shaman of the Pack",
            "Ezuri, Renegade Leader",
            "Elvish Visionary",
            "Nettle Sentinel",
            "Chord of Calling",
            "Wirewood Symbiote",
        ],
        lands: &[(12, "Forest"), (4, "Cavern of Souls"), (2, "Pendelhaven")],
        side: GREEN_SIDE,
        basics: ["Forest", "Forest"],
        commander: "Marwyn, the Nurturer",
        partner: None,
    },
    Archetype {
        name: "White Weenie",
        core: &[
            (4, "Thraben Inspector"),
            (4, "Adanto Vanguard"),
            (4, "Thalia, Guardian of Thraben"),
            (4, "Brave the Elements"),
            (4, "Benalish Marshal"),
            (4, "Swords to Plowshares"),
        ],
        flex: &[
            "Isamaru, Hound of Konda",
            "Precinct Captain",
            "Leonin Relic-Warder",
            "Selfless Spirit",
            "Honor of the Pure",
            "Raise the Alarm",
            "Brimaz, King of Oreskos",
        ],
        lands: &[(18, "Plains"), (2, "Mutavault")],
        side: WHITE_SIDE,
        basics: ["Plains", "Plains"],
        commander: "Adriana, Captain of the Guard",
        partner: None,
    },
    Archetype {
        name: "Mono-Black Devotion",
        core: &[
            (4, "Gray Merchant of Asphodel"),
            (4, "Phyrexian Arena"),
            (4, "Thoughtseize"),
            (4, "Gifted Aetherborn"),
            (3, "Hero's Downfall"),
            (4, "Pack Rat"),
        ],
        flex: &[
            "Doom Blade",
            "Chainer's Edict",
            "Cast Down",
            "Sign in Blood",
            "Night's Whisper",
            "Underworld Connections",
            "Vampire Nighthawk",
        ],
        lands: &[(20, "Swamp"), (4, "Castle Locthwain")],
        side: BLACK_SIDE,
        basics: ["Swamp", "Swamp"],
        commander: "Erebos, God of the Dead",
        partner: None,
    },
    Archetype {
        name: "Izzet Tempo",
        core: &[
            (4, "Delver of Secrets"),
            (4, "Lightning Bolt"),
            (4, "Ponder"),
            (4, "Brainstorm"),
            (4, "Young Pyromancer"),
            (3, "Spell Pierce"),
        ],
        flex: &[
            "Counterspell",
            "Gitaxian Probe",
            "Fiery Temper",
            "Stormchaser Mage",
            "Chain Lightning",
            "Preordain",
            "Mutagenic Growth",
            "Electrickery",
        ],
        lands: &[(4, "Steam Vents"), (6, "Island"), (4, "Mountain"), (4, "Scalding Tarn")],
        side: BLUE_SIDE,
        basics: ["Island", "Mountain"],
        commander: "Krark, the Thumbless",
        partner: Some("Sakashima of a Thousand Faces"),
    },
    Archetype {
        name: "Green Ramp",
        core: &[
            (4, "Arbor Elf"),
            (4, "Utopia Sprawl"),
            (4, "Cultivate"),
            (4, "Primeval Titan"),
            (3, "Ulamog, the Ceaseless Hunger"),
            (4, "Explore"),
        ],
        flex: &[
            "Rampant Growth",
            "Hornet Queen",
            "Thragtusk",
            "Nissa, Who Shakes the World",
            "Beast Within",
            "World Breaker",
            "Sylvan Scrying",
        ],
        lands: &[(14, "Forest"), (4, "Castle Garenbrig"), (4, "Nykthos, Shrine to Nyx"), (2, "Radiant Fountain")],
        side: GREEN_SIDE,
        basics: ["Forest", "Mountain"],
        commander: "Omnath, Locus of Mana",
        partner: None,
    },
    Archetype {
        name: "Goblins",
        core: &[
            (4, "Goblin Lackey"),
            (4, "Goblin Matron"),
            (4, "Goblin Ringleader"),
            (4, "Goblin Warchief"),
            (4, "Goblin Piledriver"),
            (3, "Gempalm Incinerator"),
        ],
        flex: &[
            "Mogg Fanatic",
            "Siege-Gang Commander",
            "Skirk Prospector",
            "Goblin Chieftain",
            "Krenko, Mob Boss",
            "Mogg War Marshal",
            "Tarfire",
        ],
        lands: &[(16, "Mountain"), (4, "Cavern of Souls"), (3, "Wasteland")],
        side: RED_SIDE,
        basics: ["Mountain", "Swamp"],
        commander: "Krenko, Mob Boss",
        partner: None,
    },
    Archetype {
        name: "Faeries",
        core: &[
            (4, "Spellstutter Sprite"),
            (4, "Faerie Seer"),
            (4, "Ninja of the Deep Hours"),
            (4, "Counterspell"),
            (4, "Snuff Out"),
            (3, "Bitterblossom"),
        ],
        flex: &[
            "Mistbind Clique",
            "Vendilion Clique",
            "Brazen Borrower",
            "Agony Warp",
            "Thorn of the Black Rose",
            "Cast Down",
            "Deprive",
        ],
        lands: &[(8, "Island"), (5, "Swamp"), (4, "Secluded Glen"), (4, "Watery Grave")],
        side: BLUE_SIDE,
        basics: ["Island", "Swamp"],
        commander: "Oona, Queen of the Fae",
        partner: None,
    },
    Archetype {
        name: "Boros Convoke",
        core: &[
            (4, "Gleeful Demolition"),
            (4, "Knight-Errant of Eos"),
            (4, "Venerated Loxodon"),
            (4, "Ornithopter"),
            (4, "Voldaren Epicure"),
            (4, "Imodane's Recruiter"),
        ],
        flex: &[
            "Regal Bunnicorn",
            "Thraben Inspector",
            "Forge Devil",
            "Lightning Helix",
            "Boros Charm",
            "Warleader's Call",
            "Adanto Vanguard",
        ],
        lands: &[
            (4, "Sacred Foundry"),
            (4, "Battlefield Forge"),
            (4, "Inspiring Vantage"),
            (4, "Plains"),
            (4, "Mountain"),
        ],
        side: WHITE_SIDE,
        basics: ["Plains", "Mountain"],
        commander: "Aurelia, the Warleader",
        partner: None,
    },
    Archetype {
        name: "Dimir Reanimator",
        core: &[
            (4, "Reanimate"),
            (4, "Entomb"),
            (4, "Faithless Looting"),
            (4, "Animate Dead"),
            (3, "Griselbrand"),
            (3, "Archon of Cruelty"),
        ],
        flex: &[
            "Exhume",
            "Careful Study",
            "Thoughtseize",
            "Dark Ritual",
            "Lotus Petal",
            "Putrid Imp",
            "Atraxa, Grand Unifier",
            "Daze",
        ],
        lands: &[(4, "Polluted Delta"), (4, "Underground Sea"), (5, "Swamp"), (3, "Island")],
        side: BLACK_SIDE,
        basics: ["Swamp", "Island"],
        commander: "The Scarab God",
        partner: None,
    },
];

/// The deck construction rules of a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// At least 60 cards, at most four of each, and a sideboard of 15.
    Constructed,
    /// 40 cards from a pool; the rest of the pool is the sideboard.
    Limited,
    /// At most one of each, with a commander: this many cards in total.
    Singleton(usize),
}

/// Returns the deck construction rules of a format.
pub(crate) fn shape(format: EventFormat) -> Shape {
    match format {
        EventFormat::BoosterDraft | EventFormat::SealedDeck => Shape::Limited,
        EventFormat::Commander2 | EventFormat::Duel | EventFormat::PauperCommander | EventFormat::Predh => {
            Shape::Singleton(100)
        }
        EventFormat::Multiplayer | EventFormat::Gladiator => Shape::Singleton(100),
        EventFormat::Oathbreaker | EventFormat::StandardBrawl => Shape::Singleton(60),
        _ => Shape::Constructed,
    }
}

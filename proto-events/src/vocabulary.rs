//! The enumerations of the API, each defined once: name on the wire, display name, all values, schema.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

/// Defines an enumeration by its wire names and display names, and the value with which a state begins, if it is part of
/// one.
macro_rules! vocabulary {
    ($($(#[doc = $doc:literal])* $name:ident $(begins $first:ident)? { $($variant:ident = $wire:literal / $display:literal),+ $(,)? })+) => {$(
        $(#[doc = $doc])*
        #[allow(missing_docs, reason = "the wire names are documentation enough")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $name { $(#[serde(rename = $wire)] $variant),+ }

        impl $name {
            /// Every value, in the order of the API.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the name in JSON.
            pub fn wire_name(self) -> &'static str {
                match self { $(Self::$variant => $wire),+ }
            }

            /// Returns the name for people.
            pub fn display_name(self) -> &'static str {
                match self { $(Self::$variant => $display),+ }
            }

            /// Returns the value with this wire name, if there is one.
            pub fn from_wire_name(name: &str) -> Option<Self> {
                match name { $($wire => Some(Self::$variant),)+ _ => None }
            }
        }

        $(impl Default for $name {
            fn default() -> Self {
                Self::$first
            }
        })?

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.wire_name())
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                enumeration(concat!($($doc),*), &[$(($wire, $display)),+])
            }
        }

        impl utoipa::ToSchema for $name {}
    )+

        /// Returns the schema of every enumeration, by name.
        pub fn schemas() -> Vec<(String, RefOr<Schema>)> {
            vec![$((stringify!($name).to_owned(), <$name as utoipa::PartialSchema>::schema())),+]
        }
    };
}

/// Returns the schema of an enumeration: its wire names, and a description with their display names.
fn enumeration(what: &str, values: &[(&str, &str)]) -> RefOr<Schema> {
    let meanings: String = values.iter().map(|(wire, display)| format!("\n* `{wire}`: {display}")).collect();
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(format!("{}\n{meanings}", what.trim())))
        .enum_values(Some(values.iter().map(|(wire, _)| *wire)))
        .into()
}

vocabulary! {
    /// Game format of an event.
    EventFormat begins Other {
        BoosterDraft = "BOOSTER_DRAFT" / "Booster Draft",
        Commander2 = "COMMANDER2" / "Commander",
        Legacy = "LEGACY" / "Legacy",
        Modern = "MODERN" / "Modern",
        Multiplayer = "MULTIPLAYER" / "Multiplayer",
        Pauper = "PAUPER" / "Pauper",
        SealedDeck = "SEALED_DECK" / "Sealed Deck",
        Standard = "STANDARD" / "Standard",
        Pioneer = "PIONEER" / "Pioneer",
        Vintage = "VINTAGE" / "Vintage",
        TriosConstructed = "TRIOS_CONSTRUCTED" / "Trios Constructed",
        Oathbreaker = "OATHBREAKER" / "Oathbreaker",
        Premodern = "PREMODERN" / "Premodern",
        PennyDreadful = "PENNY_DREADFUL" / "Penny Dreadful",
        Historic = "HISTORIC" / "Historic",
        Timeless = "TIMELESS" / "Timeless",
        Gladiator = "GLADIATOR" / "Gladiator",
        Explorer = "EXPLORER" / "Explorer",
        StandardBrawl = "STANDARD_BRAWL" / "Standard Brawl",
        Alchemy = "ALCHEMY" / "Alchemy",
        PauperCommander = "PAUPER_COMMANDER" / "Pauper Commander",
        Duel = "DUEL" / "Duel Commander",
        Oldschool = "OLDSCHOOL" / "Old School",
        Predh = "PREDH" / "PreDH",
        Other = "OTHER" / "Other",
    }

    /// How strictly the rules of play are applied at an event.
    RulesLevel {
        Casual = "CASUAL" / "Casual",
        Regular = "REGULAR" / "Regular",
        Competitive = "COMPETITIVE" / "Competitive",
        Professional = "PROFESSIONAL" / "Professional",
    }

    /// Status of a convention.
    ConventionStatus {
        Scheduled = "SCHEDULED" / "Scheduled",
        Canceled = "CANCELED" / "Canceled",
        Unlisted = "UNLISTED" / "Unlisted",
        DetailsPending = "DETAILS_PENDING" / "Details pending",
        UseExternalSchedule = "USE_EXTERNAL_SCHEDULE" / "Uses an external schedule",
        Archived = "ARCHIVED" / "Archived",
    }

    /// Region of a regional championship.
    RegionalChampionshipRegion {
        Usa = "USA" / "USA",
        Canada = "CANADA" / "Canada",
        Emea = "EMEA" / "Europe, Middle East and Africa",
        AusNz = "AUS_NZ" / "Australia and New Zealand",
        China = "CHINA" / "China",
        JpKr = "JP_KR" / "Japan and Korea",
        Sea = "SEA" / "Southeast Asia",
        ChineseTaipei = "CHINESE_TAIPEI" / "Chinese Taipei",
        Brazil = "BRAZIL" / "Brazil",
        CentralAmerica = "CENTRAL_AMERICA" / "Mexico, Central America and Caribbean",
        SouthAmerica = "SOUTH_AMERICA" / "South America",
    }

    /// The type of a webhook's message.
    WebhookEventType {
        TournamentCreated = "tournament.created" / "An event was created",
        TournamentChanged = "tournament.changed" / "An event's details, settings or status changed, or it was deleted",
        RoundPublished = "round.published" / "The pairings of a round were published, or the round started",
        RoundCompleted = "round.completed" / "A round ended",
        ResultCorrected = "result.corrected" / "A result was corrected",
        StandingsFinal = "standings.final" / "An event was finished",
        ListsPublished = "lists.published" / "The decklists of an event were published",
        RegistrationAdded = "registration.added" / "A player registered, or a registration was completed",
        RegistrationDropped = "registration.dropped" / "A player or a team left an event",
    }

    /// Why the service disabled a webhook.
    WebhookFault {
        Gone = "GONE" / "The address answered 410 Gone",
        Failing = "FAILING" / "The address accepted nothing for five days",
    }

    /// Status of an event.
    LifecycleStatus begins RegistrationOpen {
        RegistrationOpen = "REGISTRATION_OPEN" / "Registration open",
        WaitlistOnly = "WAITLIST_ONLY" / "Waitlist only",
        RegistrationClosed = "REGISTRATION_CLOSED" / "Registration closed",
        EventInProgress = "EVENT_IN_PROGRESS" / "Event in progress",
        EventFinished = "EVENT_FINISHED" / "Event finished",
        DecklistsPublishing = "DECKLISTS_PUBLISHING" / "Decklists publishing",
        DecklistsPublished = "DECKLISTS_PUBLISHED" / "Decklists published",
    }

    /// Who may register for an event without its staff.
    RegistrationPolicy begins Accounts {
        Everyone = "EVERYONE" / "Everyone, with or without an account",
        JoinCode = "JOIN_CODE" / "Everyone who has the join code",
        Accounts = "ACCOUNTS" / "People with an account",
        Staff = "STAFF" / "Only the staff, for players",
    }

    /// Status of a player's registration in an event.
    RegistrationStatus begins InProgress {
        InProgress = "IN_PROGRESS" / "In progress",
        InWaitingRoom = "IN_WAITING_ROOM" / "In waiting room",
        OnWaitlist = "ON_WAITLIST" / "On waitlist",
        MovedToChildEvent = "MOVED_TO_CHILD_EVENT" / "Moved to child event",
        Complete = "COMPLETE" / "Complete",
        Canceled = "CANCELED" / "Canceled",
        Dropped = "DROPPED" / "Dropped",
        Disqualified = "DISQUALIFIED" / "Disqualified",
        Eliminated = "ELIMINATED" / "Eliminated",
    }

    /// State of a card payment.
    CardPaymentStatus {
        Succeeded = "SUCCEEDED" / "Succeeded",
        Processing = "PROCESSING" / "Processing",
        PaymentFailed = "PAYMENT_FAILED" / "Payment failed",
        RequiresCapture = "REQUIRES_CAPTURE" / "Requires capture",
        Refunded = "REFUNDED" / "Refunded",
    }

    /// State of a wallet order.
    WalletOrderStatus {
        Created = "CREATED" / "Created",
        Saved = "SAVED" / "Saved",
        Approved = "APPROVED" / "Approved",
        Voided = "VOIDED" / "Voided",
        Completed = "COMPLETED" / "Completed",
        PayerActionRequired = "PAYER_ACTION_REQUIRED" / "Payer action required",
    }

    /// How a registration is paid.
    PaymentMethod {
        Cardpay = "CARDPAY" / "Card",
        Walletpay = "WALLETPAY" / "Wallet",
    }

    /// Status of a player in the check-in queue.
    QueueCheckInStatus {
        WaitingForCheckInRequest = "WAITING_FOR_CHECK_IN_REQUEST" / "Waiting for check-in request",
        Standby = "STANDBY" / "Standby",
        WaitingForPlayerResponse = "WAITING_FOR_PLAYER_RESPONSE" / "Waiting for player response",
        CheckedIn = "CHECKED_IN" / "Checked in",
        Declined = "DECLINED" / "Declined",
        TimedOut = "TIMED_OUT" / "Timed out",
    }

    /// Status of a round, a phase or a match.
    ProgressStatus begins Upcoming {
        InProgress = "IN_PROGRESS" / "In progress",
        Upcoming = "UPCOMING" / "Upcoming",
        Complete = "COMPLETE" / "Complete",
    }

    /// Whether pairings or standings of a round exist yet.
    GenerationStatus begins NotGenerated {
        NotGenerated = "NOT_GENERATED" / "Not generated",
        Generating = "GENERATING" / "Generating",
        Generated = "GENERATED" / "Generated",
    }

    /// What players do in a round.
    RoundType begins PlayVsOpponent {
        PlayerMeeting = "PLAYER_MEETING" / "Player meeting",
        RandomPlayerMeeting = "RANDOM_PLAYER_MEETING" / "Random player meeting",
        DraftPod = "DRAFT_POD" / "Draft pod",
        PlayVsOpponent = "PLAY_VS_OPPONENT" / "Play against an opponent",
    }

    /// How the rounds of a phase are paired.
    PhaseType {
        Swiss = "SWISS" / "Swiss",
        SingleElimination = "SINGLE_ELIMINATION" / "Single elimination",
        RankedSingleElimination = "RANKED_SINGLE_ELIMINATION" / "Ranked single elimination",
        DraftPod = "DRAFT_POD" / "Draft pod",
        DoubleElimination = "DOUBLE_ELIMINATION" / "Double elimination",
        RoundRobin = "ROUND_ROBIN" / "Round robin in pools",
    }

    /// A member's role in an organization. The permissions of each role are in `domain::permissions`.
    Role {
        Admin = "ADMIN" / "Administrator",
        Organizer = "ORGANIZER" / "Organizer",
        Scorekeeper = "SCOREKEEPER" / "Scorekeeper",
        Judge = "JUDGE" / "Judge",
        ReadOnly = "READ_ONLY" / "Read only",
    }

    /// A penalty for an infraction.
    Penalty {
        Caution = "CAUTION" / "Caution",
        Warning = "WARNING" / "Warning",
        GameLoss = "GAME_LOSS" / "Game loss",
        MatchLoss = "MATCH_LOSS" / "Match loss",
        Disqualification = "DISQUALIFICATION" / "Disqualification",
    }

    /// Status of a call for a judge.
    CallStatus {
        Open = "OPEN" / "Open",
        Answered = "ANSWERED" / "Answered",
        Closed = "CLOSED" / "Closed",
    }

    /// A tiebreaker for players on equal match points.
    Tiebreaker {
        OpponentMatchWin = "omw" / "Opponents' match-win percentage",
        GameWin = "gw" / "Game-win percentage",
        OpponentGameWin = "ogw" / "Opponents' game-win percentage",
        OpponentOpponentMatchWin = "oomw" / "Opponents' opponents' match-win percentage",
        Late = "late" / "Not late in round 1",
        Score = "score" / "Score",
        Margin = "margin" / "Margin of victory",
        Strength = "sos" / "Strength of schedule",
        ExtendedStrength = "esos" / "Extended strength of schedule",
        HeadToHead = "head_to_head" / "Head-to-head result",
        Wins = "wins" / "Matches won",
        Buchholz = "buchholz" / "Buchholz",
        BuchholzCut1 = "buchholz_cut_1" / "Buchholz without the lowest opponent",
        SonnebornBerger = "sonneborn_berger" / "Sonneborn-Berger",
        CumulativeTiebreaker = "ctb" / "Cumulative tiebreaker",
    }

    /// The rules with which an event begins. `domain::rule_sets` has the rules of each.
    RuleSet begins Magic {
        Magic = "MAGIC" / "Magic: The Gathering",
        StarWarsUnlimited = "STAR_WARS_UNLIMITED" / "Star Wars: Unlimited",
        Lorcana = "LORCANA" / "Disney Lorcana",
        Riftbound = "RIFTBOUND" / "Riftbound",
        Pokemon = "POKEMON" / "Pokémon",
        Netrunner = "NETRUNNER" / "Netrunner",
        Score = "SCORE" / "Score and margin",
        Commander = "COMMANDER" / "Commander",
    }

    /// What a match-win percentage divides by the most that was possible.
    MatchWinBy begins Points {
        Points = "POINTS" / "Match points",
        Results = "RESULTS" / "Wins, and half of the draws",
        Wins = "WINS" / "Wins",
    }

    /// The players at smaller tables, if the number of players is not a multiple of the players at a table.
    ShortPods begins Last {
        Last = "LAST" / "Those with the lowest standing",
        First = "FIRST" / "Those with the highest standing",
        Byes = "BYES" / "None: the lowest have byes",
    }

    /// How a playoff of matches of two is played.
    PlayoffKind begins SingleElimination {
        SingleElimination = "SINGLE_ELIMINATION" / "Single elimination",
        ThirdPlace = "SINGLE_ELIMINATION_THIRD_PLACE" / "Single elimination with a match for third place",
        DoubleElimination = "DOUBLE_ELIMINATION" / "Double elimination with one final",
        DoubleEliminationReset = "DOUBLE_ELIMINATION_RESET" / "Double elimination; a final that is a first defeat is played again",
    }
}

impl PhaseType {
    /// Whether defeats in this phase eliminate a player: one, or two in a double elimination.
    pub fn is_playoff(self) -> bool {
        matches!(self, Self::SingleElimination | Self::RankedSingleElimination | Self::DoubleElimination)
    }
}

impl RegistrationPolicy {
    /// Whether people without an account may register too.
    pub fn admits_guests(self) -> bool {
        matches!(self, Self::Everyone | Self::JoinCode)
    }
}

impl LifecycleStatus {
    /// Whether the event is over, whether or not its lists are published.
    pub fn is_finished(self) -> bool {
        match self {
            Self::EventFinished | Self::DecklistsPublishing | Self::DecklistsPublished => true,
            Self::RegistrationOpen | Self::WaitlistOnly | Self::RegistrationClosed | Self::EventInProgress => false,
        }
    }

    /// Whether the event has published its lists.
    pub fn has_published_lists(self) -> bool {
        matches!(self, Self::DecklistsPublishing | Self::DecklistsPublished)
    }
}

impl EventFormat {
    /// Returns the name for people in exports that were recorded from services of vendors.
    pub fn recorded_name(self) -> &'static str {
        match self {
            Self::BoosterDraft => "Draft",
            Self::SealedDeck => "Sealed",
            Self::Oldschool => "Oldschool",
            Self::Predh => "PrEDH",
            Self::TriosConstructed => "Team Trios",
            other => other.display_name(),
        }
    }

    /// Whether it is usually played at tables of four.
    pub fn is_for_pods(self) -> bool {
        matches!(self, Self::Commander2 | Self::PauperCommander | Self::Multiplayer)
    }

    /// Parses a format as clients write it: wire, display or recorded name in any case, with or without separators;
    /// also `COMMANDER`.
    pub fn parse_loosely(text: &str) -> Option<Self> {
        let folded = fold(text);
        if folded == "COMMANDER" {
            return Some(Self::Commander2);
        }
        Self::ALL.iter().copied().find(|format| {
            [format.wire_name(), format.display_name(), format.recorded_name()].iter().any(|name| fold(name) == folded)
        })
    }
}

/// Returns the text in upper case without separators, so that "Old School", "oldschool" and "OLD_SCHOOL" are equal.
fn fold(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_read_as_clients_write_them() {
        for (text, format) in [
            ("Pauper", EventFormat::Pauper),
            ("Commander", EventFormat::Commander2),
            ("COMMANDER", EventFormat::Commander2),
            ("commander2", EventFormat::Commander2),
            ("Premodern", EventFormat::Premodern),
            ("Legacy", EventFormat::Legacy),
            ("duel commander", EventFormat::Duel),
            ("Sealed_Deck", EventFormat::SealedDeck),
            ("Draft", EventFormat::BoosterDraft),
            ("Sealed", EventFormat::SealedDeck),
            ("Oldschool", EventFormat::Oldschool),
            ("PrEDH", EventFormat::Predh),
            ("Team Trios", EventFormat::TriosConstructed),
        ] {
            assert_eq!(EventFormat::parse_loosely(text), Some(format), "{text}");
        }
        assert_eq!(EventFormat::parse_loosely("Chess"), None);
    }

    #[test]
    fn wire_names_are_read_back() {
        for format in EventFormat::ALL {
            assert_eq!(EventFormat::from_wire_name(format.wire_name()), Some(*format));
            for shown in [format.display_name(), format.recorded_name()] {
                assert_eq!(EventFormat::parse_loosely(shown), Some(*format), "{shown}");
            }
        }
    }
}

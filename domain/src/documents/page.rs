//! Data of the public pages of an event and of its rounds. The read side draws a page from it, and from a document of
//! standings, when the page is requested.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use proto_events::Picture;
use proto_events::ids::{OrganizationId, PlayerId, RoundId, TournamentId};
use proto_events::tournament::Games;
use proto_events::vocabulary::{
    EventFormat, LifecycleStatus, PlayoffKind, ProgressStatus, RegistrationPolicy, RuleSet, RulesLevel, Tiebreaker,
};
use serde::{Deserialize, Serialize};

use super::{ClockDocument, OwnOutcome};
use crate::pairing::bracket::Part;
use crate::tournament::RoundName;

/// Data of the page of an event.
#[derive(Debug, Serialize, Deserialize)]
pub struct EventPageData<'a> {
    /// The head of the page.
    pub head: PageHead<'a>,
    /// Its rounds in the order of lists.
    pub rounds: Vec<RoundLink>,
    /// A bracket for each playoff phase that was paired: its columns, first round first. A double elimination has one for
    /// each of its parts.
    pub brackets: Vec<Vec<BracketColumn<'a>>>,
    /// Final standings, or those of the active round; none before the first round.
    pub standings: Option<PageStandings>,
    /// Addresses of published lists, or paths of those that are shown here, by the first of the registrations that a line
    /// of standings names. The pages of the rounds show them too.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lists: BTreeMap<i64, Cow<'a, str>>,
    /// The archetypes of these lists, as far as they are known.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub archetypes: BTreeMap<i64, Cow<'a, str>>,
    /// The ids of the pages that players show of themselves, by registration.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pages: BTreeMap<i64, PlayerId>,
    /// The names of the members of teams in the order of seats, by the first registration of a line of standings.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub members: BTreeMap<i64, Vec<Cow<'a, str>>>,
    /// The places, and who has one.
    #[serde(default)]
    pub places: PagePlaces<'a>,
    /// The first registrations of the lines of standings whose player or team has stopped playing. The pages of the rounds
    /// show them too.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub dropped: BTreeSet<i64>,
    /// By the number of each phase of several pools, the numbers of the pools by the first registration of a line of
    /// standings.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pools: BTreeMap<i32, BTreeMap<i64, i32>>,
    /// Its line, if it is an on-demand queue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queue: Option<PageQueue<'a>>,
    /// How it is played.
    #[serde(default)]
    pub structure: PageStructure,
    /// The tiebreakers in their order; none if they are the usual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiebreakers: Option<Vec<Tiebreaker>>,
    /// The clock of the active round while it is in progress, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockDocument>,
}

/// The line of an on-demand queue.
#[derive(Debug, Serialize, Deserialize)]
pub struct PageQueue<'a> {
    /// Players with whom it makes an event.
    pub size: usize,
    /// Number of players in line.
    pub waiting: usize,
    /// Number of players who have answered a call, or are marked as here.
    pub here: usize,
    /// The called players who have not answered, and when their calls end.
    pub called: Vec<(Cow<'a, str>, DateTime<Utc>)>,
}

/// How an event is played.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PageStructure {
    /// Planned number of Swiss rounds; none if not stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swiss_rounds: Option<i32>,
    /// Number of players or teams that advance to the playoff; 0 for none.
    pub top_cut: i32,
    /// Maximum number of decided games in a match; none if not stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_of: Option<i32>,
    /// Length of the clock of a round; none without a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round_minutes: Option<i32>,
    /// Players in a team; 1 for an event without teams.
    pub team_size: i32,
    /// Whether the members of a team play one match together.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub plays_together: bool,
    /// The format of each seat of a team; empty if all play that of the event.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seat_formats: Vec<EventFormat>,
    /// Players at a table, in an event of pods.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pod_size: Option<i32>,
    /// The most players or teams in a pool, in an event of pools.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pool_size: Option<i32>,
    /// How its playoff is played; none if it is the usual single elimination.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub playoff: Option<PlayoffKind>,
    /// The rule set of its standings, and whether its rules are others than those; none if they are the usual ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<(RuleSet, bool)>,
}

/// The places of an event.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct PagePlaces<'a> {
    /// Players admitted before the waitlist begins; none if there is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<i32>,
    /// Number of places that are taken; once there are standings, of the players in them.
    #[serde(default)]
    pub taken: usize,
    /// Their names in the order of registrations. Empty once there are standings, which show them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<Cow<'a, str>>,
}

impl PagePlaces<'_> {
    /// Returns whether new players go to the waitlist.
    pub fn are_full(&self) -> bool {
        self.capacity.is_some_and(|most| usize::try_from(most).is_ok_and(|most| most <= self.taken))
    }
}

/// Data of the page of a round. The head of the page, and the lists that it links to, are those of the event's page.
#[derive(Debug, Serialize, Deserialize)]
pub struct RoundPageData<'a> {
    /// The name of the round.
    pub name: RoundName,
    /// Its status.
    pub status: ProgressStatus,
    /// Matches of teams by table; empty unless teams play.
    pub team_matches: Vec<PageMatch<'a>>,
    /// Matches of players by table. Players who only sit at a table are in `seatings`.
    pub matches: Vec<PageMatch<'a>>,
    /// Tables and draft pods where players sit without a match.
    pub seatings: Vec<PageSeating<'a>>,
    /// Standings after the round; none before it begins.
    pub standings: Option<PageStandings>,
    /// Its clock while it is in progress, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockDocument>,
    /// The rule that applies when the clock reaches zero; empty if the event states none.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub end_of_round_rule: Cow<'a, str>,
}

/// The head of every page of an event.
#[derive(Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "a field that is named as its value needs no other words")]
pub struct PageHead<'a> {
    pub event_id: TournamentId,
    pub name: Cow<'a, str>,
    /// The organization that runs it. Its logo, its colour and the address of its page are in the store's page.
    #[serde(default)]
    pub organization_id: OrganizationId,
    /// Name of the organization.
    pub store: Cow<'a, str>,
    pub format: EventFormat,
    pub start: Option<DateTime<Utc>>,
    pub status: LifecycleStatus,
    /// Whether it does not take place.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_canceled: bool,
    /// Name of the time zone in which its times are shown; none for UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<Cow<'a, str>>,
    /// The entry fee in words; empty if not stated.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub fee_note: Cow<'a, str>,
    /// Name of the convention that it is part of; empty if it is part of none.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub convention: Cow<'a, str>,
    /// The name of that convention in addresses.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub convention_slug: Cow<'a, str>,
    /// Where it takes place: the name of the venue and its address; empty if not stated.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub location: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
    /// What it says about itself.
    #[serde(default, skip_serializing_if = "PageAbout::is_empty")]
    pub about: PageAbout<'a>,
}

/// What an event says about itself. Texts are empty if not stated.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PageAbout<'a> {
    /// Its text, in Markdown.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub description: Cow<'a, str>,
    /// Its prizes, in Markdown.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub prizes: Cow<'a, str>,
    /// Name of its venue, or of its convention's.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub venue_name: Cow<'a, str>,
    /// Address of its venue, or of its convention's.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub venue_address: Cow<'a, str>,
    /// How strictly the rules are applied; none if not stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules_level: Option<RulesLevel>,
    /// How to reach the organizer.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub contact: Cow<'a, str>,
    /// When registration opens; none if not stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registration_opens: Option<DateTime<Utc>>,
    /// When registration closes; none if not stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registration_closes: Option<DateTime<Utc>>,
    /// Who may register themselves.
    #[serde(skip_serializing_if = "proto_events::is_usual")]
    pub registration_policy: RegistrationPolicy,
    /// Whether staff approves them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub needs_approval: bool,
}

impl PageAbout<'_> {
    /// Returns whether it says nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A round in the list of rounds.
#[derive(Debug, Serialize, Deserialize)]
pub struct RoundLink {
    /// Its number in the event, which is part of its address.
    pub number: i32,
    /// Its name.
    pub name: RoundName,
    /// Its status.
    pub status: ProgressStatus,
    /// Whether its page shows pairings or seats.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_pairings: bool,
}

/// A round of a bracket.
#[derive(Debug, Serialize, Deserialize)]
pub struct BracketColumn<'a> {
    /// The name of the round.
    pub name: RoundName,
    /// Its matches, each in line with the match that its winner plays next.
    pub matches: Vec<BracketMatch<'a>>,
    /// Whether the next round is seeded again, so that it is open whom its winners meet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_reseeded: bool,
    /// The part of the playoff that the bracket is. All columns of a bracket have the same.
    #[serde(default, skip_serializing_if = "Part::is_main")]
    pub part: Part,
}

/// A match in a bracket.
#[derive(Debug, Serialize, Deserialize)]
pub struct BracketMatch<'a> {
    /// Its players or teams: one for a bye.
    pub sides: Vec<BracketSide<'a>>,
    /// Whether it is played for a lower place.
    pub is_consolation: bool,
    /// Whether only one of the two sides has reported the result, so that it does not count yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_unconfirmed: bool,
}

/// A player or team in a match of a bracket.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct BracketSide<'a> {
    /// Name of the player or team; empty while it is open who plays.
    pub name: Cow<'a, str>,
    /// The page that the player shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<PlayerId>,
    /// Games that it won, or its score; none before the match has ended, and in a pod. Of a team, seats won so far.
    pub games: Option<i32>,
    /// Whether it won the match.
    pub won: bool,
    /// Its seed in the playoff, from 1; none if it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<usize>,
}

/// A match in a round.
#[derive(Debug, Serialize, Deserialize)]
pub struct PageMatch<'a> {
    /// Number of its table.
    pub table: i32,
    /// The first player or team.
    pub first: Cow<'a, str>,
    /// The second one.
    pub second: Opponent<'a>,
    /// The page that the first player shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_page: Option<PlayerId>,
    /// That of the second player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_page: Option<PlayerId>,
    /// Its result.
    pub result: PageResult,
    /// Its games; none where they are not known. Of teams, seats, while the match is open those won so far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<Games>,
    /// Whether only one of the two sides has reported the result, or that of a seat, so that it does not count yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_unconfirmed: bool,
    /// Match points of the first side before the round; none before the second round and in a playoff.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_points: Option<i32>,
    /// Those of the second side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_points: Option<i32>,
    /// What each side scored, in an event that counts scores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<[i32; 2]>,
    /// The number of the pool that it belongs to; none if the players of the round are not in pools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<i32>,
    /// The players of a pod by seat, the first two included; empty for a match of two.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pod: Vec<PodPlayer<'a>>,
    /// The names of the members of each team, if these play together; else empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Vec<String>>,
}

/// A player in a pod.
#[derive(Debug, Serialize, Deserialize)]
pub struct PodPlayer<'a> {
    /// The player's name.
    pub name: Cow<'a, str>,
    /// The page that the player shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<PlayerId>,
    /// Match points before the round; none before the second round and in a playoff.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
    /// How the match ended for the player; none while it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OwnOutcome>,
    /// The place that the player reached, from 1, if places after the first differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u8>,
}

/// The second side of a match.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opponent<'a> {
    /// A player or team of this name.
    Named(Cow<'a, str>),
    /// None: the first side wins by a bye.
    Bye,
    /// None: the first side loses.
    AssignedLoss,
}

/// The result of a match, as far as pages show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PageResult {
    /// There is none.
    Open,
    /// The first side won.
    First,
    /// The second side won.
    Second,
    /// A draw.
    Draw,
    /// Both sides lost.
    BothLost,
}

/// Players who sit together.
#[derive(Debug, Serialize, Deserialize)]
pub struct PageSeating<'a> {
    /// Where they sit.
    pub place: SeatingPlace,
    /// Their names in the order of seats.
    pub players: Vec<Cow<'a, str>>,
}

/// Where players sit together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatingPlace {
    /// At the table of this number.
    Table(i32),
    /// In the draft pod of this number.
    Pod(i32),
}

/// The standings on a page. Their lines are the document of the standings after `round_id`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageStandings {
    /// The organization that runs the event.
    pub organization_id: OrganizationId,
    /// The round.
    pub round_id: RoundId,
    /// Which standings they are.
    pub which: WhichStandings,
    /// The round of play before, with whose standings they are compared; none in a playoff, and before the second round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<RoundId>,
    /// Whether they have a document with tiebreakers of the event's own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_tiebreakers: bool,
    /// The number of the phase by whose pools they are shown; none if they are not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pools_of: Option<i32>,
}

/// Which standings a page shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhichStandings {
    /// Those of a finished event.
    Final,
    /// After the round of this number.
    After(i32),
    /// While the round of this number is played.
    During(i32),
}

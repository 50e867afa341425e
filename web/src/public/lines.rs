//! The lines of a round: each player or team by name, with table, opponent and result, and each match by table.

use std::borrow::Cow;

use askama::Template;
use domain::documents::{
    EventPageData, Opponent, OwnOutcome, PageMatch, PageResult, PageSeating, PodPlayer, SeatingPlace,
};
use proto_events::tournament::Games;

use super::find::SearchableLine;
use super::head::{games_won, html};
use super::paging::{Listing, Pager};
use super::standings::{Marks, Standings, player_page};
use crate::names::{last_name_first, letter, sort_key, words};
use crate::texts::Texts;

/// Lists above this length have letters to jump to.
const LETTERS_ABOVE: usize = 40;

/// A list of lines in the order of names, under its title.
pub(super) struct NamedList {
    pub(super) title: String,
    groups: Vec<Group>,
    /// The letters to jump to, with their addresses; empty if the list is short.
    pub(super) letters: Vec<(String, String)>,
    pub(super) pager: Pager,
}

pub(super) struct Group {
    page: usize,
    pub(super) letter: String,
    pub(super) id: String,
    pub(super) lines: Vec<SearchableLine>,
}

pub(super) struct MatchTable {
    pub(super) title: String,
    pub(super) lines: Vec<SearchableLine>,
    pub(super) pager: Pager,
}

/// A player or team as the page shows it by name.
#[derive(Template, Clone, Default)]
#[template(path = "public/line.html")]
struct NamedLine<'a> {
    name: Cow<'a, str>,
    /// The address of the page that the player shows; may be empty.
    page: String,
    points: Option<i32>,
    place: String,
    against: String,
    result: String,
    won: bool,
    /// Says that the result does not count yet; else empty.
    unconfirmed: String,
}

/// A pod as the page shows it by table.
#[derive(Template)]
#[template(path = "public/pod.html")]
struct PodLine<'a> {
    table: i32,
    /// The players with the addresses of the pages that they show, which may be empty, and their results.
    seats: Vec<(&'a PodPlayer<'a>, String, String)>,
    unconfirmed: String,
}

/// A match as the page shows it by table.
#[derive(Template)]
#[template(path = "public/match.html")]
struct MatchLine<'a> {
    shown: &'a PageMatch<'a>,
    table: Option<i32>,
    pool: Option<String>,
    second: Cow<'a, str>,
    /// The addresses of the pages that both players show; may be empty.
    pages: [String; 2],
    result: String,
    unconfirmed: String,
}

impl<'a> NamedLine<'a> {
    fn new(name: &'a str) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    fn named(&self, name: &'a str) -> Self {
        Self { name: name.into(), ..self.clone() }
    }

    /// Returns the name by which the line is sorted, that of a person with the last name first, and the line with it.
    fn by_name(self, is_of_team: bool) -> (String, String) {
        let name = if is_of_team { self.name.into_owned() } else { last_name_first(&self.name).into_owned() };
        let line = html(&NamedLine { name: name.as_str().into(), ..self });
        (name, line)
    }
}

impl NamedList {
    /// Returns the list of everybody who has a match, or of all teams. Members of teams that play together are named one by
    /// one.
    pub(super) fn of_matches(
        texts: &Texts,
        listing: Listing<'_>,
        number: usize,
        title: &str,
        base: &str,
        (matches, are_of_teams): (&[PageMatch<'_>], bool),
    ) -> Self {
        let mut named = Vec::new();
        for shown in matches {
            for (at, side) in sides(texts, base, shown).into_iter().enumerate() {
                match shown.members.get(at) {
                    None => named.push(side.by_name(are_of_teams)),
                    Some(members) => named.extend(members.iter().map(|name| side.named(name).by_name(false))),
                }
            }
        }
        Self::of(listing, number, texts.say(title), named)
    }

    /// Returns the list of the players or teams of an event: of everybody with a line of the standings, or before there
    /// are any, of everybody registered.
    pub(super) fn of_players(
        texts: &Texts,
        listing: Listing<'_>,
        event: &EventPageData<'_>,
        standings: &Standings<'_>,
        marks: &Marks<'_>,
    ) -> Self {
        let registered = event.places.names.iter().map(|name| NamedLine::new(name).by_name(false));
        let ranked = (1..).zip(&standings.lines).map(|(place, line)| {
            let dropped = if marks.is_dropped(line) { texts.say("public-dropped") } else { marks.members(line) };
            let place = format!("{} · {}", texts.with("public-place", "place", place), line.record());
            let page = marks.page(line);
            NamedLine { page, place, against: dropped, ..NamedLine::new(&line.name) }
                .by_name(event.structure.team_size > 1)
        });
        let named = if standings.lines.is_empty() { registered.collect() } else { ranked.collect() };
        Self::of(listing, 0, texts.say("desk-players"), named)
    }

    /// Returns the list of everybody who only sits somewhere.
    pub(super) fn of_seatings(
        texts: &Texts,
        listing: Listing<'_>,
        number: usize,
        seatings: &[PageSeating<'_>],
    ) -> Self {
        let seats = seatings.iter().flat_map(|seating| {
            let place = move |seat| seat_at(texts, seating.place, seat);
            (1..)
                .zip(&seating.players)
                .map(move |(seat, name)| NamedLine { place: place(seat), ..NamedLine::new(name) })
        });
        Self::of(listing, number, texts.say("public-seating"), seats.map(|seat| seat.by_name(false)).collect())
    }

    fn of(listing: Listing<'_>, number: usize, title: String, mut named: Vec<(String, String)>) -> Self {
        named.sort_by_cached_key(|(name, _)| sort_key(name));
        let has_letters = named.len() > LETTERS_ABOVE;
        let pager = Pager::new(listing, named.len(), |range| {
            let [first, last] = [range.start, range.end - 1].map(|at| letter(&named[at].0));
            if first == last { first } else { format!("{first}–{last}") }
        });
        let (mut groups, mut letters): (Vec<Group>, Vec<(String, String)>) = (Vec::new(), Vec::new());
        for (at, (name, html)) in named.into_iter().enumerate() {
            let (letter, page) = (if has_letters { letter(&name) } else { String::new() }, pager.page_of(at));
            if groups.last().is_none_or(|last| last.letter != letter || last.page != page) {
                let id = format!("l{number}-{}", groups.len());
                if has_letters && letters.last().is_none_or(|(last, _)| *last != letter) {
                    let url = if page == pager.page { String::new() } else { pager.url(listing.url, page) };
                    letters.push((letter.clone(), format!("{url}#{id}")));
                }
                groups.push(Group { page, letter, id, lines: Vec::new() });
            }
            if let Some(last) = groups.last_mut() {
                last.lines.push(SearchableLine { words: words(&name), html });
            }
        }
        Self { title, groups, letters, pager }
    }

    pub(super) fn shown(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter(|group| group.page == self.pager.page)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = &SearchableLine> {
        self.groups.iter().flat_map(|group| &group.lines)
    }
}

impl MatchTable {
    pub(super) fn of_matches(
        texts: &Texts,
        listing: Listing<'_>,
        title: &str,
        base: &str,
        matches: &[PageMatch<'_>],
    ) -> Self {
        let lines = matches.iter().map(|shown| {
            let unconfirmed = unconfirmed(texts, shown);
            if !shown.pod.is_empty() {
                let names: String = shown.pod.iter().map(|player| words(&player.name)).collect();
                let seats = shown.pod.iter();
                let seats = seats.map(|player| (player, player_page(base, player.page), ended(texts, player)));
                let line = PodLine { table: shown.table, seats: seats.collect(), unconfirmed };
                return SearchableLine { words: names, html: html(&line) };
            }
            // The name of the winner is bold, so the word for the result is that of the winner.
            let winner_is_second = shown.result == PageResult::Second && shown.games.is_none();
            let result = if winner_is_second { PageResult::First } else { shown.result };
            let second = second_side(texts, shown);
            let words = [words(&shown.first), words(&second)].concat();
            let result = score(texts, result, points_of(shown));
            let pages = [shown.first_page, shown.second_page].map(|page| player_page(base, page));
            let (table, pool) = (table(shown), pool(texts, shown));
            let line = MatchLine { shown, table, pool, second, pages, result, unconfirmed };
            SearchableLine { words, html: html(&line) }
        });
        Self { title: texts.say(title), lines: lines.collect(), pager: Pager::numbered(listing, matches.len()) }
    }

    pub(super) fn shown(&self) -> impl Iterator<Item = &SearchableLine> {
        let lines = self.lines.iter().enumerate().filter(|(at, _)| self.pager.shows(*at));
        lines.map(|(_, line)| line)
    }
}

/// Says that a result does not count yet.
fn unconfirmed(texts: &Texts, shown: &PageMatch<'_>) -> String {
    if shown.is_unconfirmed { texts.say("public-unconfirmed") } else { String::new() }
}

/// Returns the number of the table; players without an opponent have none.
fn table(shown: &PageMatch<'_>) -> Option<i32> {
    matches!(shown.second, Opponent::Named(_)).then_some(shown.table)
}

fn pool(texts: &Texts, shown: &PageMatch<'_>) -> Option<String> {
    shown.pool.map(|number| texts.with("term-pool", "number", number))
}

/// Returns whether a match ended in a draw that the players agreed on before it.
pub(super) fn is_intentional_draw(shown: &PageMatch<'_>) -> bool {
    shown.result == PageResult::Draw && shown.games == Some(Games { first: 0, second: 0, drawn: 3 })
}

fn sides<'a>(texts: &Texts, base: &str, shown: &'a PageMatch<'a>) -> Vec<NamedLine<'a>> {
    if shown.pod.is_empty() { of_two(texts, base, shown) } else { of_pod(texts, base, shown) }
}

/// `Ann (3)`, or `Ann` without points.
fn with_points(name: &str, points: Option<i32>) -> String {
    points.map_or_else(|| name.to_owned(), |points| format!("{name} ({points})"))
}

fn of_pod<'a>(texts: &Texts, base: &str, shown: &'a PageMatch<'a>) -> Vec<NamedLine<'a>> {
    let line = |(seat, player): (usize, &'a PodPlayer<'a>)| {
        let others = (1..).zip(&shown.pod).filter(|(other, _)| *other != seat);
        let others: Vec<_> = others.map(|(_, other)| with_points(&other.name, other.points)).collect();
        let place = [("number", shown.table.into()), ("seat", seat.into())];
        NamedLine {
            name: player.name.as_ref().into(),
            page: player_page(base, player.page),
            points: player.points,
            place: texts.with_all("public-at-table-seat", place),
            against: texts.with("public-against", "name", others.join(", ")),
            result: ended(texts, player),
            won: player.outcome == Some(OwnOutcome::Won),
            unconfirmed: unconfirmed(texts, shown),
        }
    };
    (1..).zip(&shown.pod).map(line).collect()
}

fn ended(texts: &Texts, player: &PodPlayer<'_>) -> String {
    match (player.place, player.outcome) {
        (Some(place), _) => texts.with("public-place", "place", place),
        (None, Some(OwnOutcome::Won)) => texts.say("public-won"),
        (None, Some(OwnOutcome::Lost)) => texts.say("public-lost"),
        (None, Some(OwnOutcome::Drawn)) => texts.say("public-drawn"),
        (None, None) => String::new(),
    }
}

/// Returns what both sides won: games, or their scores.
pub(super) fn points_of(shown: &PageMatch<'_>) -> Option<Games> {
    let scores = shown.scores.map(|[first, second]| Games { first, second, drawn: 0 });
    scores.or(shown.games)
}

fn of_two<'a>(texts: &Texts, base: &str, shown: &'a PageMatch<'a>) -> Vec<NamedLine<'a>> {
    let against = |name: &str, points: Option<i32>| texts.with("public-against", "name", with_points(name, points));
    let (first_against, second) = match &shown.second {
        Opponent::Named(name) => (against(name, shown.second_points), Some(&**name)),
        Opponent::Bye | Opponent::AssignedLoss => (second_side(texts, shown).into_owned(), None),
    };
    let table = table(shown).map(|table| texts.with("public-at-table", "number", table));
    let place = [table, pool(texts, shown)].into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let line = |name: &'a str, page, points, against, (result, games)| NamedLine {
        name: name.into(),
        page: player_page(base, page),
        points,
        place: place.clone(),
        against,
        result: score(texts, result, games),
        won: result == PageResult::First,
        unconfirmed: unconfirmed(texts, shown),
    };
    let (result, games) = (shown.result, points_of(shown));
    let mut lines = vec![line(&shown.first, shown.first_page, shown.first_points, first_against, (result, games))];
    lines.extend(second.map(|name| {
        let against = against(&shown.first, shown.first_points);
        line(name, shown.second_page, shown.second_points, against, turned(result, games))
    }));
    lines
}

pub(super) fn second_side<'a>(texts: &Texts, shown: &'a PageMatch<'a>) -> Cow<'a, str> {
    match &shown.second {
        Opponent::Named(name) => Cow::Borrowed(&**name),
        Opponent::Bye => texts.say("desk-bye").into(),
        Opponent::AssignedLoss => texts.say("public-assigned-loss").into(),
    }
}

/// Returns a result as the second side sees it.
fn turned(result: PageResult, games: Option<Games>) -> (PageResult, Option<Games>) {
    let result = match result {
        PageResult::First => PageResult::Second,
        PageResult::Second => PageResult::First,
        same => same,
    };
    (result, games.map(|games| Games { first: games.second, second: games.first, ..games }))
}

/// `2–1`, of an open match of teams the seats won so far; with drawn games `1–1–1`; `ID` for an intentional draw; words
/// where no games are known.
fn score(texts: &Texts, result: PageResult, games: Option<Games>) -> String {
    match (result, games) {
        (PageResult::Open, None) => String::new(),
        (PageResult::BothLost, _) => texts.say("public-both-lost"),
        (PageResult::Draw, Some(Games { first: 0, second: 0, drawn: 3 })) => texts.say("public-intentional-draw"),
        (_, Some(Games { first, second, drawn })) => games_won(first, second, drawn),
        (PageResult::First, None) => texts.say("public-won"),
        (PageResult::Second, None) => texts.say("public-lost"),
        (PageResult::Draw, None) => texts.say("public-drawn"),
    }
}

/// `Table 4` or `Pod 2`.
pub(super) fn seats_at(texts: &Texts, place: SeatingPlace) -> String {
    match place {
        SeatingPlace::Table(number) => texts.with("public-at-table", "number", number),
        SeatingPlace::Pod(number) => texts.with("public-at-pod", "number", number),
    }
}

/// `Table 4` or `Pod 2, seat 3`.
fn seat_at(texts: &Texts, place: SeatingPlace, seat: usize) -> String {
    match place {
        SeatingPlace::Table(_) => seats_at(texts, place),
        SeatingPlace::Pod(number) => {
            texts.with_all("public-at-pod-seat", [("number", number.into()), ("seat", seat.into())])
        }
    }
}

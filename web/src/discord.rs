//! Posts in Discord: the tables of a round, or final standings, in the channel's language. Names come from people: they are
//! escaped, and mention no one.

use std::collections::HashMap;

use domain::names;
use domain::pairing::EntrantId;
use domain::tournament::RoundName;
use domain::tournament::phases::bracket_matches;
use domain::tournament::standings::{Score, standings_after};
use domain::tournament::{Round, Tournament};
use proto_events::ids::UserId;
use proto_events::tournament::{MatchResult, PairingKind};
use proto_events::vocabulary::ProgressStatus;
use serde_json::json;
use write_api::discord::{DiscordPost, DiscordSubject};

use crate::desk::words::score;
use crate::texts::{Language, Texts};

/// Characters of an embed's description, of which Discord allows 4,096, without the last line.
const DESCRIPTION: usize = 3_800;
/// Characters of a name. All names of a title have less than the 256 that Discord allows, even if all are escaped.
const NAME: usize = 60;
/// Tables in a post of results, and places in final standings.
const TOP: usize = 16;

/// What a post is written from.
struct Sources<'a> {
    texts: &'static Texts,
    event: &'a Tournament,
    names: &'a HashMap<UserId, String>,
}

/// Writes the body of a post; `None` if it no longer applies. Links begin with the public address.
pub fn write(
    post: &DiscordPost,
    event: &Tournament,
    names: &HashMap<UserId, String>,
    language: &str,
    public_url: &str,
) -> Option<String> {
    let language = Language::ALL.into_iter().find(|known| known.tag() == language).unwrap_or(Language::English);
    let sources = Sources { texts: Texts::of(language), event, names };
    let (title, path, lines) = match (post.what, post.round) {
        (DiscordSubject::Standings, _) => sources.standings()?,
        (what, Some(round)) => {
            let (phase, round) = event.round(round).filter(|(_, round)| round.number > 0)?;
            let is_over = what == DiscordSubject::Round;
            if is_over != (round.status == ProgressStatus::Complete) {
                return None;
            }
            let name = bracket_matches(event, phase, round).map_or(RoundName::Number(round.number), RoundName::Bracket);
            let title = sources.texts.say(if is_over { "public-results" } else { "public-pairings" });
            let title = format!("{}: {title}", sources.texts.round(name));
            (title, format!("rounds/{}/?by=table", round.number), sources.tables(round))
        }
        _ => return None,
    };
    let most = if matches!(post.what, DiscordSubject::Pairings | DiscordSubject::Start) { usize::MAX } else { TOP };
    let url = format!("{public_url}/events/{}/{path}", event.id);
    let description = sources.description(&lines, most, &url)?;
    let title = format!("{title} – {}", escaped(&event.details.name));
    let embed = json!({"title": title, "url": url, "description": description});
    Some(json!({"embeds": [embed], "allowed_mentions": {"parse": []}}).to_string())
}

impl Sources<'_> {
    /// Joins the first lines, as many as fit, with a link to the others.
    fn description(&self, lines: &[String], most: usize, url: &str) -> Option<String> {
        let mut length = 0;
        let fit = lines.iter().take(most).take_while(|line| {
            length += line.encode_utf16().count() + 1;
            length <= DESCRIPTION
        });
        let mut shown: Vec<_> = fit.cloned().collect();
        let more = lines.len() - shown.len();
        if more > 0 {
            shown.push(format!("[{}]({url})", self.texts.with("panel-discord-more", "count", more)));
        }
        (!shown.is_empty()).then(|| shown.join("\n"))
    }

    fn standings(&self) -> Option<(String, String, Vec<String>)> {
        let (_, last) = self.event.begun_round().filter(|_| self.event.lifecycle.is_finished())?;
        let places = standings_after(self.event, last.id)?;
        let lines = places.iter().map(|place| {
            let Score { points, wins, losses, draws, .. } = place.score;
            format!("**{}** {} {points} ({wins}–{losses}–{draws})", place.rank, self.name(place.competitor))
        });
        Some((self.texts.say("public-standings-final"), "standings/".into(), lines.collect()))
    }

    /// Returns the tables at which there are matches, by number; who plays none comes last.
    fn tables(&self, round: &Round) -> Vec<String> {
        let (status, teams) = (round.status, round.team_matches.iter());
        let teams = teams.map(|it| {
            let sides: Vec<_> = it.teams.iter().map(|team| EntrantId::from(*team)).collect();
            let kind = if it.is_bye { PairingKind::Bye } else { PairingKind::Versus };
            (it.first_table_number, kind, sides, it.counted_result(status))
        });
        let players = round.matches.iter().map(|it| {
            let sides = it.pairing.players.iter().map(|player| EntrantId::from(*player)).collect();
            (it.pairing.table_number, it.pairing.kind, sides, it.counted_result(status))
        });
        let mut tables: Vec<_> = teams.chain(players).filter(|(_, kind, ..)| *kind != PairingKind::Seating).collect();
        tables.sort_by_key(|(number, kind, ..)| (*kind != PairingKind::Versus, *number));
        tables.into_iter().map(|(number, kind, sides, result)| self.table(number, kind, &sides, result)).collect()
    }

    fn table(&self, number: i32, kind: PairingKind, sides: &[EntrantId], result: Option<MatchResult>) -> String {
        let names: Vec<_> = sides.iter().map(|side| self.name(*side)).collect();
        let result = result.map(|result| score(self.texts, &result));
        // No line begins with a name, which could look like a list or a heading.
        match kind {
            PairingKind::Bye => format!("{}: {}", self.texts.say("desk-bye"), names.join(" ")),
            PairingKind::AssignedLoss => format!("{}: {}", self.texts.say("desk-assigned-loss"), names.join(" ")),
            PairingKind::Versus | PairingKind::Seating if names.len() > 2 => {
                let seats: Vec<_> = (1..).zip(names).map(|(seat, name): (usize, _)| format!("{seat} {name}")).collect();
                let result = result.map_or_else(String::new, |result| format!(" – {result}"));
                format!("**{number}** {}{result}", seats.join(", "))
            }
            PairingKind::Versus | PairingKind::Seating => {
                format!("**{number}** {}", names.join(&format!(" {} ", result.as_deref().unwrap_or("–"))))
            }
        }
    }

    fn name(&self, side: EntrantId) -> String {
        let name = match self.event.player_of(side) {
            None => self.event.team(side.0.into()).map(|team| &team.name),
            Some(player) => self.event.registration(player).and_then(|entry| self.names.get(&entry.user_id)),
        };
        name.map_or_else(String::new, |name| escaped(name))
    }
}

/// Returns a name of which Discord makes no mention, no link and no form of its own.
fn escaped(name: &str) -> String {
    let (mut escaped, clean) = (String::new(), names::clean(name));
    for letter in clean.chars().take(NAME) {
        if r"\*_~`|<>[]:".contains(letter) {
            escaped.push('\\');
        }
        escaped.push(letter);
        if letter == '@' {
            escaped.push('\u{200b}');
        }
    }
    if clean.chars().nth(NAME).is_some() {
        escaped.push('…');
    }
    names::isolated(&escaped).into_owned()
}

#[cfg(test)]
mod tests;

//! Earlier penalties of a player, and the penalties that are suggested for infractions (`domain::infractions`). Those of the
//! same event and day count.

use api_kit::spelling::is_same;
use api_kit::store_failed;
use chrono::{DateTime, Utc};
use domain::infractions::{INFRACTIONS, Infraction, applies_at, counts, day_of};
use domain::permissions::Operation;
use domain::time_zone::Zone;
use domain::tournament::{PlayerPenalty, Registration};
use proto_events::vocabulary::Penalty;
use serde::Deserialize;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::desk::event::Desk;
use crate::parts::control::Choice;
use crate::texts::{Language, Texts};

/// A penalty of the player in another event of the organization, from the views of penalties.
#[derive(Deserialize)]
pub(crate) struct Elsewhere {
    pub(crate) event_id: i64,
    pub(crate) event_name: String,
    pub(crate) penalty: Penalty,
    pub(crate) infraction: String,
    pub(crate) note: String,
    pub(crate) issued_at: DateTime<Utc>,
    pub(crate) withdrawn_at: Option<DateTime<Utc>>,
}

pub(crate) fn place_of(desk: &Desk<'_>, penalty: &PlayerPenalty) -> String {
    let (texts, state, issued) = (desk.texts, desk.state(), &penalty.issued);
    let round = issued.round_id.and_then(|round| state.round(round)).map(|(_, round)| desk.round_name(round));
    let placed = issued.match_id.and_then(|id| state.placed(id));
    let table = placed.map(|placed| texts.with("desk-table-number", "table", placed.table.pairing.table_number));
    round.into_iter().chain(table).collect::<Vec<_>>().join(", ")
}

/// Returns a player's penalties in other events of the organization, newest first. None for a person whose role is for
/// this event alone.
pub(crate) async fn elsewhere(desk: &Desk<'_>, entry: &Registration) -> Result<Vec<Elsewhere>, Problem> {
    if !desk.request.may(Operation::ReadDesk) {
        return Ok(Vec::new());
    }
    let organization_id = desk.session.organization_id()?;
    let theirs = format!("{}/", entry.user_id);
    let events = desk.shared.views.documents_under(organization_id, ViewKind::PlayerPenalties, &theirs).await;
    let mut found = Vec::new();
    for event in events.map_err(store_failed)? {
        let known: Vec<Elsewhere> = serde_json::from_slice(&event.body.for_everyone()).map_err(Problem::internal)?;
        found.extend(known.into_iter().filter(|known| known.event_id != desk.state().id.0));
    }
    found.sort_by_key(|known| std::cmp::Reverse(known.issued_at));
    Ok(found)
}

pub(crate) fn earlier_today<'a>(desk: &'a Desk<'_>, entry: &Registration) -> Vec<&'a PlayerPenalty> {
    let (state, zone) = (desk.state(), Zone::of(desk.state().details.time_zone.as_deref()));
    let today = day_of(zone, desk.shared.clock.now());
    let own = state.penalties.iter().filter(|penalty| penalty.issued.registration_id == entry.id);
    own.filter(|penalty| penalty.withdrawn.is_none() && day_of(zone, penalty.by.at) == today).collect()
}

/// Returns the names of the infractions, in their order in [`INFRACTIONS`].
fn names(texts: &Texts) -> Vec<String> {
    texts.say("desk-infractions").lines().map(str::to_owned).collect()
}

/// Returns the place of an infraction in [`INFRACTIONS`] by its name in any language; `None` for a free text.
fn index_of(name: &str) -> Option<usize> {
    Language::ALL.iter().find_map(|language| names(Texts::of(*language)).iter().position(|known| is_same(known, name)))
}

/// Returns the infractions that the penalties before were given for.
fn counted(earlier: &[&PlayerPenalty]) -> Vec<usize> {
    let counted = earlier.iter().map(|earlier| &earlier.issued).filter(|issued| counts(issued.penalty));
    counted.filter_map(|issued| index_of(&issued.infraction)).collect()
}

/// Returns the infractions to choose from, each with the penalty that is suggested after these.
pub(crate) fn infraction_choices(desk: &Desk<'_>, earlier: &[&PlayerPenalty]) -> Vec<Choice> {
    let (texts, earlier) = (desk.texts, counted(earlier));
    let applies = applies_at(desk.state().details.rules_level);
    let choice = |(index, (name, infraction)): (usize, (String, &Infraction))| {
        let count = earlier.iter().filter(|known| **known == index).count();
        let label = if applies { suggestion(texts, &name, infraction, count) } else { name.clone() };
        Choice::new(name, label, false)
    };
    names(texts).into_iter().zip(INFRACTIONS).enumerate().map(choice).collect()
}

/// Says what is suggested for an infraction: `Slow Play – no. 2 today: Game loss`.
fn suggestion(texts: &Texts, name: &str, infraction: &Infraction, earlier: usize) -> String {
    let suggested = infraction.suggested(earlier);
    let penalty = suggested.map_or_else(|| texts.say("desk-penalty-none"), |penalty| texts.term(penalty));
    let upgrade = infraction.next_upgrade(earlier);
    let (at, upgraded) = upgrade.map_or((0, String::new()), |(at, penalty)| (at, texts.term(penalty)));
    let values = [
        ("infraction", name.into()),
        ("number", (earlier + 1).into()),
        ("penalty", penalty.into()),
        ("at", at.into()),
        ("upgraded", upgraded.into()),
    ];
    texts.with_all("desk-suggestion", values)
}

pub(crate) fn penalty_choices(desk: &Desk<'_>) -> Vec<Choice> {
    let sent = desk.form.exact("penalty");
    let chosen = if sent.is_empty() { Penalty::Warning.wire_name() } else { sent };
    let choice =
        |penalty: &Penalty| Choice::new(penalty.wire_name(), desk.texts.term(*penalty), penalty.wire_name() == chosen);
    Penalty::ALL.iter().map(choice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_names_all_infractions_in_one_order() {
        for language in Language::ALL {
            assert_eq!(names(Texts::of(language)).len(), INFRACTIONS.len(), "{}", language.tag());
        }
        let english = names(Texts::of(Language::English));
        assert!(english.iter().zip(INFRACTIONS).all(|(name, infraction)| name == infraction.name), "{english:?}");
        let slow_play = INFRACTIONS.iter().position(|infraction| infraction.name == "Slow Play");
        assert_eq!([index_of("Langsames Spiel"), index_of("slow play")], [slow_play; 2]);
        assert_eq!(index_of("Ate the cards"), None);
    }

    #[test]
    fn suggestion_says_the_number_of_the_day_and_the_upgrade_to_come() {
        let texts = Texts::of(Language::English);
        let said = |name: &str, earlier| {
            let infraction = INFRACTIONS.iter().find(|infraction| infraction.name == name).unwrap();
            suggestion(texts, name, infraction, earlier)
        };
        assert_eq!(said("Game Rule Violation", 0), "Game Rule Violation – Warning; no. 3: Game loss");
        assert_eq!(said("Game Rule Violation", 1), "Game Rule Violation – no. 2 today: Warning; no. 3: Game loss");
        assert_eq!(said("Game Rule Violation", 2), "Game Rule Violation – no. 3 today: Game loss");
        assert_eq!(said("Missed Trigger", 2), "Missed Trigger – no. 3 today: no penalty");
        assert_eq!(said("Tardiness", 0), "Tardiness – Game loss");
    }
}

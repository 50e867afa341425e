//! What others changed at an event since a page was shown. A form names the version of the event that its page showed.
//! So no one overwrites a change without knowing it: what only one person changed is kept, and where two people changed
//! the same thing, the second is asked.

use std::collections::HashMap;
use std::sync::Arc;

use domain::tournament::Tournament;
use proto_events::{DomainEvent, Envelope, TournamentEvent, Version};
use serde_json::{Map, Value};
use service_kit::problem::Problem;
use write_api::Folded;

use crate::desk::audit_words::Words;
use crate::desk::event::Desk;
use crate::desk::event_form::rules::RULE_SET;
use crate::desk::event_form::{Setting, SettingsForm};
use crate::serving::failures::{PageError, failed};
use crate::texts::Texts;

const NAMED: usize = 5;

fn older_version(desk: &Desk<'_>) -> Option<Version> {
    let shown: Version = api_kit::path::integer(desk.form.exact("version"))?;
    (1..desk.version()).contains(&shown).then_some(shown)
}

/// Returns what happened since the page of a form was shown, of these kinds, in words. Nothing if the form names no
/// version.
pub(crate) async fn happened(desk: &Desk<'_>, which: fn(&TournamentEvent) -> bool) -> Result<Vec<String>, Problem> {
    let Some(shown) = older_version(desk) else { return Ok(Vec::new()) };
    let mut changes =
        desk.shared.commands.history_between(desk.state().id, shown, Version::MAX).await.map_err(failed)?;
    changes.retain(|change| matches!(&change.event, DomainEvent::Tournament(event) if which(event)));
    let newest = changes.split_off(changes.len().saturating_sub(NAMED));
    if newest.is_empty() {
        return Ok(Vec::new());
    }
    let words = Words::load(desk, &newest).await?;
    Ok(newest.iter().map(|change| words.say(change)).collect())
}

/// Returns the event as the page of a form showed it. `None` if it has not changed since.
pub(crate) async fn as_shown(desk: &Desk<'_>) -> Result<Option<Arc<Folded<Tournament>>>, Problem> {
    match older_version(desk) {
        Some(shown) => desk.shared.commands.tournament_at(desk.state().id, shown).await.map_err(failed),
        None => Ok(None),
    }
}

/// Returns what a form of settings shows: the values of now, and over them what was typed if it was refused. `of` fills the
/// form from a state of the event.
pub(crate) async fn fields(
    desk: &Desk<'_>,
    table: &'static [Setting],
    of: impl Fn(&Tournament) -> SettingsForm,
) -> Result<SettingsForm, Problem> {
    let now = of(desk.state());
    let Some(form) = desk.typed() else { return Ok(now) };
    let shown = as_shown(desk).await?.map_or_else(|| of(desk.state()), |shown| of(&shown.state));
    Ok(SettingsForm::sent(table, form).on_top_of(&shown, &now))
}

/// Returns the fields of a form of settings that this person changed. `label` returns the key of a field's label. Another
/// rule set replaces all rules but those that were typed with it.
///
/// # Errors
/// What others changed in these fields since the page was shown.
pub(crate) async fn changed(
    desk: &Desk<'_>,
    table: &'static [Setting],
    of: impl Fn(&Tournament) -> SettingsForm,
    label: fn(&str) -> String,
) -> Result<Value, PageError> {
    let (now, sent) = (of(desk.state()), SettingsForm::sent(table, &desk.form));
    let shown = as_shown(desk).await?.map_or_else(|| of(desk.state()), |shown| of(&shown.state));
    let (mut body, conflicts) = merged(&shown.body(), &now.body(), &sent.body());
    if body.contains_key(RULE_SET) {
        body.extend(sent.rules_typed_over(&shown));
    }
    if conflicts.is_empty() {
        return Ok(Value::Object(body));
    }
    Err(PageError::Form(said(desk, &conflicts, label, |state| of(state).body()).await?.into()))
}

/// Whether a change is a step of the event or of a round, after which the buttons of an older page mean something else.
pub(crate) fn is_step(change: &TournamentEvent) -> bool {
    use TournamentEvent as E;
    matches!(
        change,
        E::LifecycleChanged { .. }
            | E::RoundAdded { .. }
            | E::MatchesPaired { .. }
            | E::TeamsPaired { .. }
            | E::PairingsPublished { .. }
            | E::PairingsDiscarded { .. }
            | E::RoundRemoved { .. }
            | E::RoundStarted { .. }
            | E::RoundCompleted { .. }
            | E::CutMade { .. }
    )
}

/// A field that another person has changed to another value: its name, that value, and this person's value.
type Conflict = (String, Value, Value);

/// Compares the fields that a page showed with those of now and those that were sent. A field that this person left as it
/// was shown is not sent, so that another person's change of it stays. Returns the fields that this person changed, and the conflicts among them.
fn merged(shown: &Value, now: &Value, sent: &Value) -> (Map<String, Value>, Vec<Conflict>) {
    let (mut body, mut conflicts) = (Map::new(), Vec::new());
    for (name, mine) in sent.as_object().into_iter().flatten() {
        let (before, theirs) = (&shown[name], &now[name]);
        if mine == before || mine == theirs {
            continue;
        }
        body.insert(name.clone(), mine.clone());
        if theirs != before {
            conflicts.push((name.clone(), theirs.clone(), mine.clone()));
        }
    }
    (body, conflicts)
}

/// Says which fields another person has changed since the page of a form was shown, and how. `values` returns the fields of
/// a state.
async fn said(
    desk: &Desk<'_>,
    conflicts: &[Conflict],
    label: fn(&str) -> String,
    values: impl Fn(&Tournament) -> Value,
) -> Result<Vec<String>, Problem> {
    let texts = desk.texts;
    let mut last: HashMap<&str, Envelope> = HashMap::new();
    if let Some(shown) = as_shown(desk).await? {
        let (mut state, mut before) = (shown.state.clone(), values(&shown.state));
        for change in
            desk.shared.commands.history_between(desk.state().id, shown.version, Version::MAX).await.map_err(failed)?
        {
            state.apply(&change).map_err(Problem::internal)?;
            let after = values(&state);
            let changed = conflicts.iter().filter(|(field, ..)| before[field] != after[field]);
            last.extend(changed.map(|(field, ..)| (field.as_str(), change.clone())));
            before = after;
        }
    }
    let changes: Vec<_> = last.values().cloned().collect();
    let words = Words::load(desk, &changes).await?;
    let line = |(field, theirs, mine): &Conflict| {
        let by = last.get(field.as_str()).map_or_else(|| texts.say("desk-someone"), |change| words.by(&change.actor));
        conflict(texts, &by, texts.say(&label(field)), theirs, mine)
    };
    Ok(conflicts.iter().map(line).chain([texts.say("desk-conflict-again")]).collect())
}

fn conflict(texts: &Texts, by: &str, field: String, theirs: &Value, mine: &Value) -> String {
    let values = [
        ("by", by.into()),
        ("field", field.into()),
        ("theirs", shown(texts, theirs).into()),
        ("mine", shown(texts, mine).into()),
    ];
    texts.with_all("desk-conflict", values)
}

fn shown(texts: &Texts, value: &Value) -> String {
    match value {
        Value::Bool(true) => texts.say("desk-value-yes"),
        Value::Bool(false) => texts.say("desk-value-no"),
        Value::String(text) if !text.is_empty() => format!("“{text}”"),
        Value::Number(number) => number.to_string(),
        Value::Array(values) if !values.is_empty() => {
            values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        }
        Value::Null | Value::String(_) | Value::Array(_) | Value::Object(_) => texts.say("desk-value-none"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::texts::Language;

    #[test]
    fn only_what_two_people_changed_is_a_conflict() {
        let shown = json!({"name": "Cup", "capacity": 8, "top_cut": 0, "rounds": null});
        let now = json!({"name": "Cup", "capacity": 16, "top_cut": 4, "rounds": 3});
        let sent = json!({"name": "Open", "capacity": 32, "top_cut": 0, "rounds": 3});
        let (body, conflicts) = merged(&shown, &now, &sent);
        assert_eq!(Value::Object(body), json!({"name": "Open", "capacity": 32}));
        assert_eq!(conflicts, [("capacity".to_owned(), json!(16), json!(32))]);
    }

    #[test]
    fn a_conflict_is_said_in_a_sentence() {
        let said = conflict(Texts::of(Language::English), "Lee Adler", "places".into(), &json!(16), &Value::Null);
        assert_eq!(said, "Lee Adler has changed “places” to 16. You entered: nothing.");
        let said = conflict(Texts::of(Language::English), "Lee Adler", "Byes".into(), &json!([1, 2]), &json!("x"));
        assert_eq!(said, "Lee Adler has changed “Byes” to 1, 2. You entered: “x”.");
    }
}

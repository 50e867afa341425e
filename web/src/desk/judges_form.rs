//! Reads the forms of judges, which are on several pages, as requests to the interface. A button names its step and the
//! id that it is about; the other forms are known by their fields.

use api_kit::spelling::is_same;
use axum::http::Method;
use domain::tournament::{Match, Round, Tournament};
use proto_events::ids::{MatchId, RegistrationId, RoundId};
use serde_json::{Value, json};

use crate::desk::event::{Desk, Event};
use crate::serving::interface::Call;
use crate::serving::request::PageRequest;

const SECONDS_PER_MINUTE: i32 = 60;

/// A form that was sent.
pub(crate) struct Sent {
    /// The request that carries it out.
    pub(crate) call: Call,
    /// The page that follows.
    pub(crate) back: Back,
    /// Whether it adds to a number, so that the same form sent again is another request, which its key refuses.
    pub(crate) is_sum: bool,
}

impl Sent {
    fn new(call: Call, back: Back) -> Self {
        Self { call, back, is_sum: false }
    }
}

/// The page that follows.
pub(crate) enum Back {
    /// The tab of judges.
    Judges,
    /// The tab of judges, with the penalty that was issued.
    Issued,
    /// The page of a match.
    Match(MatchId),
    /// The page of a player.
    Player(RegistrationId),
}

impl Back {
    /// Returns its address; the document is the answer of the interface.
    pub(crate) fn address(&self, event: &Event, document: &Value) -> String {
        match self {
            Self::Judges => event.page("judges"),
            Self::Issued => format!("{}?issued={}", event.page("judges"), document["id"]),
            Self::Match(id) => event.page(&format!("matches/{id}")),
            Self::Player(id) => event.page(&format!("players/{id}")),
        }
    }
}

/// A step of a button: method, address below the event for an id, and body.
type Step = fn(i64) -> (Method, String, Value);

/// The steps by the names of their buttons.
const STEPS: [(&str, Step); 9] = [
    ("take", |id| (Method::POST, format!("calls/{id}/answer/"), Value::Null)),
    ("close", |id| (Method::POST, format!("calls/{id}/close/"), Value::Null)),
    ("withdraw", |id| (Method::DELETE, format!("penalties/{id}/"), Value::Null)),
    ("restore", |id| (Method::POST, format!("penalties/{id}/restore/"), Value::Null)),
    ("check", |id| change_match(id, json!({ "deck_check_started": true }))),
    ("checked", |id| change_match(id, json!({ "deck_check_completed": true }))),
    ("uncheck", |id| change_match(id, json!({ "deck_check_started": false }))),
    ("feature", |id| change_match(id, json!({ "is_feature_match": true }))),
    ("unfeature", |id| change_match(id, json!({ "is_feature_match": false }))),
];

fn change_match(id: i64, change: Value) -> (Method, String, Value) {
    (Method::PATCH, format!("matches/{id}/"), change)
}

/// Reads the form of a request.
///
/// # Errors
/// Its fault, in a sentence.
pub(crate) fn read(desk: &Desk<'_>) -> Result<Sent, String> {
    let form = &desk.request.form;
    if let Some((name, step)) = STEPS.iter().find(|(name, _)| form.is_checked(name)) {
        let (method, below, body) = step(id(desk.request, name)?);
        return Ok(Sent::new(Call::new(method, desk.address(&below), body), back(desk.request)));
    }
    if form.is_checked("infraction") {
        return Ok(Sent::new(penalty(desk)?, Back::Issued));
    }
    if form.is_checked("minutes") {
        return Ok(Sent { is_sum: true, ..Sent::new(extension(desk)?, back(desk.request)) });
    }
    if form.is_checked("count") {
        return Ok(Sent::new(draw(desk)?, Back::Judges));
    }
    if form.is_checked("call") {
        return Ok(Sent::new(new_call(desk), Back::Judges));
    }
    Err(desk.texts.say("desk-judges-unknown"))
}

/// Returns the page that the form is on.
fn back(request: &PageRequest) -> Back {
    let id = |name| api_kit::path::integer(request.form.exact(name));
    match (request.form.exact("from"), id("match"), id("registration")) {
        ("match", Some(id), _) => Back::Match(MatchId(id)),
        ("player", _, Some(id)) => Back::Player(RegistrationId(id)),
        _ => Back::Judges,
    }
}

/// Returns the id in a field.
fn id(request: &PageRequest, name: &str) -> Result<i64, String> {
    api_kit::path::integer(request.form.exact(name)).ok_or_else(|| request.texts.say("desk-judges-unknown"))
}

/// Returns a number as the interface takes it. Anything else is sent as it was typed, and refused there.
fn number(text: &str) -> Value {
    text.parse::<i32>().map_or_else(|_| json!(text), |number| json!(number))
}

/// Makes a request that is carried out once, whatever other forms of the same page were sent.
fn once(request: &PageRequest, what: &str, call: Call) -> Call {
    let form_id = request.form.exact("form_id");
    if form_id.is_empty() { call } else { call.once(&format!("{form_id}-{what}")) }
}

fn penalty(desk: &Desk<'_>) -> Result<Call, String> {
    let (form, state) = (&desk.request.form, desk.state());
    let player = match form.exact("registration") {
        "" => named(desk, form.text("player"))?,
        _ => RegistrationId(id(desk.request, "registration")?),
    };
    let round_id = match form.exact("round") {
        "" => None,
        _ => Some(RoundId(id(desk.request, "round")?)),
    };
    let body = json!({
        "registration_id": player,
        "round_id": round_id,
        "match_id": round_id.and_then(|round| match_of(state, round, player)),
        "infraction": form.text("infraction"),
        "penalty": form.exact("penalty"),
        "note": form.text("note"),
    });
    let body = without_nulls(body);
    Ok(once(desk.request, "penalty", Call::new(Method::POST, desk.address("penalties/"), body)))
}

/// Removes members that are null: the interface takes a field with a value or none.
fn without_nulls(mut body: Value) -> Value {
    if let Some(fields) = body.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    body
}

/// Returns the player with this name.
fn named(event: &Event, name: &str) -> Result<RegistrationId, String> {
    let texts = event.texts;
    let mut found = event.state().registrations.iter().filter(|entry| is_same(&event.name_of(entry.user_id), name));
    match (found.next(), found.next()) {
        (None, _) => Err(texts.with("desk-judges-no-player", "name", name)),
        (Some(entry), None) => Ok(entry.id),
        (Some(_), Some(_)) => Err(texts.with("desk-judges-two-players", "name", name)),
    }
}

/// Returns the match of a player in a round.
fn match_of(state: &Tournament, round: RoundId, player: RegistrationId) -> Option<MatchId> {
    let (_, round) = state.round(round)?;
    round.all_matches().find(|table| table.pairing.players.contains(&player)).map(Match::id)
}

/// Adds minutes to the extension of a match, which is given by its id or by its table in the last round. The sum is that
/// of the state which the request expects, so extensions by two judges are both counted. A form that is sent again is
/// known by the match and the minutes in its key, and adds nothing.
fn extension(desk: &Desk<'_>) -> Result<Call, String> {
    let (form, texts) = (&desk.request.form, desk.texts);
    let id = match form.exact("match") {
        "" => {
            let table = form.text("table");
            let mut tables = desk.last_round().into_iter().flat_map(Round::all_matches);
            let found = tables.find(|known| known.pairing.table_number.to_string() == table);
            found.ok_or_else(|| texts.with("desk-result-no-table", "table", table))?.id()
        }
        _ => MatchId(id(desk.request, "match")?),
    };
    let minutes = form.text("minutes").parse::<i32>().map_err(|_| texts.say("desk-judges-minutes"))?;
    let now = desk.state().placed(id).map_or(0, |placed| placed.table.time_extension_seconds);
    let seconds = minutes.saturating_mul(SECONDS_PER_MINUTE).saturating_add(now).max(0);
    let (method, below, body) = change_match(id.0, json!({ "time_extension_seconds": seconds }));
    let call = Call::new(method, desk.address(&below), body).at_version(desk.version());
    Ok(once(desk.request, &format!("extension-{id}-{minutes}"), call))
}

fn draw(desk: &Desk<'_>) -> Result<Call, String> {
    let round = id(desk.request, "round")?;
    let body = json!({ "count": number(desk.request.form.text("count")) });
    let call = Call::new(Method::POST, desk.address(&format!("rounds/{round}/deck-checks/")), body);
    Ok(once(desk.request, "draw", call))
}

fn new_call(desk: &Desk<'_>) -> Call {
    let (table, note) = (desk.request.form.text("table"), desk.request.form.text("note"));
    let table = if table.is_empty() { Value::Null } else { number(table) };
    let body = without_nulls(json!({ "table": table, "note": note }));
    once(desk.request, "call", Call::new(Method::POST, desk.address("calls/"), body))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_sent_as_numbers_and_the_rest_as_typed() {
        assert_eq!((number("4"), number("four")), (json!(4), json!("four")));
        assert_eq!(without_nulls(json!({ "table": null, "note": "" })), json!({ "note": "" }));
    }
}

//! The answers in a file: the event, and the states of its play. They may be single, in a list, or in an object.

use serde_json::Value;

use crate::object::{Cursor, Object};
use crate::problems::{Path, ProblemSink};

/// Names of a state of play, by the form of the answer.
const STATES: [&str; 4] = ["gameState", "gameStateAtRound", "gameStateV2", "gameStateV2AtRound"];
/// The known members of an answer. It may be a state without a name.
const ANSWER: &str = "data event gameState gameStateAtRound gameStateV2 gameStateV2AtRound rounds teams \
                      currentRoundNumber standings roundNumber number isPlayoff matches id eventId roundId timerId \
                      canRollback";
/// The known members of an event. Numbers of players and the size of the playoff follow from the rounds.
const EVENT: &str = "id title status eventFormat format actualStartTime scheduledStartTime gameState gameStateAtRound \
                     gameStateV2 gameStateV2AtRound numberOfPlayers requiredTeamSize hasTop8";
/// The known members of the format of an event. Its id and color are for the pages of EventLink.
const FORMAT: &str = "name id color";
/// The known members of a state.
const STATE: &str = "teams currentRoundNumber rounds standings id eventId";
/// Limit of answers in a file.
const ANSWERS: usize = 1_000;

/// A part of an answer: the event, or a state of its play with rounds and more. Its path is `event.gameState`, or
/// `rounds[2].gameStateV2AtRound`.
pub(super) struct Part<'a> {
    value: &'a Value,
    path: String,
}

impl Part<'_> {
    pub(super) fn object<'s>(&'s self, problems: &'s ProblemSink) -> Option<Object<'s>> {
        Cursor { value: self.value, path: Path::Field(&Path::Root, &self.path), problems }.dictionary()
    }
}

pub(crate) fn is_one(file: &Value) -> bool {
    match file {
        Value::Array(items) => items.first().is_some_and(is_answer),
        file => is_answer(file),
    }
}

fn is_answer(value: &Value) -> bool {
    let data = value.get("data").unwrap_or(value);
    let has_error = value.get("errors").and_then(|errors| errors.get(0)).is_some_and(|it| it.get("message").is_some());
    has_error || data.get("event").is_some_and(Value::is_object) || STATES.iter().any(|name| data.get(name).is_some())
}

/// What the answers have until now.
struct Found<'a> {
    event: Option<Part<'a>>,
    states: Vec<Part<'a>>,
    count: usize,
    problems: &'a ProblemSink,
}

/// Finds the event and the states of its play in the answers of a file. `None` if there is a problem.
pub(super) fn find(file: Cursor<'_>) -> Option<(Part<'_>, Vec<Part<'_>>)> {
    let mut found = Found { event: None, states: Vec::new(), count: 0, problems: file.problems };
    match file.value {
        Value::Array(items) => found.add_list(items, "")?,
        value => found.add(value, "")?,
    }
    let message = match (found.event, found.states) {
        (Some(event), states) if !states.is_empty() => return Some((event, states)),
        (None, _) => "has no answer with the event; add that of the query `event`, with its title and start",
        _ => "has no answer with rounds; add those of the query `gameStateV2AtRound`, one for each round",
    };
    file.problem(message);
    None
}

impl<'a> Found<'a> {
    fn add_list(&mut self, items: &'a [Value], path: &str) -> Option<()> {
        for (place, item) in items.iter().enumerate() {
            self.add(item, &format!("{path}[{place}]"))?;
        }
        Some(())
    }

    /// Adds what an answer has. `None` if it is an error.
    fn add(&mut self, answer: &'a Value, path: &str) -> Option<()> {
        self.count += 1;
        if self.count > ANSWERS {
            self.problems.add(Path::Root, format!("has more than {ANSWERS} answers, the limit for one tournament"));
            return None;
        }
        if let Some(error) = answer.get("errors").and_then(|errors| errors.get(0)) {
            let message = error.get("message").and_then(Value::as_str).unwrap_or("without a message");
            let message: String = message.chars().take(200).collect();
            let at = joined(path, "errors[0]");
            self.problems.add(Path::Field(&Path::Root, &at), format!("the answer is an error: {message}; ask again"));
            return None;
        }
        self.know(answer, path, ANSWER);
        let (answer, path) = match answer.get("data") {
            Some(data) => (data, joined(path, "data")),
            None => (answer, path.to_owned()),
        };
        if let Some(event) = answer.get("event").filter(|event| event.is_object()) {
            let path = joined(&path, "event");
            self.know(event, &path, EVENT);
            self.know(&event["eventFormat"], &joined(&path, "eventFormat"), FORMAT);
            self.add_states(event, &path);
            self.event.get_or_insert(Part { value: event, path });
        }
        self.know(answer, &path, ANSWER);
        self.add_states(answer, &path);
        match answer.get("rounds") {
            // A state without a name: its rounds have matches.
            Some(Value::Array(_)) if answer.get("teams").is_some() => {
                self.states.push(Part { value: answer, path });
            }
            Some(Value::Array(answers)) if !path.contains("rounds") => {
                self.add_list(answers, &joined(&path, "rounds"))?;
            }
            Some(deeper) => self.know(deeper, &joined(&path, "rounds"), ANSWER),
            None => {}
        }
        Some(())
    }

    fn know(&self, value: &Value, path: &str, known: &str) {
        let path = if path.is_empty() { Path::Root } else { Path::Field(&Path::Root, path) };
        Cursor { value, path, problems: self.problems }.know(known);
    }

    fn add_states(&mut self, holder: &'a Value, path: &str) {
        for name in STATES {
            if let Some(value) = holder.get(name).filter(|value| !value.is_null()) {
                let path = joined(path, name);
                self.know(value, &path, STATE);
                self.states.push(Part { value, path });
            }
        }
    }
}

fn joined(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

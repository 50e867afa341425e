//! `/desk/events/{id}/players/paste/`: registers a list of players. The first answer is a preview; the second form
//! registers the lines that are chosen in it, one by one, and says what was done.

use std::collections::{BTreeSet, HashMap, HashSet};

use api_kit::known_people::Found;
use api_kit::spelling::{folded, is_similar};
use askama::Template;
use fluent_bundle::FluentValue;
use importers::{Guess, ImportProblem, PastedList, PastedPlayer};
use proto_events::ids::UserId;
use service_kit::problem::Problem;
use write_api::registrations::register_player::NewRegistration;

use crate::desk::event::{Desk, EventFrame};
use crate::desk::players::{self, Person, by_id, by_name, is_registered};
use crate::serving::failures::{PageError, PageResult};
use crate::texts::Texts;

/// Maximum number of lines. Each takes a write to register, while other staff work on.
const LINES: usize = 300;

#[derive(Template)]
#[template(path = "desk/paste.html")]
struct PastePage<'a> {
    frame: EventFrame<'a>,
    text: String,
    /// The lines of the preview; none before the preview.
    rows: Vec<PastedRow>,
    /// How the columns were read, in words.
    notices: Vec<String>,
    /// How many players were registered, in words, when it is done. The text then has the names that were refused.
    done: Option<String>,
}

struct PastedRow {
    line: usize,
    name: String,
    /// The person who was found for it, in words.
    found: String,
    choice: PasteChoice,
}

/// How a line can be registered. Values are those of the field `line`.
enum PasteChoice {
    Nothing,
    /// The value, and whether it is checked.
    Checkbox(String, bool),
    /// Values with labels; an empty value registers no one.
    Select(Vec<(String, String)>),
}

pub(crate) async fn show(desk: &Desk<'_>) -> PageResult {
    desk.page(&page(desk))
}

pub(crate) async fn send(desk: &Desk<'_>) -> PageResult {
    let texts = desk.texts;
    let list = PastedList::read(desk.form.exact("text"));
    let mut faults: Vec<_> = list.problems.iter().map(|problem| of_list(texts, problem)).collect();
    if list.players.is_empty() && faults.is_empty() {
        faults.push(texts.say("desk-paste-empty"));
    }
    if list.players.len() > LINES {
        faults.push(texts.with("desk-paste-too-long", "most", LINES));
    }
    if !faults.is_empty() {
        return Err(PageError::Form(faults.into()));
    }
    let empty = page(desk);
    match desk.form.exact("step") {
        "change" => desk.page(&empty),
        "register" => register(desk, &list).await,
        _ => {
            let rows = rows(desk, &list).await?;
            desk.page(&PastePage { rows, notices: notices(texts, &list), ..empty })
        }
    }
}

fn of_row(texts: &Texts, problem: &ImportProblem) -> String {
    let why = texts.message(&problem.message);
    match problem.column.as_deref() {
        Some(column) => texts.with_all("desk-paste-in-column", [("column", column.into()), ("why", why.into())]),
        None => why,
    }
}

pub(crate) fn of_list(texts: &Texts, problem: &ImportProblem) -> String {
    let why = of_row(texts, problem);
    match problem.line {
        Some(line) => texts.with_all("desk-paste-at-line", [("line", line.into()), ("why", why.into())]),
        None => why,
    }
}

fn notices(texts: &Texts, list: &PastedList) -> Vec<String> {
    let guess = list.guess.map(|guess| match guess {
        Guess::Whole => texts.say("desk-paste-guess-whole"),
        Guess::InParts => texts.say("desk-paste-guess-parts"),
    });
    let addresses = list.had_addresses.then(|| texts.say("desk-paste-addresses"));
    let header = list.header.as_ref().map(|(line, names)| {
        texts.with_all("desk-paste-header", [("line", (*line).into()), ("names", names.as_str().into())])
    });
    let columns = list.unread.join(", ");
    let unread = (!columns.is_empty()).then(|| texts.with("desk-paste-unread", "columns", columns));
    [header, guess, addresses, unread].into_iter().flatten().collect()
}

/// Registers the chosen lines. Each line has an idempotency key of its own, so the same form again registers no one
/// twice.
async fn register(desk: &Desk<'_>, list: &PastedList) -> PageResult {
    let texts = desk.texts;
    let (mut done, mut faults, mut left) = (0, Vec::new(), Vec::new());
    for chosen in desk.form.all("line").filter(|chosen| !chosen.is_empty()) {
        let Some((line, name, new)) = chosen_of(list, chosen) else {
            faults.push(texts.say("desk-paste-empty"));
            continue;
        };
        match players::register(desk, desk.once(&line.to_string()), new).await {
            Ok(_) => done += 1,
            Err(refused) => {
                left.push(name);
                let why = refused.lines.join(" ");
                let values = [("line", FluentValue::from(line)), ("name", name.into()), ("why", why.into())];
                faults.push(texts.with_all("desk-paste-line-refused", values));
            }
        }
    }
    let mut said = texts.with("desk-paste-done", "count", done);
    if !faults.is_empty() {
        said = format!("{said} {}", texts.with("desk-paste-not-done", "count", faults.len()));
    }
    let is_refused = done == 0 && !faults.is_empty();
    let page = page(desk);
    let frame = page.frame.with(faults);
    let page = PastePage { done: Some(said), frame, text: left.join("\n"), ..page };
    if is_refused { desk.refused(&page) } else { desk.page(&page) }
}

/// Returns the line, its name, and whom to register, for a value of the field `line`: `3` for a new person of the name in
/// line 3, `3-12` for person 12.
fn chosen_of<'a>(list: &'a PastedList, chosen: &str) -> Option<(usize, &'a str, NewRegistration)> {
    let (line, person) = chosen.split_once('-').map_or((chosen, None), |(line, person)| (line, Some(person)));
    let line: usize = line.parse().ok()?;
    let player = list.players.iter().find(|player| player.line == line)?;
    let name = player.name.as_deref().ok()?;
    let new = match person {
        Some(person) => by_id(UserId(api_kit::path::integer(person)?)),
        None => by_name(name),
    };
    Some((line, name, new))
}

async fn rows(desk: &Desk<'_>, list: &PastedList) -> Result<Vec<PastedRow>, Problem> {
    let texts = desk.texts;
    let names: BTreeSet<_> = list.players.iter().filter_map(|player| player.name.as_deref().ok()).map(folded).collect();
    let known = desk.shared.people.named(desk.session.organization_id()?, &names).await?;
    let registered = desk.state().registrations.iter().filter(|entry| is_registered(desk, entry.user_id));
    let registered: Vec<_> =
        registered.map(|entry| desk.name_of(entry.user_id)).map(|name| (folded(&name), name)).collect();
    let mut seen = HashSet::new();
    let row = |player: &PastedPlayer| match &player.name {
        Ok(name) => {
            let folded = folded(name);
            let (found, choice) = if !seen.insert(folded.clone()) {
                (texts.say("desk-paste-repeated"), PasteChoice::Checkbox(player.line.to_string(), false))
            } else {
                found(texts, desk, player, &folded, &known, &registered)
            };
            PastedRow { line: player.line, name: name.clone(), found, choice }
        }
        Err(why) => PastedRow {
            line: player.line,
            name: String::new(),
            found: of_row(texts, why),
            choice: PasteChoice::Nothing,
        },
    };
    Ok(list.players.iter().map(row).collect())
}

/// Returns who was found for a line, in words, and how it can be registered.
fn found(
    texts: &Texts,
    event: &Desk<'_>,
    player: &PastedPlayer,
    name: &str,
    known: &HashMap<String, Vec<Found>>,
    registered: &[(String, String)],
) -> (String, PasteChoice) {
    let new = player.line.to_string();
    let value = |id: UserId| format!("{}-{id}", player.line);
    let people: Vec<_> = known.get(name).into_iter().flatten().collect();
    let free: Vec<_> = people.iter().filter(|found| !is_registered(event, found.person.user_id)).collect();
    if player.has_dropped {
        let value = free.first().map_or(new, |found| value(found.person.user_id));
        return (texts.say("term-entry-dropped"), PasteChoice::Checkbox(value, false));
    }
    if registered.iter().any(|(other, _)| other == name) {
        let choice = free
            .first()
            .map_or(PasteChoice::Nothing, |found| PasteChoice::Checkbox(value(found.person.user_id), false));
        return (texts.say("desk-paste-registered"), choice);
    }
    match free.as_slice() {
        [] => match registered.iter().find(|(other, _)| is_similar(other, name)) {
            Some((_, other)) => {
                (texts.with("desk-paste-similar", "name", other.as_str()), PasteChoice::Checkbox(new, false))
            }
            None => (texts.say("desk-paste-new"), PasteChoice::Checkbox(new, true)),
        },
        [found] => {
            let about = Person::new(texts, found).about;
            let id = found.person.user_id;
            (texts.with("desk-paste-known", "about", about), PasteChoice::Checkbox(value(id), true))
        }
        several => {
            let option = |found: &&&Found| {
                let person = Person::new(texts, found);
                (value(found.person.user_id), format!("{}, {}", person.name, person.about))
            };
            let mut options = vec![(String::new(), texts.say("desk-paste-skip"))];
            options.extend(several.iter().map(option));
            options.push((new, texts.with("desk-paste-new-named", "name", player.name.as_deref().unwrap_or_default())));
            (texts.with("desk-paste-several", "count", several.len()), PasteChoice::Select(options))
        }
    }
}

fn page<'a>(desk: &'a Desk<'a>) -> PastePage<'a> {
    PastePage {
        frame: desk.frame("players"),
        text: desk.form.exact("text").to_owned(),
        rows: Vec::new(),
        notices: Vec::new(),
        done: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chosen_line_is_a_new_person_or_a_known_one() {
        let list = PastedList::read("Ada Lowe\n--\nBo Reed");
        assert_eq!(chosen_of(&list, "3"), Some((3, "Bo Reed", by_name("Bo Reed"))));
        assert_eq!(chosen_of(&list, "1-12"), Some((1, "Ada Lowe", by_id(UserId(12)))));
        for wrong in ["", "2", "4", "1-", "1-x", "x", "-1", "4000000"] {
            assert_eq!(chosen_of(&list, wrong), None, "{wrong}");
        }
    }
}

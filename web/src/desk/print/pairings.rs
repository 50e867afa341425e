//! `…/print/pairings-by-name/`: every player of the round with table and opponent, by name.

use askama::Template;
use axum::response::Response;
use domain::tournament::Match;
use proto_events::ids::RegistrationId;
use proto_events::tournament::PairingKind;
use service_kit::problem::Problem;

use crate::desk::print::sheet::{Asked, Points, Sheet, members, size_of_names};
use crate::names::{letter, sort_key};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

#[derive(Template)]
#[template(path = "desk/print/pairings.html")]
struct NamesSheet {
    sheet: Sheet,
    /// The class of the type size.
    size: &'static str,
    groups: Vec<Group>,
}

/// The players whose names begin with a letter.
struct Group {
    letter: String,
    lines: Vec<PairingLine>,
}

struct PairingLine {
    name: String,
    points: i32,
    table: String,
    opponent: String,
}

/// Shows the sheet.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let asked = Asked::read(&request, &session).await?;
    let mut lines = lines(&asked);
    lines.sort_by_cached_key(|line| sort_key(&line.name));
    let (size, mut groups) = (size_of_names(lines.len()), Vec::<Group>::new());
    for line in lines {
        let letter = letter(&line.name);
        match groups.last_mut().filter(|group| group.letter == letter) {
            Some(group) => group.lines.push(line),
            None => groups.push(Group { letter, lines: vec![line] }),
        }
    }
    request.page(&NamesSheet { sheet: asked.sheet_of_pairings("desk-paper-names"), size, groups })
}

/// Returns a line for each player in the round.
fn lines(asked: &Asked) -> Vec<PairingLine> {
    let points = asked.points();
    let Some(round) = asked.round() else { return Vec::new() };
    let of_table = |table: &Match| {
        let players = table.pairing.players.iter();
        players.map(|player| line(asked, &points, table, *player)).collect::<Vec<_>>()
    };
    let byes = round.team_matches.iter().filter(|team_match| team_match.is_bye);
    let with_bye = byes.flat_map(|team_match| &team_match.teams).flat_map(|team| members(&asked.event, *team));
    let with_bye = with_bye.map(|player| without_table(asked, &points, player, asked.event.texts.say("desk-bye")));
    round.all_matches().flat_map(of_table).chain(with_bye).collect()
}

fn line(asked: &Asked, points: &Points, table: &Match, player: RegistrationId) -> PairingLine {
    let (texts, pairing) = (asked.event.texts, &table.pairing);
    let opponent = match pairing.kind {
        PairingKind::Bye => return without_table(asked, points, player, texts.say("desk-bye")),
        PairingKind::AssignedLoss => return without_table(asked, points, player, texts.say("desk-assigned-loss")),
        PairingKind::Versus => pairing.players.iter().find(|other| **other != player),
        PairingKind::Seating => None,
    };
    let opponent = opponent.map_or_else(String::new, |opponent| asked.event.player(*opponent));
    PairingLine { table: pairing.table_number.to_string(), ..without_table(asked, points, player, opponent) }
}

fn without_table(asked: &Asked, points: &Points, player: RegistrationId, opponent: String) -> PairingLine {
    let side = asked.player(player, points);
    PairingLine { name: side.name, points: side.points, table: String::new(), opponent }
}

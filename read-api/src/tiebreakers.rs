//! The parameter `tiebreakers` of standings. Events whose tiebreakers are not those of Magic have documents with them. Of all
//! others, they are fields of every line already, so nothing more is stored: the answer is made from these fields.

use api_kit::description::{Parameter, Values};
use axum::response::Response;
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::Tiebreaker;
use serde::Deserialize;
use serde_json::value::RawValue;
use service_kit::problem::Problem;
use storage::{DocumentKey, ViewKind};
use web::texts::Language;

use crate::cache::Entry;
use crate::call::Call;
use crate::drawing::Sources;

pub(crate) const TIEBREAKERS: Parameter = Parameter {
    name: "tiebreakers",
    text: "Whether every line has `tiebreakers`: names and values, in the order of the columns of the event's \
           standings. `late`, `head_to_head` and the random draw have no values and are left out.",
    values: Values::Boolean,
    example: "true",
};

impl Call {
    /// Answers with the standings after a round, with tiebreakers if the request asks for them.
    pub(crate) async fn answer_standings(
        &self,
        organization_id: OrganizationId,
        round: impl ToString,
        standings: &Entry,
    ) -> Result<Response, Problem> {
        if !self.query().boolean(TIEBREAKERS.name)?.unwrap_or(false) {
            return self.answer(standings).await;
        }
        let own = DocumentKey::new(organization_id, ViewKind::RoundTiebreakers, round);
        if let Some(own) = self.at(Some(own)).await? {
            return self.answer(&own).await;
        }
        let body = standings.body.clone();
        let sources = Sources::of(ViewKind::RoundStandings, Language::English, standings);
        let made = self.shared.drawings.get(sources, move || with_fields(&body)).await?;
        self.answer(&made).await
    }
}

/// A document of standings.
#[derive(Deserialize)]
struct Standings<'a> {
    round_number: i32,
    #[serde(borrow)]
    standings: Vec<&'a RawValue>,
}

/// The fields of a line that are tiebreakers.
#[derive(Deserialize)]
struct Fields<'a> {
    #[serde(borrow)]
    opponent_match_win_percentage: &'a RawValue,
    #[serde(borrow)]
    game_win_percentage: &'a RawValue,
    #[serde(borrow)]
    opponent_game_win_percentage: &'a RawValue,
}

/// Returns the document with the tiebreakers after the other fields of each line.
fn with_fields(document: &[u8]) -> serde_json::Result<String> {
    let Standings { round_number, standings } = serde_json::from_slice(document)?;
    let lines: serde_json::Result<Vec<String>> = standings.into_iter().map(with_tiebreakers).collect();
    Ok(format!("{{\"round_number\":{round_number},\"standings\":[{}]}}", lines?.join(",")))
}

fn with_tiebreakers(line: &RawValue) -> serde_json::Result<String> {
    let fields: Fields<'_> = serde_json::from_str(line.get())?;
    let value = |(name, value): (Tiebreaker, &RawValue)| format!("{{\"name\":\"{name}\",\"value\":{value}}}");
    let values = [
        (Tiebreaker::OpponentMatchWin, fields.opponent_match_win_percentage),
        (Tiebreaker::GameWin, fields.game_win_percentage),
        (Tiebreaker::OpponentGameWin, fields.opponent_game_win_percentage),
    ];
    let others = line.get().strip_suffix('}').unwrap_or_default();
    Ok(format!("{others},\"tiebreakers\":[{}]}}", values.map(value).join(",")))
}

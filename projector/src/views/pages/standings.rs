//! Rows of a table of standings.

use std::borrow::Cow;

use domain::fraction::Rounded;
use domain::tournament::standings::Standing;

use crate::views::TournamentContext;
use crate::views::parts::public;
use crate::views::parts::standing_lines::Party;

pub(super) struct StandingRow<'a> {
    pub(super) place: usize,
    pub(super) name: Cow<'a, str>,
    /// Address of the published list.
    pub(super) deck: Option<&'a str>,
    pub(super) points: i32,
    pub(super) record: String,
    pub(super) opponent_match_win: String,
    pub(super) game_win: String,
    pub(super) opponent_game_win: String,
}

/// The lines as rows, numbered as they stand.
pub(super) fn rows<'a>(context: &TournamentContext<'a>, lines: &[Standing]) -> Vec<StandingRow<'a>> {
    let published = public::shows_decklists(context);
    let rows = lines.iter().enumerate().filter_map(|(index, line)| {
        let party = Party::of(context.tournament, line.competitor)?;
        let deck = party.decklist(context).map(|list| list.deck_url.as_str());
        Some(StandingRow {
            place: index + 1,
            name: party.name(context),
            deck: deck.filter(|url| published && is_web_address(url)),
            points: line.match_points,
            record: format!("{}-{}-{}", line.wins, line.losses, line.draws),
            opponent_match_win: percent(line.opponent_match_win),
            game_win: percent(line.game_win),
            opponent_game_win: percent(line.opponent_game_win),
        })
    });
    rows.collect()
}

/// Anything else, such as `javascript:`, must not become a link.
fn is_web_address(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}

fn percent(fraction: Rounded) -> String {
    format!("{:.2}", fraction.as_f64() * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_web_addresses_become_links() {
        assert!(is_web_address("https://decks.example/1"));
        assert!(!is_web_address("javascript:alert(1)"));
        assert!(!is_web_address("//decks.example"));
    }

    #[test]
    fn fractions_are_shown_as_percentages_with_two_decimals() {
        assert_eq!(percent(Rounded { units: 66_666_667, decimals: 8 }), "66.67");
        assert_eq!(percent(Rounded { units: 100_000_000, decimals: 8 }), "100.00");
    }
}

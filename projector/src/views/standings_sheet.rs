//! Renders the compact data from which standings are computed. The read side uses it to explain a line of standings with
//! the code that computed the line.
//!
//! Documents for every line of every round would be larger than all others together, and change with every result.
//! Instead, one sheet is rendered when the event is quiet, and a line is explained on request.

use domain::tournament::sheet::Sheet;
use storage::ViewKind;

use super::output::Output;
use super::parts::json;
use super::view::{Scope, TournamentContext};

pub(super) fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
    let tournament = context.tournament;
    let versions = json::to_versions(|redactor| Sheet::of(redactor, tournament));
    out.put_versions(ViewKind::StandingsSheet, tournament.id, &versions);
}

#[cfg(test)]
mod tests {
    use domain::tournament::standings::explain::explanations;

    use super::super::testing::{EVENT, Scene, body, crowd, finished, swiss, teams};
    use super::*;

    fn sheet(scene: &Scene) -> bytes::Bytes {
        body(&scene.render(render, &Scope::Everything), ViewKind::StandingsSheet, EVENT)
    }

    #[test]
    fn it_explains_what_the_tournament_does() {
        for scene in [swiss(), finished(), teams()] {
            let told = serde_json::from_slice::<Sheet>(&sheet(&scene)).unwrap().tournament();
            for (_, round) in scene.tournament.rounds() {
                let all = |tournament| explanations(tournament, round.id, None).unwrap();
                assert_eq!(all(&told), all(&scene.tournament));
            }
        }
    }

    #[test]
    fn that_of_a_crowd_is_small() {
        let sheet = sheet(&crowd(2_000, 9));
        assert!(sheet.len() < 500_000, "{} bytes", sheet.len());
    }
}

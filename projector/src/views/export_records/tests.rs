use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;
use storage::Audience;

use super::super::testing::{Scene, Tree, finished, swiss, teams};
use super::*;

fn record(scene: &Scene) -> ExportRecord {
    let out = scene.render(render, &Scope::Everything);
    assert!(out.removed.is_empty() && out.documents.is_empty());
    let [record] = &out.records[..] else { panic!("one record expected") };
    record.clone()
}

fn set(scene: &mut Scene, status: LifecycleStatus) {
    scene.tell(TournamentEvent::LifecycleChanged { status });
}

/// Returns everything that an audience sees as text.
fn text(record: &ExportRecord, audience: Audience) -> Option<String> {
    let body = record.seen_by(audience)?;
    let parts = std::iter::once(&body.head).chain(&body.parts);
    Some(parts.map(|part| Tree::parse(part).pretty()).collect::<Vec<_>>().join("\n"))
}

#[test]
fn a_finished_tournament_is_the_same_for_everyone() {
    let record = record(&finished());
    insta::assert_snapshot!(text(&record, Audience::Staff).unwrap());
    assert!(record.is_public && record.whole == record.public);
}

#[test]
fn a_team_event_has_lines_of_teams_and_matches_of_seats() {
    let mut scene = teams();
    set(&mut scene, LifecycleStatus::DecklistsPublished);
    insta::assert_snapshot!(text(&record(&scene), Audience::Public).unwrap());
}

/// Who sees what, in each state of an event.
#[test]
fn each_audience_sees_what_it_may() {
    type Change = fn(&mut Scene);
    let (finish, publish): (Change, Change) =
        (|scene| set(scene, LifecycleStatus::EventFinished), |scene| set(scene, LifecycleStatus::DecklistsPublished));
    let (test, unlisted): (Change, Change) =
        (|scene| scene.tournament.details.is_test = true, |scene| scene.tournament.details.is_unlisted = true);
    for (changes, seen_by_members, seen_by_everyone, shows_lists) in [
        (&[][..], false, false, false),
        (&[finish], true, true, false),
        (&[finish, publish], true, true, true),
        (&[finish, publish, finish], true, true, false),
        (&[finish, test], true, false, false),
        (&[finish, unlisted], true, false, false),
        (&[finish, publish, unlisted], true, false, true),
        (&[test], false, false, false),
    ] {
        let mut scene = swiss();
        changes.iter().for_each(|change| change(&mut scene));
        let record = record(&scene);
        let seen = Audience::ALL.map(|audience| text(&record, audience));
        assert_eq!(seen.each_ref().map(Option::is_some), [seen_by_everyone, seen_by_members, true]);
        let [_, members, staff] = seen;
        assert!(staff.unwrap().contains("Dark Ritual"), "staff sees lists");
        if let Some(members) = members {
            assert_eq!(members.contains("Dark Ritual") && members.contains("sha256"), shows_lists, "{members}");
        }
    }
}

#[test]
fn pairings_that_are_not_published_are_for_staff_alone() {
    let mut scene = swiss();
    set(&mut scene, LifecycleStatus::EventFinished);
    let round = scene.tournament.phases[0].rounds.len() - 1;
    scene.tournament.phases[0].rounds[round].is_published = false;
    let round = scene.tournament.phases[0].rounds[round].id.0;
    let record = record(&scene);
    let has_round = |audience| {
        let matches = record.seen_by(audience).unwrap().parts[2].clone();
        String::from_utf8_lossy(&matches).contains(&format!("\"round_id\":{round},"))
    };
    assert!(has_round(Audience::Staff) && !has_round(Audience::Member) && !has_round(Audience::Public));
}

#[test]
fn accounts_that_were_merged_are_one_player() {
    let mut scene = finished();
    let entry = scene.tournament.registration(RegistrationId(101)).unwrap().clone();
    let stays = proto_events::ids::UserId(999);
    let before = of_entry(&scene.context(), &entry);
    scene.people.get_mut(&entry.user_id).unwrap().merged_into =
        Some(domain::user::Merged { user_id: stays, name: "Ann Lee".into() });
    let after = of_entry(&scene.context(), &entry);
    let expected = player_id(&scene.settings.player_salt, scene.tournament.organization_id, stays).0;
    assert!(before != after && after == expected);
}

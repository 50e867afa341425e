//! Events that do not fit are refused and leave the state unchanged.

use domain::FoldError;
use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::{MatchId, PhaseId, RegistrationId, RoundId, TeamId, TeamMatchId, TeamPlayerId, UserId};
use proto_events::tournament::{MatchResult, TeamMember, TeamPairing, Winner};
use proto_events::vocabulary::{PhaseType, RegistrationStatus};
use proto_events::{DomainEvent, OrganizationEvent};

use crate::support::{Script, details, envelope, envelopes, match_id, round, table};

/// Returns the refusal of an event, after checking that the event changed nothing.
fn refused(script: &Script, event: TournamentEvent) -> FoldError {
    let mut tournament = script.fold();
    let before = format!("{tournament:?}");
    let refusal = tournament.apply(&envelope(1_000, event)).unwrap_err();
    // Maps print in any order, but an unchanged map prints the same again.
    assert_eq!(format!("{tournament:?}"), before);
    refusal
}

fn script() -> Script {
    Script::new(4).open(PhaseType::Swiss, 1, &["1v2 2-0", "3v4 ?"])
}

#[test]
fn a_stream_begins_with_its_first_event_and_has_it_once() {
    assert_eq!(Tournament::from_events(&[]).unwrap_err(), FoldError::NotCreated);
    let headless = &envelopes(&Script::new(1).events)[1..];
    assert_eq!(Tournament::from_events(headless).unwrap_err(), FoldError::NotCreated);
    let twice = TournamentEvent::Created { details: details(), seed: 1 };
    assert!(matches!(refused(&script(), twice), FoldError::Duplicate { what: "tournament", .. }));
}

#[test]
fn an_event_of_another_kind_is_refused() {
    let mut foreign = envelope(1_000, TournamentEvent::RoundStarted { round_id: round(1) });
    foreign.event = DomainEvent::Organization(OrganizationEvent::Renamed { name: "Moxhall".into() });
    let refusal = script().fold().apply(&foreign).unwrap_err();
    assert_eq!(refusal, FoldError::WrongKind { expected: "tournament", found: "organization" });
}

#[test]
fn unknown_things_are_refused_by_name() {
    let result = MatchResult::new(Winner::First, None);
    let (unknown, known) = (RegistrationId(99), RegistrationId(1));
    for (event, what) in [
        (TournamentEvent::PlayerDropped { registration_id: unknown }, "registration"),
        (TournamentEvent::ResultReported { match_id: MatchId(99), result }, "match"),
        (TournamentEvent::TeamResultReported { team_match_id: TeamMatchId(99), result }, "team match"),
        (TournamentEvent::RoundStarted { round_id: RoundId(99) }, "round"),
        (TournamentEvent::RoundCompleted { round_id: RoundId(99) }, "round"),
        (TournamentEvent::TeamDropped { team_id: TeamId(99) }, "team"),
        (TournamentEvent::CutMade { after_round_number: 1, advancing: vec![known, unknown] }, "registration"),
        (
            TournamentEvent::RoundAdded {
                round_id: RoundId(9),
                phase_id: PhaseId(99),
                round_number: 2,
                round_type: proto_events::vocabulary::RoundType::PlayVsOpponent,
                final_round_in_event: false,
                use_old_pairings: false,
                pairingengine_url: String::new(),
            },
            "phase",
        ),
    ] {
        let refusal = refused(&script(), event);
        assert!(matches!(refusal, FoldError::Unknown { what: named, .. } if named == what), "{refusal}");
    }
}

#[test]
fn a_pairing_that_does_not_fit_leaves_no_other_of_its_event_behind() {
    let pairing = |id: i64, text: &str| table(MatchId(id), text).0;
    let paired = |pairings| TournamentEvent::MatchesPaired { round_id: round(1), pairings };
    let unknown_player = paired(vec![pairing(50, "1v2 ?"), pairing(51, "3v99 ?")]);
    assert_eq!(refused(&script(), unknown_player), FoldError::Unknown { what: "registration", id: 99 });
    let known_match = paired(vec![pairing(50, "1v2 ?"), pairing(match_id(1, 0).0, "3v4 ?")]);
    assert_eq!(refused(&script(), known_match), FoldError::Duplicate { what: "match", id: match_id(1, 0).0 });
    let same_twice = paired(vec![pairing(50, "1v2 ?"), pairing(50, "3v4 ?")]);
    assert_eq!(refused(&script(), same_twice), FoldError::Duplicate { what: "match", id: 50 });
}

#[test]
fn things_that_are_there_already_are_refused() {
    let again = TournamentEvent::PlayerRegistered {
        registration_id: RegistrationId(1),
        user_id: UserId(5),
        status: RegistrationStatus::Complete,
    };
    assert_eq!(refused(&script(), again), FoldError::Duplicate { what: "registration", id: 1 });
    let phase = TournamentEvent::PhaseAdded { phase_id: PhaseId(1), order_in_phases: 2, round_type: PhaseType::Swiss };
    assert_eq!(refused(&script(), phase), FoldError::Duplicate { what: "phase", id: 1 });
}

#[test]
fn a_team_match_is_named_once_and_its_teams_are_known() {
    let member = |registration: i64| TeamMember {
        team_player_id: TeamPlayerId(registration),
        registration_id: RegistrationId(registration),
        seat: 1,
        captain: true,
    };
    let formed = |team: i64, member| TournamentEvent::TeamFormed {
        team_id: TeamId(team),
        team_name: String::new(),
        invite_hash: String::new(),
        members: vec![member],
    };
    let bye = |id: i64, team: i64| TeamPairing {
        team_match_id: TeamMatchId(id),
        teams: vec![TeamId(team)],
        first_table_number: 1,
        pod_number: 0,
        is_bye: true,
        seats: Vec::new(),
    };
    let paired = |pairings| TournamentEvent::TeamsPaired { round_id: round(1), pairings };
    let script = script().then(formed(1, member(1)));
    let twice = refused(&script, paired(vec![bye(7, 1), bye(7, 1)]));
    assert_eq!(twice, FoldError::Duplicate { what: "team match", id: 7 });
    assert_eq!(refused(&script, paired(vec![bye(7, 2)])), FoldError::Unknown { what: "team", id: 2 });
    assert_eq!(refused(&script, formed(1, member(2))), FoldError::Duplicate { what: "team", id: 1 });
    assert_eq!(refused(&script, formed(2, member(99))), FoldError::Unknown { what: "registration", id: 99 });
}

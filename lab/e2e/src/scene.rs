//! A small set of events with data that archive files do not have: conventions, teams, payments, check-in, judges.
//!
//! Ids come from the store's sequences, so a fresh store gives the same scene every time.

use proto_events::convention::{ConventionDetails, Coordinates};
use proto_events::decklist::DecklistBody;
use proto_events::ids::{
    ConventionId, DecklistId, MatchId, OrganizationId, PhaseId, RegistrationId, RoundId, Sequence, TeamId, TeamMatchId,
    TeamPlayerId, TournamentId, UserId,
};
use proto_events::tournament::{
    Games, MatchResult, Pairing, PairingKind, Payment, QueueGroupRole, TeamMember, TeamPairing, Winner,
};
use proto_events::user::Profile;
use proto_events::vocabulary::{
    CardPaymentStatus, ConventionStatus, EventFormat, LifecycleStatus, PaymentMethod, PhaseType, QueueCheckInStatus,
    RegionalChampionshipRegion, RegistrationStatus, RoundType, WalletOrderStatus,
};
use proto_events::{ConventionEvent, DecklistEvent, DomainEvent, StreamId, TournamentEvent, UserEvent};

use crate::TestApp;
use crate::archive::own_fixtures;
use crate::scenario::{announced, at, details, registered, round};

/// The ids that tests use.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "each is the id of what its name says")]
pub struct Scene {
    pub players: Vec<UserId>,
    pub judge: UserId,
    pub convention: ConventionId,
    pub bare_convention: ConventionId,
    pub text_list: DecklistId,
    pub json_list: DecklistId,
    pub team_event: TournamentId,
    pub team_registrations: Vec<RegistrationId>,
    pub team_round: RoundId,
    pub team_match_seats: Vec<MatchId>,
    pub open_event: TournamentId,
    pub meeting_round: RoundId,
    pub first_round: RoundId,
}

/// Slug of the convention with all fields set.
pub const FULL_SLUG: &str = "autumn-cardfest-2026";
/// Slug of the convention with only a name.
pub const BARE_SLUG: &str = "some-day";

/// An app with the scene and the finished event of eight players; returns that event's id last.
pub async fn with_finished_event() -> (TestApp, Scene, i64) {
    let app = TestApp::start().await;
    let scene = build(&app).await;
    let event = app.import(&own_fixtures()[1]).await;
    (app, scene, event.0)
}

/// Appends the scene's events to the app's log, in its own organization.
pub async fn build(app: &TestApp) -> Scene {
    let first_user = app.reserve(Sequence::User, 7).await;
    let people: Vec<_> = (first_user..first_user + 7).map(UserId).collect();
    for (number, user) in people.iter().enumerate() {
        // Staff can read the whole profile of players whose accounts the organization manages.
        let managed = UserEvent::ManagedBy { organization_id: app.organization };
        let events = vec![profile(number).into(), managed.into()];
        app.append_at(at(0), OrganizationId::SHARED, StreamId::user(*user), events).await;
    }
    let (convention, bare_convention) = conventions(app).await;
    let (text_list, json_list) = lists(app, people[0]).await;
    let event = app.reserve(Sequence::Tournament, 2).await;
    let round = app.reserve(Sequence::Round, 4).await;
    let mut scene = Scene {
        players: people[..6].to_vec(),
        judge: people[6],
        convention,
        bare_convention,
        text_list,
        json_list,
        team_event: TournamentId(event),
        team_registrations: Vec::new(),
        team_round: RoundId(round),
        team_match_seats: Vec::new(),
        open_event: TournamentId(event + 1),
        meeting_round: RoundId(round + 2),
        first_round: RoundId(round + 3),
    };
    team_event(app, &mut scene).await;
    open_event(app, &scene).await;
    scene
}

fn profile(number: usize) -> UserEvent {
    const NAMES: [(&str, &str); 7] = [
        ("Ines", "Acker"),
        ("Jost", "Bach"),
        ("Kaja", "Wiese"),
        ("Levi", "Feld"),
        ("Mona", "Berg"),
        ("Nico", "Tal"),
        ("Runa", "Richter"),
    ];
    let (first, last) = NAMES[number];
    let profile = Profile {
        username: first.to_lowercase(),
        best_identifier: format!("{first} {last}"),
        first_name: first.into(),
        last_name: last.into(),
        email: format!("{}@players.example", first.to_lowercase()),
        pronouns: ["she/her", "he/him", "they/them"][number % 3].into(),
        has_used_app: number.is_multiple_of(2),
    };
    UserEvent::Registered { profile }
}

async fn conventions(app: &TestApp) -> (ConventionId, ConventionId) {
    let first = app.reserve(Sequence::Convention, 2).await;
    let details = ConventionDetails {
        name: "Autumn Cardfest 2026".into(),
        slug: FULL_SLUG.into(),
        regional_championship_region: Some(RegionalChampionshipRegion::Emea),
        description: Some("Three days of cards \u{2013} and one of rest.".into()),
        url: Some("https://cardfest.example/2026".into()),
        start_datetime: Some(at(48)),
        end_datetime: Some(at(120)),
        name_of_location: Some("Old Depot".into()),
        address: Some("1 Depot Road".into()),
        coordinates: Some(Coordinates { coordinates: vec![13.377, 52.516, 34.5] }),
        event_timezone: Some("Europe/Berlin".into()),
        requires_ticket: true,
        hotel_block_information: Some("Ask for the card rate.".into()),
        show_game_type_filters: true,
        floor_judge_buzzer_identifier: Some("buzzer-7".into()),
        header_image: Some("https://cardfest.example/header.png".into()),
        override_headlining_formats: Some(vec![Some(EventFormat::BoosterDraft), None]),
        override_has_regional_championship: true,
        external_site_hub_id: Some("hub-26".into()),
        accent_color_primary_hex: Some("0a7f5c".into()),
        accent_color_secondary_hex: Some("f2c14e".into()),
        series: Some(3),
        product_lists: vec![11, 12],
    };
    let full = ConventionEvent::Created { details, status: ConventionStatus::Scheduled };
    let bare = ConventionDetails { name: "Some Day".into(), slug: BARE_SLUG.into(), ..ConventionDetails::default() };
    let bare = ConventionEvent::Created { details: bare, status: ConventionStatus::DetailsPending };
    for (id, event) in [(first, full), (first + 1, bare)] {
        app.append_at(at(1), app.organization, StreamId::convention(ConventionId(id)), vec![event.into()]).await;
    }
    (ConventionId(first), ConventionId(first + 1))
}

async fn lists(app: &TestApp, owner: UserId) -> (DecklistId, DecklistId) {
    let first = app.reserve(Sequence::Decklist, 2).await;
    let text = DecklistBody {
        name: "Red to the end".into(),
        plaintext_list: "40 Lightning Bolt\n20 Mountain\n\nSideboard\n15 Smash to Smithereens".into(),
        deckhost_public_id: "pub-1".into(),
        archetype: "Burn".into(),
        ..DecklistBody::default()
    };
    let json = DecklistBody {
        name: "Only JSON".into(),
        deckhost_deck_json: concat!(
            r#"{"name":"Only JSON","boards":{"mainboard":{"cards":{"a":{"quantity":56,"card":{"name":"Island"}},"#,
            r#""b":{"quantity":4,"card":{"name":"Counterspell"}}}},"#,
            r#""sideboard":{"cards":{"c":{"quantity":15,"card":{"name":"Hydroblast"}}}}}}"#
        )
        .into(),
        ..DecklistBody::default()
    };
    for (id, body, owner) in [(first, text, Some(owner)), (first + 1, json, None)] {
        let event = DecklistEvent::Submitted { owner_user_id: owner, body, deck_url: String::new() };
        app.append_at(at(2), app.organization, StreamId::decklist(DecklistId(id)), vec![event.into()]).await;
    }
    (DecklistId(first), DecklistId(first + 1))
}

async fn team_event(app: &TestApp, scene: &mut Scene) {
    let first = app.reserve(Sequence::Registration, 6).await;
    scene.team_registrations = (first..first + 6).map(RegistrationId).collect();
    let team = app.reserve(Sequence::Team, 2).await;
    let seat = app.reserve(Sequence::TeamPlayer, 6).await;
    let mut details = details("Trios at the Depot", EventFormat::TriosConstructed, 50);
    details.convention_id = Some(scene.convention);
    details.team_size = 3;
    let players = scene.team_registrations.iter().copied().zip(scene.players.iter().copied());
    let mut events = announced(details, 5, players);
    events.extend(marks(scene));
    for (number, members) in scene.team_registrations.chunks(3).enumerate() {
        let number = i64::try_from(number).expect("two teams");
        let members = members.iter().zip(1..).map(|(registration_id, place)| TeamMember {
            team_player_id: TeamPlayerId(seat + number * 3 + i64::from(place) - 1),
            registration_id: *registration_id,
            seat: place,
            captain: place == 1,
        });
        events.push(TournamentEvent::TeamFormed {
            team_id: TeamId(team + number),
            team_name: ["Slow Rollers", "Top Deckers"][usize::from(number == 1)].into(),
            invite_hash: format!("word-{number}"),
            members: members.collect(),
        });
    }
    events.extend(team_round(app, scene, team).await);
    let stream = StreamId::tournament(scene.team_event);
    app.append_at(at(51), app.organization, stream, events.into_iter().map(DomainEvent::from).collect()).await;
}

/// Payments, check-in and notes: one registration has all of them, the others one each.
fn marks(scene: &Scene) -> Vec<TournamentEvent> {
    let [first, second, third, ..] = scene.team_registrations[..] else { return Vec::new() };
    let card = Payment {
        method: Some(PaymentMethod::Cardpay),
        card_status: Some(CardPaymentStatus::Succeeded),
        marked_as_paid: true,
        deferred_requested: true,
        ..Payment::default()
    };
    let wallet = Payment {
        method: Some(PaymentMethod::Walletpay),
        wallet_status: Some(WalletOrderStatus::Approved),
        wallet_order_id: "order-77".into(),
        ..Payment::default()
    };
    let role = QueueGroupRole { id: 4, captain: true, queue_group: 9 };
    vec![
        TournamentEvent::PaymentChanged { registration_id: first, payment: card },
        TournamentEvent::CheckInChanged { registration_id: first, status: Some(QueueCheckInStatus::CheckedIn) },
        TournamentEvent::QueueGroupChanged { registration_id: first, role: Some(role) },
        TournamentEvent::TagsChanged { registration_id: first, tags: vec!["vip".into(), "local".into()] },
        TournamentEvent::NotesChanged { registration_id: first, internal_notes: "Needs an aisle seat.".into() },
        TournamentEvent::SeatFixed { registration_id: first, fixed_seat: Some(12) },
        TournamentEvent::ByesAwarded { registration_id: first, round_numbers: vec![2, 3] },
        TournamentEvent::DecklistAttached { registration_id: first, decklist_id: Some(scene.text_list) },
        TournamentEvent::PaymentChanged { registration_id: second, payment: wallet },
        TournamentEvent::DecklistAttached { registration_id: second, decklist_id: Some(scene.json_list) },
        TournamentEvent::PaperDecklistMarked { registration_id: third, using_paper_decklist: true },
    ]
}

/// A round in progress: two of three seats have reported a result.
async fn team_round(app: &TestApp, scene: &mut Scene, team: i64) -> Vec<TournamentEvent> {
    let phase_id = PhaseId(app.reserve(Sequence::Phase, 1).await);
    let first_match = app.reserve(Sequence::Match, 3).await;
    let team_match_id = TeamMatchId(app.reserve(Sequence::TeamMatch, 1).await);
    scene.team_match_seats = (first_match..first_match + 3).map(MatchId).collect();
    let round_id = scene.team_round;
    let registrations = &scene.team_registrations;
    let seat = |(place, match_id): (usize, &MatchId)| Pairing {
        match_id: *match_id,
        kind: PairingKind::Versus,
        table_number: i32::try_from(place).expect("three seats") + 1,
        pod_number: 0,
        players: vec![registrations[place], registrations[place + 3]],
        is_ghost: false,
        is_consolation: false,
    };
    let seats: Vec<_> = scene.team_match_seats.iter().enumerate().map(seat).collect();
    let pairing = TeamPairing {
        team_match_id,
        teams: vec![TeamId(team), TeamId(team + 1)],
        first_table_number: 1,
        pod_number: 0,
        is_bye: false,
        seats,
    };
    let [one, two, three] = scene.team_match_seats[..] else { return Vec::new() };
    let won = MatchResult::new(Winner::First, Some(Games { first: 2, second: 1, drawn: 0 }));
    let drawn = MatchResult::new(Winner::Draw, Some(Games { first: 0, second: 0, drawn: 3 }));
    vec![
        TournamentEvent::PhaseAdded { phase_id, order_in_phases: 1, round_type: PhaseType::Swiss },
        round(round_id, phase_id, 1, RoundType::PlayVsOpponent, false),
        TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventInProgress },
        TournamentEvent::TeamsPaired { round_id, pairings: vec![pairing] },
        TournamentEvent::PairingsCompleted { round_id },
        TournamentEvent::RoundStarted { round_id },
        TournamentEvent::ResultReported { match_id: one, result: won },
        TournamentEvent::ResultReported { match_id: two, result: drawn },
        TournamentEvent::MatchFeatured { match_id: three, is_feature_match: true },
        TournamentEvent::JudgeAssigned { match_id: three, judge_user_id: Some(scene.judge) },
        TournamentEvent::TimeExtended { match_id: three, time_extension_seconds: 180 },
        TournamentEvent::DeckCheckMarked { match_id: three, started: true, completed: true },
        round(RoundId(round_id.0 + 1), phase_id, 2, RoundType::PlayVsOpponent, true),
    ]
}

/// An event with a player meeting and no round: two players are registered, one is on the waitlist.
async fn open_event(app: &TestApp, scene: &Scene) {
    let first = app.reserve(Sequence::Registration, 3).await;
    let phase_id = PhaseId(app.reserve(Sequence::Phase, 1).await);
    let match_id = MatchId(app.reserve(Sequence::Match, 1).await);
    let ids = [first, first + 1, first + 2].map(RegistrationId);
    let [ines, jost, kaja, ..] = scene.players[..] else { return };
    let details = details("Sunday Sealed", EventFormat::SealedDeck, 96);
    let mut events = announced(details, 6, [(ids[0], ines), (ids[1], jost)]);
    events.push(registered(ids[2], kaja, RegistrationStatus::OnWaitlist));
    let meeting = scene.meeting_round;
    let seating = Pairing {
        match_id,
        kind: PairingKind::Seating,
        table_number: 1,
        pod_number: 0,
        players: ids[..2].to_vec(),
        is_ghost: false,
        is_consolation: false,
    };
    events.extend([
        TournamentEvent::PhaseAdded { phase_id, order_in_phases: 1, round_type: PhaseType::Swiss },
        round(meeting, phase_id, 0, RoundType::PlayerMeeting, false),
        round(scene.first_round, phase_id, 1, RoundType::PlayVsOpponent, true),
        TournamentEvent::MatchesPaired { round_id: meeting, pairings: vec![seating] },
        TournamentEvent::PairingsCompleted { round_id: meeting },
    ]);
    let stream = StreamId::tournament(scene.open_event);
    app.append_at(at(3), app.organization, stream, events.into_iter().map(DomainEvent::from).collect()).await;
}

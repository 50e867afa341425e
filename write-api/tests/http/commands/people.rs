//! Commands on people, their passwords, links and tokens, and their memberships, against a real store.

use futures::future::join_all;
use proto_events::ids::{MemberId, OrganizationId, PasswordId, RegistrationId, TournamentId, UserId};
use proto_events::tournament::TournamentDetails;
use proto_events::user::Profile;
use proto_events::vocabulary::{EventFormat, RegistrationStatus, Role};
use proto_events::{Actor, Position, StreamId, TournamentEvent, UserEvent};
use service_kit::password::Password;
use storage::{Erasure, EventStore as _, LogReader as _};
use write_api::accounts::{
    ChangeProfile, EndSessions, MakePasswordLink, RegisterUser, SetBy, SetPassword, SignedIn, Steward,
};
use write_api::organizations::{AddMember, RemoveMember};
use write_api::{CommandError, WriteApi};

use super::Scene;

const ACTOR: Actor = Actor::CommandLine;

fn profile(username: &str) -> Profile {
    Profile { username: username.into(), best_identifier: format!("The {username}"), ..Profile::default() }
}

fn typed(password: &str) -> Password {
    Password::from(password.to_owned())
}

async fn register(api: &WriteApi, profile: Profile) -> UserId {
    let command = RegisterUser { profile, managed_by: None };
    api.carry_out(&ACTOR, &command).await.unwrap().folded.state.id
}

/// Returns the person with this username if the password is right.
async fn check(api: &WriteApi, username: &str, password: &str) -> Option<SignedIn> {
    let user = api.user_named(username).await.unwrap();
    let place = api.hashing_place().unwrap();
    api.check_password(place, user.as_ref().map(|user| &user.state), typed(password)).await.unwrap()
}

/// Returns the user who is signed in with these, and the session epoch.
async fn signed_in(api: &WriteApi, username: &str, password: &str) -> Option<(UserId, i64)> {
    let signed_in = check(api, username, password).await;
    signed_in.map(|signed_in| (signed_in.user_id, signed_in.session_epoch))
}

#[tokio::test]
async fn names_are_as_new_as_the_log_whichever_process_changes_them() {
    let scene = Scene::empty().await;
    let other_process = scene.another_process();
    let (ada, bo) = (register(&scene.api, profile("ada")).await, register(&scene.api, profile("bo")).await);
    let names = async || scene.api.names_of(&[ada, bo, UserId(99)]).await.unwrap();
    assert_eq!(names().await, [(ada, "The ada".to_owned()), (bo, "The bo".to_owned())].into());
    for name in ["Ada Lowe", "Ada Ford"] {
        let profile = Profile { best_identifier: name.into(), ..profile("ada") };
        let command = ChangeProfile { user_id: ada, profile, steward: Steward::Operator, language: "en" };
        other_process.carry_out(&ACTOR, &command).await.unwrap();
        assert_eq!(names().await, [(ada, name.to_owned()), (bo, "The bo".to_owned())].into());
    }
    for _ in 0..11 {
        let events = (0..500).map(|number| {
            let profile = Profile { best_identifier: format!("Bo {number}"), ..profile("bo") };
            UserEvent::ProfileChanged { profile }.into()
        });
        scene.server.append(StreamId::user(bo), OrganizationId::SHARED, events.collect()).await;
    }
    assert_eq!(names().await[&bo], "Bo 499", "after more events than are worth reading");
}

#[tokio::test]
async fn a_username_asked_for_by_many_at_once_is_one_persons() {
    let scene = Scene::empty().await;
    let asked = (0..6).map(|number| {
        let api = scene.another_process();
        let profile = Profile { best_identifier: format!("Anna {number}"), ..profile("anna") };
        let command = RegisterUser { profile, managed_by: None };
        tokio::spawn(async move { api.carry_out(&ACTOR, &command).await.is_ok() })
    });
    let made = join_all(asked).await.into_iter().filter(|made| *made.as_ref().unwrap()).count();
    assert_eq!((made, scene.server.head().await), (1, 1));
}

#[tokio::test]
async fn a_username_is_given_once_to_one_person() {
    let scene = Scene::empty().await;
    let (_, nameless) = (register(&scene.api, profile("anna")).await, register(&scene.api, profile("")).await);
    let change = async |username| {
        let (user_id, steward) = (nameless, Steward::Person);
        let command = ChangeProfile { user_id, profile: profile(username), steward, language: "en" };
        scene.api.carry_out(&ACTOR, &command).await
    };
    assert!(matches!(change("anna").await, Err(CommandError::Refused(_))));
    assert!(change("zoe").await.unwrap().happened());
    assert_eq!(scene.api.user_named("zoe").await.unwrap().unwrap().state.id, nameless);
    assert!(scene.api.user_named("Zoe").await.unwrap().is_none() && scene.api.user_named("").await.unwrap().is_none());
}

#[tokio::test]
async fn of_a_link_and_a_joining_at_once_no_link_is_left() {
    let (scene, manager) = Scene::with_organization().await;
    let other = scene.organization("Other").await;
    let command = RegisterUser { profile: profile("anna"), managed_by: Some(manager) };
    let user_id = scene.api.carry_out(&ACTOR, &command).await.unwrap().folded.state.id;
    let (here, there) = (scene.api.clone(), scene.another_process());
    let user = async || here.user(user_id).await.unwrap().unwrap();
    for _ in 0..10 {
        // The views know no other memberships of the person.
        let steward = here.administrator(&user().await.state, manager, &[]).await.unwrap();
        let link = MakePasswordLink { user_id, steward };
        let join = AddMember { organization_id: other, user_id, role: Role::Judge };
        let (_, joined) = tokio::join!(there.carry_out(&ACTOR, &link), here.carry_out(&ACTOR, &join));
        let member_id = joined.unwrap().folded.state.members.last().unwrap().id;
        assert_eq!(user().await.state.password_link, None);
        here.carry_out(&ACTOR, &RemoveMember { organization_id: other, member_id }).await.unwrap();
    }
}

#[tokio::test]
async fn of_two_who_use_a_link_at_once_one_sets_the_password() {
    let scene = Scene::empty().await;
    let anna = register(&scene.api, profile("anna")).await;
    let link = MakePasswordLink { user_id: anna, steward: Steward::Operator };
    let value = scene.api.carry_out(&ACTOR, &link).await.unwrap().value;
    let (here, there) = (scene.api.clone(), scene.another_process());
    let with = |password| SetPassword { user_id: anna, password: typed(password), by: SetBy::Link(value) };
    let (one, other) = (with("from here on"), with("from there on"));
    let actor = Actor::User(anna);
    let (first, second) = tokio::join!(here.carry_out(&actor, &one), there.carry_out(&actor, &other));
    assert!(first.is_ok() != second.is_ok());
    let counts = if first.is_ok() { "from here on" } else { "from there on" };
    assert_eq!(signed_in(&scene.api, "anna", counts).await, Some((anna, 1)));
}

#[tokio::test]
async fn a_password_is_changed_by_who_knows_it_and_the_earlier_one_is_forgotten() {
    let scene = Scene::empty().await;
    let user_id = register(&scene.api, profile("anna")).await;
    let set = SetPassword { user_id, password: typed("correct horse"), by: SetBy::Operator };
    scene.api.carry_out(&ACTOR, &set).await.unwrap();
    assert_eq!(check(&scene.api, "anna", "correct house").await, None);
    let known = check(&scene.api, "anna", "correct horse").await.unwrap();
    let change = |new| SetPassword { user_id, password: typed(new), by: SetBy::Known(known) };
    let done = scene.api.carry_out(&Actor::User(user_id), &change("battery staple")).await.unwrap();
    let again = scene.api.carry_out(&Actor::User(user_id), &change("another one")).await;
    assert!(again.is_err(), "it was changed meanwhile");
    assert_eq!(done.folded.state.session_epoch, 2);
    assert_eq!(signed_in(&scene.api, "anna", "correct horse").await, None);
    assert_eq!(signed_in(&scene.another_process(), "anna", "battery staple").await, Some((user_id, 2)));
    assert_eq!(scene.server.store.password(PasswordId(1)).await.unwrap(), None, "its hash is gone");
    let kept = scene.server.store.password(PasswordId(2)).await.unwrap().unwrap();
    assert!(kept.starts_with("$argon2id$"));
    let log = scene.server.store.read_from(Position::START, 100).await.unwrap();
    assert!(log.iter().all(|event| !event.encoded.payload.contains("argon2")), "hashes are not in the log");
}

#[tokio::test]
async fn passwords_set_at_the_same_time_by_several_processes_leave_one_that_opens() {
    let scene = Scene::empty().await;
    let user_id = register(&scene.api, profile("anna")).await;
    for _ in 0..3 {
        // Each process reserves its own ids: those of one are all above those of another.
        let asked = (0..4).map(|number| {
            let (api, password) = (scene.another_process(), typed(&format!("password number {number}")));
            let command = SetPassword { user_id, password, by: SetBy::Operator };
            tokio::spawn(async move { api.carry_out(&ACTOR, &command).await.is_ok() })
        });
        assert!(join_all(asked).await.into_iter().all(Result::unwrap));
        let mut open = 0;
        for number in 0..4 {
            let opens = signed_in(&scene.api, "anna", &format!("password number {number}")).await;
            open += i64::from(opens.is_some());
        }
        assert_eq!(open, 1);
    }
}

#[tokio::test]
async fn nobody_signs_in_but_with_both_names_of_one_person() {
    let scene = Scene::empty().await;
    let (anna, zoe) = (register(&scene.api, profile("anna")).await, register(&scene.api, profile("zoe")).await);
    for (user_id, password) in [(anna, "correct horse"), (zoe, "battery staple")] {
        let command = SetPassword { user_id, password: typed(password), by: SetBy::Operator };
        scene.api.carry_out(&ACTOR, &command).await.unwrap();
    }
    register(&scene.api, profile("without")).await;
    register(&scene.api, profile("")).await;
    let head = scene.server.head().await;
    for (username, password) in [
        ("anna", "battery staple"),
        ("Anna", "correct horse"),
        ("anna ", "correct horse"),
        ("unknown", "correct horse"),
        ("without", "correct horse"),
        ("without", ""),
        ("", ""),
        ("anna", ""),
    ] {
        assert_eq!(signed_in(&scene.api, username, password).await, None, "{username} {password}");
    }
    assert_eq!(signed_in(&scene.api, "anna", "correct horse").await, Some((anna, 1)));
    let ended = scene.api.carry_out(&Actor::User(anna), &EndSessions { user_id: anna }).await.unwrap();
    assert_eq!(ended.folded.state.session_epoch, 2);
    assert_eq!(signed_in(&scene.api, "anna", "correct horse").await, Some((anna, 2)));
    assert_eq!(scene.server.head().await, head + 1, "signing in appends no event");
}

#[tokio::test]
async fn two_administrators_who_remove_each_other_at_once_leave_one() {
    let (scene, organization_id) = Scene::with_organization().await;
    for username in ["anna", "zoe"] {
        let user_id = register(&scene.api, profile(username)).await;
        let command = AddMember { organization_id, user_id, role: Role::Admin };
        scene.api.carry_out(&ACTOR, &command).await.unwrap();
    }
    let organization = scene.api.organization(organization_id).await.unwrap().unwrap();
    let [anna, zoe]: [MemberId; 2] = [0, 1].map(|place| organization.state.members[place].id);
    let (here, there) = (scene.api.clone(), scene.another_process());
    let [first, second] = [anna, zoe].map(|member_id| RemoveMember { organization_id, member_id });
    let (first, second) = tokio::join!(here.carry_out(&ACTOR, &first), there.carry_out(&ACTOR, &second));
    assert!(first.is_ok() != second.is_ok());
}

#[tokio::test]
async fn person_whom_a_restore_erases_leaves_the_events_that_come() {
    let scene = Scene::empty().await;
    let (user_id, registered_at) = (register(&scene.api, profile("anna")).await, Position(scene.server.head().await));
    let created = TournamentEvent::Created { details: TournamentDetails::new("Open", EventFormat::Legacy), seed: 7 };
    let (registration_id, status) = (RegistrationId(1), RegistrationStatus::Complete);
    let registered = TournamentEvent::PlayerRegistered { registration_id, user_id, status };
    let events = vec![created.into(), registered.into()];
    scene.server.append(StreamId::tournament(TournamentId(3)), OrganizationId(1), events).await;
    let registered_hash = scene.server.store.hash_at(registered_at).await.unwrap().unwrap();
    let (erased_at, log_id) = (scene.now(), scene.server.store.log_id());
    let erased = Erasure { user_id, erased_at, log_id, registered_at, registered_hash };
    let restored = Scene::empty().await;
    restored.server.store.restore(scene.server.store.backup(), &[erased]).await.unwrap();
    restored.api.complete_erasures(&[user_id]).await.unwrap();
    let event = restored.api.tournament(TournamentId(3)).await.unwrap().unwrap();
    assert_eq!(event.state.registrations[0].status, RegistrationStatus::Canceled);
}

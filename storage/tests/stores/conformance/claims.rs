//! Tests of unique names and of repeated answers.

use futures::future::join_all;
use proto_events::Position;
use storage::{AppendError, AppendRequest, Claim};

use super::given::{answer, at, claiming, decklist, request, tournament, write};
use super::{Backend, Log};

pub(crate) async fn a_name_belongs_to_who_claimed_it_first(store: &Log, _: &impl Backend) {
    store.append(claiming(1, "slug/3", "open")).await.unwrap();

    let refused = store.append(claiming(2, "slug/3", "open")).await;
    let elsewhere = store.append(claiming(3, "slug/4", "open")).await;

    match refused {
        Err(AppendError::Taken { claim, holder }) => {
            assert_eq!((claim.name.as_str(), claim.holder, holder), ("open", decklist(2), decklist(1)));
        }
        other => panic!("{other:?}"),
    }
    assert!(elsewhere.is_ok(), "{elsewhere:?}");
    assert!(store.read_stream(decklist(2), 0).await.unwrap().is_empty());
}

pub(crate) async fn a_name_may_be_claimed_again_by_its_holder(store: &Log, _: &impl Backend) {
    store.append(claiming(1, "slug", "open")).await.unwrap();

    let mut again = claiming(1, "slug", "open");
    again.claims.push(again.claims[0].clone());
    again.writes = vec![write(1, 1, 1)];

    assert_eq!(store.append(again).await.unwrap(), Position(2));
    assert_eq!(store.holders("slug", &["open".to_owned()]).await.unwrap(), [Some(decklist(1))]);
}

pub(crate) async fn of_many_claims_at_once_one_wins(_: &Log, backend: &impl Backend) {
    let stores = [backend.event_store().await, backend.event_store().await];

    let requests = (0..40).map(|id| stores[usize::try_from(id % 2).unwrap()].append(claiming(id, "slug", "open")));
    let outcomes = join_all(requests).await;

    let winners: Vec<_> = (0..40).zip(&outcomes).filter(|(_, outcome)| outcome.is_ok()).map(|(id, _)| id).collect();
    let &[winner] = winners.as_slice() else { panic!("{winners:?}") };
    for outcome in outcomes.into_iter().filter_map(Result::err) {
        assert!(matches!(outcome, AppendError::Taken { holder, .. } if holder == decklist(winner)), "{outcome:?}");
    }
    assert_eq!(stores[0].head().await.unwrap(), Position(1));
}

pub(crate) async fn a_refused_request_claims_nothing(store: &Log, _: &impl Backend) {
    store.append(claiming(1, "slug", "first")).await.unwrap();
    let stale = AppendRequest { writes: vec![write(1, 0, 1)], ..claiming(1, "slug", "second") };
    let mut half_taken = claiming(2, "slug", "third");
    half_taken.claims.push(Claim { scope: "slug".into(), name: "first".into(), holder: decklist(2) });
    let mut with_answer = claiming(2, "slug", "first");
    with_answer.idempotency = Some(answer("api-key/1", "k", "never given"));

    for refused in [stale, half_taken, with_answer] {
        store.append(refused).await.unwrap_err();
    }

    let names = ["second".to_owned(), "third".to_owned()];
    assert_eq!(store.holders("slug", &names).await.unwrap(), [None, None]);
    assert_eq!(store.recorded_answer("api-key/1", "k").await.unwrap(), None);
}

pub(crate) async fn holders_are_told_in_the_order_asked(store: &Log, _: &impl Backend) {
    let claim = |name: &str, holder| Claim { scope: "username".to_owned(), name: name.to_owned(), holder };
    let claims = vec![claim("zoë \"quoted\"", decklist(1)), claim("ada", tournament(2)), claim("Ada", decklist(3))];
    store.append(AppendRequest { claims, ..request(Vec::new()) }).await.unwrap();

    let names = ["ada", "nobody", "zoë \"quoted\"", "Ada", "ada"].map(str::to_owned);
    let holders = store.holders("username", &names).await.unwrap();

    assert_eq!(holders, [Some(tournament(2)), None, Some(decklist(1)), Some(decklist(3)), Some(tournament(2))]);
    assert_eq!(store.holders("username", &[]).await.unwrap(), []);
}

pub(crate) async fn a_repeated_key_gets_the_first_answer(store: &Log, _: &impl Backend) {
    let first = answer("api-key/1", "k", "created 1");
    let with = |id, answer| AppendRequest { idempotency: Some(answer), ..request(vec![write(id, 0, 1)]) };
    store.append(with(1, first.clone())).await.unwrap();

    // The repetition would also conflict, but repetitions are detected first.
    let repeated = store.append(with(1, answer("api-key/1", "k", "another"))).await;
    let of_another = store.append(with(2, answer("api-key/2", "k", "created 2"))).await;

    match repeated {
        Err(AppendError::Repeated(recorded)) => assert_eq!(*recorded, first),
        other => panic!("{other:?}"),
    }
    assert!(of_another.is_ok(), "{of_another:?}");
    assert_eq!(store.recorded_answer("api-key/1", "k").await.unwrap(), Some(first));
    assert_eq!(store.recorded_answer("api-key/3", "k").await.unwrap(), None);
}

pub(crate) async fn of_equal_requests_at_once_one_is_written(store: &Log, _: &impl Backend) {
    let requests = (1..=30).map(|id| {
        let idempotency = Some(answer("api-key/1", "k", &format!("created {id}")));
        store.append(AppendRequest { idempotency, ..request(vec![write(id, 0, 1)]) })
    });
    let outcomes = join_all(requests).await;

    let recorded = store.recorded_answer("api-key/1", "k").await.unwrap().unwrap();
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    for refusal in outcomes.into_iter().filter_map(Result::err) {
        assert!(matches!(&refusal, AppendError::Repeated(first) if **first == recorded), "{refusal:?}");
    }
    assert_eq!(store.head().await.unwrap(), Position(1));
}

pub(crate) async fn without_events_the_version_is_checked_and_the_answer_kept(store: &Log, _: &impl Backend) {
    store.append(request(vec![write(1, 0, 2)])).await.unwrap();
    let unchanged = |version, key| AppendRequest {
        idempotency: Some(answer("api-key/1", key, "unchanged")),
        ..request(vec![write(1, version, 0)])
    };

    let stale = store.append(unchanged(1, "stale")).await;
    let fine = store.append(unchanged(2, "fine")).await;
    let again = store.append(unchanged(2, "fine")).await;

    assert!(matches!(stale, Err(AppendError::Conflict { expected: 1, actual: 2, .. })), "{stale:?}");
    assert_eq!(fine.unwrap(), Position(2));
    assert!(matches!(again, Err(AppendError::Repeated(_))), "{again:?}");
    assert_eq!(store.recorded_answer("api-key/1", "stale").await.unwrap(), None);
    assert!(store.recorded_answer("api-key/1", "fine").await.unwrap().is_some());
    assert_eq!(store.head().await.unwrap(), Position(2));
}

pub(crate) async fn an_answer_is_forgotten_after_whole_hours_whatever_times_were_recorded(
    store: &Log,
    backend: &impl Backend,
) {
    let other = backend.event_store().await;
    let keep = async |key: &str, recorded: i64| {
        let mut kept = answer("api-key/1", key, "an answer");
        kept.recorded_at = at(recorded);
        store.append(AppendRequest { idempotency: Some(kept), ..request(Vec::new()) }).await.unwrap();
    };
    let is_kept = async |key: &str| store.recorded_answer("api-key/1", key).await.unwrap().is_some();
    keep("first", 1_000_000).await;
    for hour in 0..24 {
        assert_eq!((store.answer_hour().await.unwrap(), store.end_answer_hour(hour, 24).await.unwrap()), (hour, 0));
        assert_eq!(other.end_answer_hour(hour, 24).await.unwrap(), 0, "the hour has ended already");
        assert!(is_kept("first").await, "{hour}");
        // The recorded times are years before and after the first.
        keep(&format!("later {hour}"), if hour % 2 == 0 { 1 } else { 1_000_000_000 }).await;
    }

    assert_eq!(store.end_answer_hour(24, 24).await.unwrap(), 1);

    assert!(!is_kept("first").await && is_kept("later 0").await && is_kept("later 23").await);
    assert_eq!((other.answer_hour().await.unwrap(), store.end_answer_hour(25, 24).await.unwrap()), (25, 1));
    assert!(!is_kept("later 0").await && is_kept("later 1").await);
}

//! Tests of the limits of attempts.

use service_kit::keyring::Keyring;
use service_kit::secret::Secret;
use storage::sqlite::SqliteEventStore;
use tempfile::TempDir;

use super::*;

const ADA: Person<'static> = Person::Known(UserId(7));

struct Scene {
    attempts: Attempts,
    _folder: TempDir,
}

async fn scene() -> Scene {
    let folder = tempfile::tempdir().unwrap();
    let events = SqliteEventStore::open(&folder.path().join("events.sqlite")).await.unwrap();
    let signer = Keyring::from(&Secret::generate()).signer("sign-in attempts");
    Scene { attempts: Attempts::new(Arc::new(events), signer), _folder: folder }
}

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_780_000_000 + seconds, 0).unwrap()
}

fn from(address: &str) -> Origin {
    Origin { address: Some(address.parse().unwrap()), device: None }
}

impl Scene {
    /// Returns the seconds to wait, if an attempt is refused.
    async fn wrong(&self, person: Person<'_>, origin: Origin, second: i64) -> Option<i64> {
        let counted = self.attempts.count(person, origin, at(second)).await.unwrap();
        counted.err().map(|until| (until - at(second)).num_seconds())
    }

    async fn right(&self, person: Person<'_>, origin: Origin, second: i64) {
        let counted = self.attempts.count(person, origin, at(second)).await.unwrap().unwrap();
        self.attempts.succeeded(&counted).await.unwrap();
    }
}

#[tokio::test]
async fn a_stranger_is_refused_and_the_person_is_not() {
    let scene = scene().await;
    for _ in 0..PER_PERSON_AND_ADDRESS {
        assert_eq!(scene.wrong(ADA, from("10.0.0.1"), 0).await, None);
    }
    assert_eq!(scene.wrong(ADA, from("10.0.0.1"), 60).await, Some(540));
    assert_eq!(scene.wrong(ADA, from("::ffff:10.0.0.1"), 60).await, Some(540), "the same address as IPv6");
    assert_eq!(scene.wrong(ADA, from("10.0.0.2"), 60).await, None, "another address is not affected");
    assert_eq!(scene.wrong(Person::Known(UserId(8)), from("10.0.0.1"), 60).await, None, "another person");
    assert_eq!(scene.wrong(ADA, from("10.0.0.1"), 600).await, None, "the window has ended");
}

#[tokio::test]
async fn many_strangers_slow_down_strangers_alone() {
    let scene = scene().await;
    let browser = Origin { device: Some(Device { number: 5, epoch: 0 }), ..from("192.0.2.99") };
    scene.right(ADA, from("192.0.2.1"), -1_000).await;
    for number in 0..PER_PERSON {
        assert_eq!(scene.wrong(ADA, from(&format!("10.0.{number}.1")), 0).await, None);
    }
    assert_eq!(scene.wrong(ADA, from("10.9.9.9"), 60).await, Some(540));
    assert_eq!(scene.wrong(Person::Known(UserId(8)), from("10.9.9.9"), 60).await, None, "another person");
    for known in [from("192.0.2.1"), browser] {
        for _ in 0..PER_PERSON_AND_ADDRESS {
            assert_eq!(scene.wrong(ADA, known, 60).await, None);
        }
        assert_eq!(scene.wrong(ADA, known, 61).await, Some(599), "a known origin has its own limit");
    }
    assert_eq!(scene.wrong(ADA, from("10.9.9.9"), 600).await, None);
}

#[tokio::test]
async fn an_address_guesses_so_often_whatever_the_name() {
    let scene = scene().await;
    scene.right(ADA, from("2001:db8:0:7::1"), -1_000).await;
    for number in 0..PER_ADDRESS {
        let (name, origin) = (format!("name {number}"), from(&format!("2001:db8:0:7::{number:x}")));
        assert_eq!(scene.wrong(Person::Unknown(&name), origin, 0).await, None);
    }
    assert_eq!(scene.wrong(Person::Unknown("another"), from("2001:db8:0:7:9::"), 0).await, Some(600));
    assert_eq!(scene.wrong(Person::Unknown("another"), from("2001:db8:0:8::"), 0).await, None);
    assert_eq!(scene.wrong(ADA, from("2001:db8:0:7::2"), 0).await, None, "she has signed in from this network");
}

#[tokio::test]
async fn right_passwords_do_not_count() {
    let scene = scene().await;
    for round in 0..3 {
        for _ in 1..PER_PERSON_AND_ADDRESS {
            assert_eq!(scene.wrong(ADA, from("10.0.0.1"), round).await, None);
        }
        scene.right(ADA, from("10.0.0.1"), round).await;
    }
    for number in 0..PER_ADDRESS * 2 {
        scene.right(Person::Known(UserId(1_000 + number)), from("10.0.0.2"), 0).await;
    }
}

#[tokio::test]
async fn an_address_tries_so_many_links() {
    let scene = scene().await;
    let wrong = async |address: &str, second| {
        let address = address.parse().unwrap();
        scene.attempts.wrong_link(Some(address), at(second)).await.unwrap()
    };
    for _ in 0..WRONG_LINKS {
        assert_eq!(wrong("10.0.0.1", 0).await, None);
    }
    assert_eq!(wrong("10.0.0.1", 60).await, Some(at(600)));
    assert_eq!(wrong("10.0.0.2", 60).await, None, "another address");
    assert_eq!(wrong("10.0.0.1", 600).await, None, "the window has ended");
}

#[tokio::test]
async fn guests_of_one_address_wait_for_staff_after_a_hundred_and_take_a_fifth_of_the_event() {
    let scene = scene().await;
    let guest = async |event, address: &str, second| {
        let address = address.parse().unwrap();
        scene.attempts.guest(TournamentId(event), Some(address), at(second)).await.unwrap()
    };
    let joined = async |second| scene.attempts.guest_joined(TournamentId(7), at(second)).await.unwrap();
    for number in 0..GUESTS_FROM_ADDRESS {
        assert_eq!(guest(7, "10.0.0.1", 0).await, Ok(number >= GUESTS_WITHOUT_APPROVAL), "{number}");
    }
    assert_eq!(guest(7, "10.0.0.1", 60).await, Err(at(3_600)));
    assert_eq!(guest(8, "10.0.0.1", 60).await, Ok(false), "another event");
    // Their forms were refused: they take nothing from others.
    for number in 0..GUESTS_OF_EVENT {
        assert_eq!(guest(7, &format!("10.{}.{}.1", 1 + number / 250, number % 250), 60).await, Ok(false), "{number}");
        joined(60).await;
    }
    assert_eq!(guest(7, "10.200.0.1", 60).await, Err(at(3_660)));
    assert_eq!(guest(7, "10.0.0.1", 3_660).await, Ok(false), "the window has ended");
}

#[tokio::test]
async fn codes_of_a_day_are_limited_whatever_the_address_and_right_ones_do_not_count() {
    let scene = scene().await;
    let code = async |user, right: bool, second| {
        let counted = scene.attempts.count(Person::Code(user), from("10.0.0.1"), at(second)).await.unwrap();
        let mut counted = counted.unwrap();
        let is_taken = scene.attempts.takes_code(user, &mut counted, at(second)).await.unwrap();
        if right {
            scene.attempts.succeeded(&counted).await.unwrap();
        }
        is_taken
    };
    for round in 0..CODES {
        assert!(code(UserId(7), true, round * 1_000).await && code(UserId(7), false, round * 1_000).await, "{round}");
    }
    let day = DAY.num_seconds();
    assert!(!code(UserId(7), false, CODES * 1_000).await && code(UserId(8), false, CODES * 1_000).await);
    assert!(code(UserId(7), false, day).await, "the window has ended");
}

#[tokio::test]
async fn a_mailbox_gets_so_many_links_of_guests_in_a_day() {
    let scene = scene().await;
    let letter = async |email: &str, second| scene.attempts.guest_letter(email, at(second)).await.unwrap();
    for hour in 0..GUEST_LETTERS {
        assert!(!letter("ada@store.example", hour * 3_600).await);
    }
    assert!(letter("Ada@Store.example", 20 * 3_600).await && !letter("bea@store.example", 20 * 3_600).await);
    assert!(!letter("ada@store.example", DAY.num_seconds()).await, "the window has ended");
}

#[tokio::test]
async fn an_address_asks_for_so_many_mails_and_a_person_gets_so_many() {
    let scene = scene().await;
    let mail = async |person: Person<'_>, address: &str, second| {
        scene.attempts.mail(person, Some(address.parse().unwrap()), at(second)).await.unwrap()
    };
    for number in 0..MAILS_TO_PERSON {
        assert_eq!(mail(ADA, &format!("10.0.1.{number}"), 0).await, None);
    }
    assert_eq!(mail(ADA, "10.0.2.1", 600).await, Some(at(3_600)));
    for number in 0..MAILS_FROM_ADDRESS {
        assert_eq!(mail(Person::Unknown(&format!("name {number}")), "10.0.0.1", 0).await, None);
    }
    assert_eq!(mail(Person::Known(UserId(8)), "10.0.0.1", 600).await, Some(at(3_600)));
    assert_eq!(mail(ADA, "10.0.0.1", 3_600).await, None, "the window has ended");
}

#[tokio::test]
async fn a_mailbox_gets_so_many_links_whatever_the_accounts() {
    let scene = scene().await;
    let mailbox = async |email: &str, second| scene.attempts.mailbox("confirm", email, at(second)).await.unwrap();
    for _ in 0..MAILS_TO_MAILBOX {
        assert_eq!(mailbox("ada@store.example", 0).await, None);
    }
    assert_eq!(mailbox("Ada@Store.example", 600).await, Some(at(3_600)));
    assert_eq!(mailbox("bea@store.example", 600).await, None);
    let other = scene.attempts.mailbox("set a password", "ada@store.example", at(600)).await.unwrap();
    assert_eq!(other, None, "another kind of link");
    assert_eq!(mailbox("ada@store.example", 3_600).await, None, "the window has ended");
}

#[tokio::test]
async fn a_flood_of_accounts_is_stopped_by_address_by_mailbox_and_in_all() {
    let scene = scene().await;
    let new = async |email: &str, address: &str, second| {
        scene.attempts.new_account(Some(email), Some(address.parse().unwrap()), at(second)).await.unwrap()
    };
    for number in 0..ACCOUNTS_FROM_ADDRESS {
        assert_eq!(new(&format!("a{number}@store.example"), "10.0.0.1", 0).await, None);
    }
    assert_eq!(new("b@store.example", "10.0.0.1", 60).await, Some(at(3_600)));
    let of_provider = scene.attempts.new_account(None, Some("10.0.0.1".parse().unwrap()), at(60)).await.unwrap();
    assert_eq!(of_provider, Some(at(3_600)), "the first sign-in at a provider");
    for number in 0..MAILS_TO_MAILBOX {
        assert_eq!(new("c@store.example", &format!("10.1.{number}.1"), 0).await, None);
    }
    assert_eq!(new("C@store.example", "10.0.0.2", 60).await, Some(at(3_600)), "a mail bomb");
    for number in 0..ACCOUNTS * 2 {
        let address = format!("10.2.{}.{}", number / 200, number % 200);
        assert_eq!(new(&format!("d{number}@store.example"), &address, 0).await, None, "attempts do not count");
    }
    for _ in 0..ACCOUNTS {
        scene.attempts.account_made(at(0)).await.unwrap();
    }
    assert_eq!(new("e@store.example", "10.3.0.1", 60).await, Some(at(3_600)), "from many addresses");
    assert_eq!(new("e@store.example", "10.0.0.1", 3_600).await, None, "the window has ended");
}

#[tokio::test]
async fn a_flood_of_answers_of_providers_disturbs_no_browser_that_is_known() {
    let scene = scene().await;
    let address = Some("10.0.0.1".parse().unwrap());
    let is_taken =
        async |state: String, known| scene.attempts.provider_answer(&state, (address, known), at(0)).await.unwrap();
    for number in 0..PROVIDER_ANSWERS {
        assert!(is_taken(format!("state {number}"), None).await, "{number}");
    }
    assert!(!is_taken("late".into(), None).await, "from the same address");
    for number in 0..PER_PERSON_AND_ADDRESS {
        assert!(is_taken(format!("own {number}"), Some(UserId(7))).await, "{number}");
    }
    assert!(!is_taken("own 0".into(), Some(UserId(8))).await, "an answer is used once");
    assert!(!is_taken("late".into(), Some(UserId(7))).await && is_taken("late".into(), Some(UserId(8))).await);
}

#[tokio::test]
async fn an_address_is_known_for_a_season() {
    let scene = scene().await;
    scene.right(ADA, from("192.0.2.1"), 0).await;
    let later = KNOWN_FOR.num_seconds() + 1;
    for number in 0..PER_PERSON {
        assert_eq!(scene.wrong(ADA, from(&format!("10.0.{number}.1")), later).await, None);
    }
    assert_eq!(scene.wrong(ADA, from("192.0.2.1"), later - 1).await, None);
    assert_eq!(scene.wrong(ADA, from("192.0.2.1"), later).await, Some(600));
}

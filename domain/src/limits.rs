//! Limits of the API, each defined once. Lengths are in characters.

/// API key name.
pub const API_KEY_NAME: usize = 255;
/// Username.
pub const USERNAME: usize = 150;
/// Convention name.
pub const CONVENTION_NAME: usize = 300;
/// Convention slug; only letters, digits, `-` and `_`.
pub const CONVENTION_SLUG: usize = 350;
/// Convention URL.
pub const CONVENTION_URL: usize = 200;
/// Name of a convention's location; also its address, and that of an event's venue.
pub const LOCATION: usize = 500;
/// Slug of a store; only lower-case letters, digits and hyphens.
pub const STORE_SLUG: std::ops::RangeInclusive<usize> = 2..=60;
/// What a store says about itself.
pub const STORE_ABOUT: usize = 5_000;
/// Postal address of a store, and the address of its own web page.
pub const STORE_ADDRESS: usize = 500;
/// Event name, pairing engine, floor-judge buzzer and hub identifiers.
pub const SHORT_TEXT: usize = 200;
/// Text that an event says about itself.
pub const EVENT_DESCRIPTION: usize = 10_000;
/// Prizes of an event.
pub const PRIZES: usize = 2_000;
/// Note of a penalty, or of a call for a judge.
pub const JUDGE_NOTE: usize = 2_000;
/// Accent colors.
pub const ACCENT_COLOR: usize = 6;
/// Wallet order id.
pub const WALLET_ORDER_ID: usize = 255;
/// Decklists per page by default.
pub const PAGE_SIZE_DEFAULT: i64 = 25;
/// Decklists per page at most.
pub const PAGE_SIZE_MAX: i64 = 1_000;
/// Days that the export covers by default.
pub const EXPORT_DAYS_DEFAULT: i64 = 14;
/// Days that the export covers at most: a hundred years.
pub const EXPORT_DAYS_MAX: i64 = 36_500;
/// Request body, in bytes.
pub const BODY_BYTES: usize = 256 * 1024;
/// File of a picture, in bytes.
pub const PICTURE_BYTES: usize = 5 * 1024 * 1024;
/// Decklist name.
pub const DECKLIST_NAME: usize = 300;
/// Decklist archetype.
pub const DECKLIST_ARCHETYPE: usize = 200;
/// The deck host's public id of a decklist.
pub const DECKHOST_PUBLIC_ID: usize = 200;
/// Size of a stored decklist, in bytes. It must fit into a message together with the other fields.
pub const DECKLIST_STORED_BYTES: usize = 480 * 1024;
/// Revisions of a decklist. Each new revision renders the document with all revisions again.
pub const DECKLIST_REVISIONS: i64 = 1_000;
/// API keys of an organization, including revoked and expired ones, which stay listed. Each new key renders the list
/// again.
pub const API_KEYS_ISSUED: usize = 5_000;
/// Memberships of an organization, including ended ones, for the same reason.
pub const MEMBERSHIPS: usize = 5_000;
/// Tokens of a person, including revoked and expired ones, for the same reason.
pub const TOKENS_ISSUED: usize = 1_000;
/// Webhooks of an organization.
pub const WEBHOOKS: usize = 20;
/// Address of a webhook.
pub const WEBHOOK_URL: usize = 500;
/// Address of a browser's push service.
pub const PUSH_ENDPOINT: usize = 1_000;
/// Description of a webhook.
pub const WEBHOOK_DESCRIPTION: usize = 200;
/// Mail of an organization's events in an hour, beyond which its staff can write none.
pub const MAIL_AN_HOUR: usize = 10_000;
/// Seconds that a webhook's address has to answer.
pub const WEBHOOK_ANSWER_SECONDS: i64 = 15;
/// Hours in which the secret before the current one signs as well.
pub const WEBHOOK_SECRET_HOURS: i64 = 24;
/// Days for which the log of deliveries is kept, and in which a delivery can be sent again.
pub const WEBHOOK_LOG_DAYS: i64 = 30;
/// Days after which a webhook whose address accepts nothing is disabled.
pub const WEBHOOK_FAILING_DAYS: i64 = 5;
/// `Idempotency-Key`, shortest and longest.
pub const IDEMPOTENCY_KEY: std::ops::RangeInclusive<usize> = 8..=255;
/// How long the answer to an `Idempotency-Key` is kept, in hours.
pub const IDEMPOTENCY_HOURS: i64 = 24;
/// How long a reader may wait for its own write with `Prefer: wait`, in seconds.
pub const WAIT_SECONDS_MAX: u64 = 5;
/// Text in the query of an export of changes, such as a cursor.
pub const EXPORT_PARAMETER: usize = 100;

/// The maximum number of Swiss rounds.
pub const ROUNDS_OF_EVENT: i32 = 100;

/// The highest table number.
pub const TABLE_NUMBER_MAX: i32 = 100_000;

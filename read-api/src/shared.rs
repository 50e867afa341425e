//! The state that all requests share.

use std::sync::Arc;

use api_kit::answer_limit::AnswerLimit;
use api_kit::noticed_cache::NoticedCache;
use api_kit::{ConsistencyTokens, Gate, KnownPeople, Progress};
use service_kit::clock::Clock;
use storage::{PublicAddress, ViewReader};

use crate::cache::DocumentCache;
use crate::drawing::Drawings;
use crate::live::EventStreams;
use crate::settings::ReadApiSettings;

/// The state that all requests share.
pub(crate) struct Shared {
    pub(crate) settings: ReadApiSettings,
    /// The public address, which documents of the views lack.
    pub(crate) address: PublicAddress,
    pub(crate) views: Arc<dyn ViewReader>,
    pub(crate) cache: Arc<DocumentCache>,
    pub(crate) people: KnownPeople,
    pub(crate) drawings: Drawings,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) gate: Gate,
    pub(crate) tokens: ConsistencyTokens,
    pub(crate) progress: Progress,
    pub(crate) lists: Arc<AnswerLimit>,
    pub(crate) exports: Arc<AnswerLimit>,
    /// The digests of lists, by the tags of their states.
    pub(crate) list_tags: NoticedCache<String, Arc<str>>,
    pub(crate) live: EventStreams,
}

//! The views' records about callers: API keys, tokens, accounts and memberships, each cached briefly.

use std::sync::Arc;

use storage::{Account, Credential, Membership, NoticeBoard, TokenRecord, ViewKind, ViewReader};

use crate::remembered::Remembered;

/// The cached records that identify callers.
#[derive(Clone)]
pub struct Credentials {
    /// API keys, by the SHA-256 of their value.
    pub(crate) keys: Remembered<Credential>,
    /// Tokens, by the SHA-256 of their value.
    pub(crate) tokens: Remembered<TokenRecord>,
    /// Accounts, by user id.
    pub(crate) accounts: Remembered<Account>,
    /// Memberships, by [`Membership::key`].
    pub(crate) memberships: Remembered<Membership>,
}

impl Credentials {
    /// Creates caches of these views. Notices on the board remove changed records.
    pub fn new(views: Arc<dyn ViewReader>, board: &NoticeBoard) -> Self {
        Self {
            keys: Remembered::new(ViewKind::Credential, Arc::clone(&views), board),
            tokens: Remembered::new(ViewKind::UserToken, Arc::clone(&views), board),
            accounts: Remembered::new(ViewKind::Account, Arc::clone(&views), board),
            memberships: Remembered::new(ViewKind::Membership, views, board),
        }
    }
}

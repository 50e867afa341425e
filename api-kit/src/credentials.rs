//! Everything the views say of callers: keys, tokens, accounts and memberships, each in memory for a moment.

use std::sync::Arc;

use storage::{Account, Credential, Membership, NoticeBoard, TokenRecord, ViewKind, ViewStore};

use crate::remembered::Remembered;

/// What callers are known by.
#[derive(Clone)]
pub struct Credentials {
    /// API keys, by the SHA-256 of their value.
    pub(crate) keys: Remembered<Credential>,
    /// Tokens, by the SHA-256 of their value.
    pub(crate) tokens: Remembered<TokenRecord>,
    /// Accounts, by the person's id.
    pub(crate) accounts: Remembered<Account>,
    /// Memberships, by [`Membership::key`].
    pub(crate) memberships: Remembered<Membership>,
}

impl Credentials {
    /// What these views say, taken out of memory when the board says so.
    pub fn new(views: Arc<dyn ViewStore>, board: &NoticeBoard) -> Self {
        Self {
            keys: Remembered::new(ViewKind::Credential, Arc::clone(&views), board),
            tokens: Remembered::new(ViewKind::UserToken, Arc::clone(&views), board),
            accounts: Remembered::new(ViewKind::Account, Arc::clone(&views), board),
            memberships: Remembered::new(ViewKind::Membership, views, board),
        }
    }
}

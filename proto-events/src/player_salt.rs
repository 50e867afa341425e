//! The salt of the ids under which an installation shows players.

/// The salt of the ids under which an installation shows players: 32 random bytes that never change. A reader who knows it could
/// find out which person an id belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct PlayerSalt([u8; 32]);

impl PlayerSalt {
    /// Creates a salt.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Creates a salt from bytes; `None` if there are not 32.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// Returns its bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// Hides the bytes.
impl std::fmt::Debug for PlayerSalt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PlayerSalt(…)")
    }
}

//! Private links of players. The holder of a registration's link acts as its player, without an account.
//!
//! The code of a link is derived from the installation's secret, the registration and the number of the link, so staff
//! can print it again. The log holds only its SHA-256. After a change of the secret, links that were handed out still
//! work, but cannot be printed again: a new link replaces them.

use std::fmt::Display;

use domain::permissions::Operation;
use domain::tournament::Registration;
use proto_events::ids::TournamentId;
use service_kit::keyring::{Keyring, Signer};
use sha2::{Digest, Sha256};

/// What the holder of a link may do, each only for the player's own registration.
pub(crate) const OPERATIONS: [Operation; 4] =
    [Operation::Register, Operation::ReportResults, Operation::CallJudges, Operation::WriteDecklists];
/// The letters of codes. Those that are easily confused on paper (`l`, `o`, `0`, `1`) are left out.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Letters of a code, of 5 bits each: 120 bits in all.
const LENGTH: usize = 24;

/// Makes the codes of private links.
#[derive(Debug, Clone)]
pub struct PrivateLinks {
    signer: Signer,
}

/// The code of a private link. It must not reach a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Code(String);

impl PrivateLinks {
    /// Creates the links of an installation.
    pub fn new(keys: &Keyring) -> Self {
        Self { signer: keys.signer("private link") }
    }

    /// Returns the code of a link with this number: of a registration with its id, or to join a team or group with its
    /// name, as no registration is called.
    pub fn code(&self, event: TournamentId, of: impl Display, number: u32) -> Code {
        let signature = self.signer.sign(format!("{event}/{of}/{number}").as_bytes());
        let bit = |at: usize| (signature[at / 8] >> (7 - at % 8)) & 1;
        let letter = |at: usize| (0..5).fold(0, |value, more| (value << 1) | usize::from(bit(at * 5 + more)));
        Code((0..LENGTH).map(|at| char::from(LETTERS[letter(at)])).collect())
    }

    /// Returns the code of the link that a registration has. `None` if it has none, or one of an earlier secret.
    pub fn current(&self, event: TournamentId, entry: &Registration) -> Option<Code> {
        let code = self.code(event, entry.id, entry.private_links_made);
        (entry.private_link.as_ref()? == &code.sha256_hex()).then_some(code)
    }
}

impl Code {
    /// Reads the code in an address. Capital letters are as good as small ones.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.to_ascii_lowercase();
        let is_code = text.len() == LENGTH && text.bytes().all(|letter| LETTERS.contains(&letter));
        is_code.then_some(Self(text))
    }

    /// Returns the SHA-256 of the code in lower-case hex, which the log holds.
    pub fn sha256_hex(&self) -> String {
        service_kit::hex::hex(&Sha256::digest(&self.0))
    }

    pub(crate) fn letters(&self) -> &str {
        &self.0
    }

    /// Returns the path of the link below the public address.
    pub fn path(&self, event: TournamentId) -> String {
        format!("/e/{event}/{}/", self.0)
    }
}

service_kit::hidden!(Code);

#[cfg(test)]
mod tests {
    use proto_events::ids::{RegistrationId, UserId};
    use proto_events::vocabulary::RegistrationStatus;
    use service_kit::secret::Secret;

    use super::*;

    const EVENT: TournamentId = TournamentId(7);

    fn links() -> PrivateLinks {
        PrivateLinks::new(&Keyring::from(&Secret::generate()))
    }

    #[test]
    fn a_code_is_the_same_again_and_another_one_for_everything_else() {
        let links = links();
        let code = links.code(EVENT, RegistrationId(1), 1);
        assert_eq!(links.code(EVENT, RegistrationId(1), 1), code);
        for other in [
            links.code(EVENT, RegistrationId(1), 2),
            links.code(EVENT, RegistrationId(2), 1),
            links.code(TournamentId(8), RegistrationId(1), 1),
            self::links().code(EVENT, RegistrationId(1), 1),
        ] {
            assert_ne!(other, code);
        }
        assert_eq!(format!("{code:?}"), "Code(…)");
    }

    #[test]
    fn an_address_is_read_as_it_was_written() {
        let code = links().code(EVENT, RegistrationId(1), 1);
        let path = code.path(EVENT);
        let text = path.strip_prefix("/e/7/").unwrap().strip_suffix('/').unwrap();
        assert_eq!(Code::read(text), Some(code.clone()));
        assert_eq!(Code::read(&text.to_uppercase()), Some(code));
        for wrong in ["", "abc", &text[1..], &format!("{}0", &text[1..])] {
            assert_eq!(Code::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_link_of_an_earlier_secret_works_and_is_not_printed_again() {
        let (links, code) = (links(), self::links().code(EVENT, RegistrationId(1), 1));
        let mut entry = Registration::new(RegistrationId(1), UserId(9), RegistrationStatus::Complete);
        assert_eq!(links.current(EVENT, &entry), None);
        (entry.private_link, entry.private_links_made) = (Some(code.sha256_hex()), 1);
        assert_eq!(links.current(EVENT, &entry), None);
        let code = links.code(EVENT, RegistrationId(1), 1);
        entry.private_link = Some(code.sha256_hex());
        assert_eq!(links.current(EVENT, &entry), Some(code));
    }
}

//! Join codes, such as `61-KXQF7M2P`: who has the code of an event may register for it. It is printed on flyers, and so
//! long that guessing needs no limit: wrong codes of others keep no one out.
//!
//! The code is derived from the installation's secret, the event and the number of the code; the log has only the
//! number.
//! After a change of the secret, printed codes work as long as other signatures of the former one.

use domain::tournament::Tournament;
use proto_events::ids::TournamentId;
use service_kit::hex::hex;
use service_kit::keyring::{Keyring, Signer};

/// The letters of codes. Those that are easily confused on paper (`O`, `I`, `0`, `1`) are left out.
const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/// Letters of a code. They hold 40 bits.
const LENGTH: usize = 8;

/// Makes and checks join codes.
#[derive(Debug, Clone)]
pub struct JoinCodes {
    signer: Signer,
}

/// A code as it was made or typed. It must not reach a log.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct JoinCode {
    event: TournamentId,
    tag: [u8; 5],
}

impl JoinCodes {
    /// Creates the codes of an installation.
    pub fn new(keys: &Keyring) -> Self {
        Self { signer: keys.signer("join code") }
    }

    /// Returns the code of an event with this number.
    pub fn code(&self, event: TournamentId, number: u32) -> JoinCode {
        let [a, b, c, d, e, ..] = self.signer.sign(&message(event, number));
        JoinCode { event, tag: [a, b, c, d, e] }
    }

    /// Returns the code of an event that is valid; `None` if none was made.
    pub fn current(&self, event: &Tournament) -> Option<JoinCode> {
        (event.join_codes_made > 0).then(|| self.code(event.id, event.join_codes_made))
    }

    /// Whether this is the valid code of the event. It compares in constant time.
    pub fn admits(&self, event: &Tournament, code: JoinCode) -> bool {
        let is_made = event.join_codes_made > 0 && code.event == event.id;
        is_made && self.signer.verify(&message(event.id, event.join_codes_made), &code.tag)
    }

    /// Returns a keyed hash of a form in which a person used a code: what was typed cannot be guessed from it.
    pub fn hash_of_form(&self, form: &str) -> String {
        hex(&self.signer.sign(format!("form {form}").as_bytes()))
    }

    /// Reads what stands in an address, or what a person typed: the id of an event, alone or with a code. Small
    /// letters, spaces and a missing dash do not matter.
    pub fn event_of(text: &str) -> Option<(TournamentId, Option<JoinCode>)> {
        let text = text.trim();
        let (id, code) = match text.bytes().all(|byte| byte.is_ascii_digit()) {
            true => (text.to_owned(), None),
            false => {
                let mut id: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
                let letters = id.split_off(id.len().checked_sub(LENGTH)?);
                (id, Some(tag(&letters.to_ascii_uppercase())?))
            }
        };
        let event = TournamentId(id.parse().ok()?);
        Some((event, code.map(|tag| JoinCode { event, tag })))
    }
}

fn message(event: TournamentId, number: u32) -> Vec<u8> {
    format!("{event}/{number}").into_bytes()
}

/// Returns the bits of a code's letters; `None` if they are not those of a code.
fn tag(letters: &str) -> Option<[u8; 5]> {
    let mut bits = 0_u64;
    for letter in letters.bytes() {
        let value = LETTERS.iter().position(|known| *known == letter)?;
        bits = bits << 5 | u64::try_from(value).ok()?;
    }
    let [_, _, _, a, b, c, d, e] = bits.to_be_bytes();
    Some([a, b, c, d, e])
}

impl JoinCode {
    /// Returns the code as people read and type it.
    pub fn text(self) -> String {
        let [a, b, c, d, e] = self.tag;
        let bits = u64::from_be_bytes([0, 0, 0, a, b, c, d, e]);
        let letter = |at: usize| char::from(LETTERS[usize::from((bits >> (5 * at)).to_be_bytes()[7] & 31)]);
        format!("{}-{}", self.event, (0..LENGTH).rev().map(letter).collect::<String>())
    }

    /// Returns the path of its page below the public address.
    pub fn path(self) -> String {
        format!("/join/{}/", self.text())
    }
}

service_kit::hidden!(JoinCode);

#[cfg(test)]
mod tests {
    use service_kit::secret::Secret;

    use super::*;

    fn codes() -> JoinCodes {
        JoinCodes::new(&Keyring::from(&Secret::generate()))
    }

    fn event(id: i64, join_codes_made: u32) -> Tournament {
        let mut event = Tournament::default();
        (event.id, event.join_codes_made) = (TournamentId(id), join_codes_made);
        event
    }

    #[test]
    fn newest_code_of_the_event_admits_and_no_other_does() {
        let codes = codes();
        let code = codes.current(&event(61, 2)).unwrap();
        assert_eq!((code, code.event), (codes.code(TournamentId(61), 2), TournamentId(61)));
        assert!(codes.admits(&event(61, 2), code));
        for (other, why) in [(event(61, 3), "a newer one"), (event(62, 2), "another event"), (event(61, 0), "none")] {
            assert!(!codes.admits(&other, code), "{why}");
        }
        assert!(!self::codes().admits(&event(61, 2), code), "another installation");
        assert_eq!(codes.current(&event(61, 0)), None);
    }

    #[test]
    fn typed_code_is_read_whatever_its_letters_spaces_and_dash() {
        let codes = codes();
        for number in 1..200 {
            let code = codes.code(TournamentId(61), number);
            let text = code.text();
            assert_eq!(text.len(), 11, "{text}");
            for typed in [text.clone(), format!(" {} ", text.to_lowercase()), text.replace('-', " ")] {
                assert_eq!(JoinCodes::event_of(&typed), Some((TournamentId(61), Some(code))), "{typed}");
            }
            let without_dash = text.replace('-', "");
            if without_dash.bytes().any(|byte| byte.is_ascii_alphabetic()) {
                assert_eq!(JoinCodes::event_of(&without_dash), Some((TournamentId(61), Some(code))), "{text}");
            }
        }
        assert_eq!(JoinCodes::event_of("61"), Some((TournamentId(61), None)));
    }

    #[test]
    fn text_that_is_no_code_is_not_read() {
        let too_long = "9".repeat(30);
        for text in ["", "-", "KXQF7M2P", "61-KXQF7", "x1-KXQF7M2P", "61-KXQF7M20", "61-KXQF7M2I", "６１", &too_long]
        {
            assert_eq!(JoinCodes::event_of(text), None, "{text}");
        }
    }

    #[test]
    fn code_of_a_former_secret_admits_while_its_signatures_are_accepted_and_is_never_shown() {
        use service_kit::clock::{Clock, ManualClock};
        use service_kit::keyring::Secrets;

        let now: chrono::DateTime<chrono::Utc> = "2026-11-22T12:00:00Z".parse().unwrap();
        let (clock, old) = (ManualClock::at(now), Secrets::from(Secret::generate()));
        let keys = Keyring::new(old.clone(), std::sync::Arc::new(clock.clone()));
        let (codes, event) = (JoinCodes::new(&keys), event(61, 1));
        let code = codes.current(&event).unwrap();
        let hour = chrono::TimeDelta::hours(1);
        keys.replace(old.rotated(Secret::generate(), now, now, now + hour));
        assert!(codes.admits(&event, code));
        assert_ne!(codes.current(&event), Some(code));
        clock.advance(hour);
        assert_eq!((codes.admits(&event, code), clock.now()), (false, now + hour));
        assert_eq!(format!("{code:?}"), "JoinCode(…)");
    }
}

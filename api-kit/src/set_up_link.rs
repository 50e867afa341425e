//! The link to the page that sets up an empty installation. Its code is derived from the installation's secret and its log:
//! all processes have the same one, nothing is stored, and another log has another code.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use service_kit::keyring::{Keyring, Signer};

/// Bytes of the code.
const LENGTH: usize = 18;

/// The link of an installation.
#[derive(Debug, Clone)]
pub struct SetUpLink {
    signer: Signer,
    log_id: String,
}

impl SetUpLink {
    /// Creates the link of the installation with these secrets and this log.
    pub fn new(keys: &Keyring, log_id: String) -> Self {
        Self { signer: keys.signer("set-up link"), log_id }
    }

    /// Returns the path of the link below the public address. It must not reach a stranger.
    pub fn path(&self) -> String {
        let code = URL_SAFE_NO_PAD.encode(&self.signer.sign(self.log_id.as_bytes())[..LENGTH]);
        format!("/set-up/{code}/")
    }

    /// Whether this is the code of the link. It compares in constant time.
    pub fn opens(&self, code: &str) -> bool {
        let code = URL_SAFE_NO_PAD.decode(code).unwrap_or_default();
        code.len() == LENGTH && self.signer.verify(self.log_id.as_bytes(), &code)
    }
}

#[cfg(test)]
mod tests {
    use service_kit::secret::Secret;

    use super::*;

    fn code(link: &SetUpLink) -> String {
        let path = link.path();
        path.strip_prefix("/set-up/").and_then(|rest| rest.strip_suffix('/')).unwrap().to_owned()
    }

    #[test]
    fn every_process_has_the_same_link_and_other_installations_have_others() {
        let keys = Keyring::from(&Secret::generate());
        let link = SetUpLink::new(&keys, "a".into());
        let path = link.path();
        assert_eq!(SetUpLink::new(&keys, "a".into()).path(), path);
        for other in [SetUpLink::new(&keys, "b".into()), SetUpLink::new(&(&Secret::generate()).into(), "a".into())] {
            assert_ne!(other.path(), path);
            assert!(!other.opens(&code(&link)) && other.opens(&code(&other)));
        }
    }

    #[test]
    fn another_code_does_not_open() {
        let link = SetUpLink::new(&Keyring::from(&Secret::generate()), "a".into());
        let code = code(&link);
        assert!(link.opens(&code));
        for wrong in ["", "AAAA", &code[..23], &code[..4], &format!("{code}AAAA"), &code.to_uppercase(), "ä"] {
            assert!(!link.opens(wrong), "{wrong}");
        }
    }
}

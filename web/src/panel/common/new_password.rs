//! Checks of a new password that is typed twice.

use crate::texts::said;
use service_kit::password::Password;
use write_api::FieldErrors;

use crate::texts::Texts;

/// Adds an error if the new password was not typed the same way twice.
pub(crate) fn check_repeated(texts: &Texts, password: &Password, repeated: &str, errors: &mut FieldErrors) {
    if password.expose() != repeated {
        errors.add("repeated", said(texts.say("panel-passwords-differ")));
    }
}

//! Checks of a new password that is typed twice.

use service_kit::password::Password;
use write_api::FieldErrors;

/// The requirements for a new password.
pub(crate) const NEW_HINT: &str = "10 to 128 characters. Several words are easier to remember than signs and digits.";

/// Adds an error if the new password was not typed the same way twice.
pub(crate) fn check_repeated(password: &Password, repeated: &str, errors: &mut FieldErrors) {
    if password.expose() != repeated {
        errors.add("repeated", "The two passwords differ. Type the same one twice.");
    }
}

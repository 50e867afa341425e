//! The rules for passwords. Only the length counts; rules about characters make people write passwords down.

use std::ops::RangeInclusive;

use service_kit::message;
use service_kit::password::Password;

use crate::engine::fields::{FieldErrors, length_out_of_range};

/// The allowed length of a password, in characters.
pub(crate) const LENGTHS: RangeInclusive<usize> = 10..=128;

/// Adds the faults of a new password to `errors`.
pub(crate) fn check(field: &'static str, password: &Password, username: &str, errors: &mut FieldErrors) {
    let length = password.expose().chars().count();
    if !LENGTHS.contains(&length) {
        errors.add(field, length_out_of_range(*LENGTHS.start(), *LENGTHS.end(), length));
    }
    if password.expose().to_lowercase() == username.to_lowercase() {
        errors.add(field, message!("password-is-username", "May not be the username."));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(password: &str) -> String {
        let mut errors = FieldErrors::default();
        check("password", &Password::from(password.to_owned()), "Anna Ahorn", &mut errors);
        errors.to_string()
    }

    #[test]
    fn a_password_is_long_and_not_the_username() {
        for fine in ["correct ho", "pässwörter", &"x".repeat(128), "Anna Ahorn1"] {
            assert_eq!(faults(fine), "", "{fine}");
        }
        assert_eq!(faults("123456789"), "password: Must have 10 to 128 characters; this has 9.");
        assert_eq!(faults(&"x".repeat(129)), "password: Must have 10 to 128 characters; this has 129.");
        assert_eq!(faults("anna ahorn"), "password: May not be the username.");
    }
}

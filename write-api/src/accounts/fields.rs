//! Checks the fields of a profile, and finds people by their username, which is unique in the service.

use crate::prelude::*;

/// Returns the faults of a profile; `taken` says whether another person has the username.
pub(crate) fn faults(profile: &Profile, taken: bool) -> FieldErrors {
    let mut errors = FieldErrors::default();
    errors.required_line("best_identifier", &profile.best_identifier, SHORT_TEXT);
    for (field, value) in [
        ("first_name", &profile.first_name),
        ("last_name", &profile.last_name),
        ("email", &profile.email),
        ("pronouns", &profile.pronouns),
    ] {
        errors.line(field, value, SHORT_TEXT);
    }
    let username = &profile.username;
    errors.line("username", username, USERNAME);
    if username.trim() != username {
        errors.add("username", message!("blank-at-the-edge", "May not begin or end with a blank."));
    }
    if taken {
        errors.add("username", message!("name-taken", "This name is taken."));
    }
    errors
}

/// Whether a text looks like an e-mail address. The mail server decides whether it is one.
pub(crate) fn is_address(text: &str) -> bool {
    let is_plain = text.chars().all(|letter| letter.is_ascii_graphic() && !"<>()[]\\,;:\"".contains(letter));
    let parts = text.rsplit_once('@').filter(|(name, _)| !name.is_empty() && !name.contains('@'));
    is_plain && parts.is_some_and(|(_, host)| host.contains('.') && host.split('.').all(|label| !label.is_empty()))
}

/// The scope in which usernames are claimed.
pub(crate) const USERNAMES: &str = "username";

impl WriteApi {
    /// Returns the person with exactly this username.
    pub async fn user_named(&self, username: &str) -> Found<User> {
        let Some(holder) = self.holder(USERNAMES, username).await? else { return Ok(None) };
        self.newest(holder).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    #[test]
    fn usernames_are_what_people_can_type_again() {
        for fine in ["", "a", "Anna A.", "żółw", &"x".repeat(150)] {
            assert_eq!(faults(&profile(fine, "Anna"), false).check(), Ok(()), "{fine}");
        }
        for wrong in [" anna", "anna ", "an\tna", "an\nna", "an\0na", &"x".repeat(151), " "] {
            let faults = faults(&profile(wrong, "Anna"), false);
            assert!(faults.names("username"), "{wrong:?}: {faults}");
        }
        assert_eq!(faults(&profile("anna", "Anna"), true).to_string(), "username: This name is taken.");
    }

    #[test]
    fn an_address_has_a_name_and_a_host() {
        for fine in ["ann@store.example", "ann+x.y@mail.store.example"] {
            assert!(is_address(fine), "{fine}");
        }
        let wrong = ["", "ann", "@store.example", "ann@", "ann@store", "ann@.example", "a@b@store.example"];
        let headers =
            ["ann@store.example\r\nBcc: b@store.example", "Ann <ann@store.example>", "a,b@store.example", "a b@c.d"];
        for wrong in wrong.into_iter().chain(headers) {
            assert!(!is_address(wrong), "{wrong:?}");
        }
    }

    #[test]
    fn a_person_has_a_name_and_no_text_is_endless() {
        assert!(faults(&profile("anna", " "), false).names("best_identifier"));
        let email = "x".repeat(201);
        assert!(faults(&Profile { email, ..profile("anna", "Anna") }, false).names("email"));
    }
}

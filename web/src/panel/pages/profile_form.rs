//! The fields of a profile, for its owner and for the administrators who manage it.

use proto_events::user::Profile;
use write_api::FieldErrors;

use crate::panel::form::Form;
use crate::panel::view::{Control, Text};

const USERNAME_HINT: &str = "For signing in. It cannot be changed later; upper and lower case matter.";
const NAME_HINT: &str = "As shown on pairings and standings.";

/// Returns the controls. An existing username cannot be changed.
pub(super) fn controls(profile: &Profile, username_is_given: bool, errors: &FieldErrors) -> Vec<Control> {
    let username = Text::new("username", "Username", &profile.username);
    let username = if username_is_given {
        Text { fixed: true, hint: "It cannot be changed.", ..username }
    } else {
        Text { hint: USERNAME_HINT, ..username }
    };
    let name = Text::new("best_identifier", "Name", &profile.best_identifier);
    let fields = [
        Text { required: true, hint: NAME_HINT, ..name },
        username,
        Text::new("first_name", "First name", &profile.first_name),
        Text::new("last_name", "Last name", &profile.last_name),
        Text { kind: "email", ..Text::new("email", "E-mail address", &profile.email) },
        Text::new("pronouns", "Pronouns", &profile.pronouns),
    ];
    fields.map(|text| Control::Text(text.checked(errors))).into()
}

/// Returns the profile as typed; fields that the form does not contain are kept.
pub(super) fn typed(form: &Form, known: &Profile) -> Profile {
    let field = |name| form.text(name).to_owned();
    let username = if known.username.is_empty() { field("username") } else { known.username.clone() };
    Profile {
        username,
        best_identifier: field("best_identifier"),
        first_name: field("first_name"),
        last_name: field("last_name"),
        email: field("email"),
        pronouns: field("pronouns"),
        has_used_app: known.has_used_app,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_username_is_given_once() {
        let form = Form::of(&[("username", "ada"), ("best_identifier", " Ada Ahorn "), ("email", "a@b.example")]);
        let nameless = Profile { has_used_app: true, ..Profile::default() };
        let typed_first = typed(&form, &nameless);
        assert_eq!((&*typed_first.username, &*typed_first.best_identifier), ("ada", "Ada Ahorn"));
        assert!(typed_first.has_used_app);
        let named = Profile { username: "bert".into(), ..Profile::default() };
        assert_eq!(typed(&form, &named).username, "bert");
    }
}

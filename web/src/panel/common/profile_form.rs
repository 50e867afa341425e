//! The fields of a profile, for its owner and for the administrators who manage it.

use proto_events::user::Profile;
use write_api::FieldErrors;

use crate::parts::control::{Control, TextField};
use crate::serving::form::Form;

const USERNAME_HINT: &str = "For signing in. It cannot be changed later; upper and lower case matter.";
const NAME_HINT: &str = "As shown on pairings and standings.";

/// Returns the controls. An existing username cannot be changed.
pub(crate) fn controls(profile: &Profile, username_is_given: bool, errors: &FieldErrors) -> Vec<Control> {
    let username = TextField::new("username", "Username", &profile.username);
    let username = if username_is_given {
        TextField { fixed: true, hint: "It cannot be changed.", ..username }
    } else {
        TextField { hint: USERNAME_HINT, ..username }
    };
    let name = TextField::new("best_identifier", "Name", &profile.best_identifier);
    let fields = [
        TextField { required: true, hint: NAME_HINT, ..name },
        username,
        TextField::new("first_name", "First name", &profile.first_name),
        TextField::new("last_name", "Last name", &profile.last_name),
        TextField { kind: "email", ..TextField::new("email", "E-mail address", &profile.email) },
        TextField::new("pronouns", "Pronouns", &profile.pronouns),
    ];
    fields.map(|text| Control::Text(text.checked(errors))).into()
}

/// Returns the profile as typed; fields that the form does not contain are kept.
pub(crate) fn profile_from(form: &Form, current: &Profile) -> Profile {
    let field = |name| form.text(name).to_owned();
    let username = if current.username.is_empty() { field("username") } else { current.username.clone() };
    Profile {
        username,
        best_identifier: field("best_identifier"),
        first_name: field("first_name"),
        last_name: field("last_name"),
        email: field("email"),
        pronouns: field("pronouns"),
        has_used_app: current.has_used_app,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_username_is_given_once() {
        let form = Form::of(&[("username", "ada"), ("best_identifier", " Ada Ahorn "), ("email", "a@b.example")]);
        let nameless = Profile { has_used_app: true, ..Profile::default() };
        let typed_first = profile_from(&form, &nameless);
        assert_eq!((&*typed_first.username, &*typed_first.best_identifier), ("ada", "Ada Ahorn"));
        assert!(typed_first.has_used_app);
        let named = Profile { username: "bert".into(), ..Profile::default() };
        assert_eq!(profile_from(&form, &named).username, "bert");
    }
}

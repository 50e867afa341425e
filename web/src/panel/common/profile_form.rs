//! The fields of a profile, for its owner and for the administrators who manage it.

use proto_events::user::Profile;
use write_api::FieldErrors;

use crate::parts::control::{Control, TextField};
use crate::serving::form::Form;
use crate::texts::Texts;

/// Returns the controls. An existing username cannot be changed.
pub(crate) fn controls(
    texts: &Texts,
    profile: &Profile,
    username_is_given: bool,
    errors: &FieldErrors,
) -> Vec<Control> {
    let username = TextField::new("username", texts.say("panel-username"), &profile.username);
    let username = if username_is_given {
        TextField { fixed: true, hint: texts.say("panel-username-fixed"), ..username }
    } else {
        TextField { hint: texts.say("panel-username-hint"), ..username }
    };
    let name = TextField::new("best_identifier", texts.say("panel-name"), &profile.best_identifier);
    let fields = [
        TextField { required: true, hint: texts.say("panel-name-hint"), ..name },
        username,
        TextField::new("first_name", texts.say("panel-first-name"), &profile.first_name),
        TextField::new("last_name", texts.say("panel-last-name"), &profile.last_name),
        TextField { kind: "email", ..TextField::new("email", texts.say("panel-email"), &profile.email) },
        TextField::new("pronouns", texts.say("panel-pronouns"), &profile.pronouns),
    ];
    fields.map(|text| Control::Text(text.checked(texts, errors))).into()
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

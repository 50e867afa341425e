//! Creates an organization. Its name is unique in the service, so that a repeated command creates no second one.

use crate::engine::UniqueName;
use crate::engine::context::Reach;
use crate::prelude::*;

/// The scope in which the names of organizations are claimed.
const SCOPE: &str = "organization-name";

/// Creates an organization. If one with this name exists, the result is that one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateOrganization {
    /// Store name.
    pub name: String,
}

impl DirectCommand for CreateOrganization {
    type Done = Written<Organization>;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        let name = Some(unique_name(&self.name));
        let context = Context::new(actor.clone(), Reach::default());
        let decide = |namesake: Option<&Organization>, _: &mut _| decide(namesake, self);
        api.create(&context, StreamKind::Organization, None, name, decide).await
    }
}

/// Returns the name of an organization as it is claimed.
pub(crate) fn unique_name(name: &str) -> UniqueName {
    UniqueName { scope: SCOPE.to_owned(), name: name.to_owned() }
}

/// Decides the command; `namesake` is the organization that already has the name, if any. It is refused if the name is
/// invalid.
fn decide(namesake: Option<&Organization>, command: &CreateOrganization) -> Result<Vec<OrganizationEvent>, Refusal> {
    let mut errors = FieldErrors::default();
    errors.required_line("name", &command.name, SHORT_TEXT);
    errors.check()?;
    if namesake.is_some() {
        return Ok(Vec::new());
    }
    Ok(vec![OrganizationEvent::Created { name: command.name.clone() }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    fn named(name: &str, namesake: Option<&Organization>) -> Result<Vec<OrganizationEvent>, Refusal> {
        decide(namesake, &CreateOrganization { name: name.into() })
    }

    #[test]
    fn a_name_makes_one_organization() {
        assert_eq!(named("Moxhall", None).unwrap(), [OrganizationEvent::Created { name: "Moxhall".into() }]);
        assert_eq!(named("Moxhall", Some(&organization(&[]))).unwrap(), []);
    }

    #[test]
    fn blank_and_long_names_are_refused() {
        for name in ["", "  ", &"x".repeat(201), "a\0b"] {
            assert_eq!(named(name, None).unwrap_err().code(), "invalid", "{name:?}");
        }
    }
}

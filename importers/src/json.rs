//! Parses JSON. An object that has a member twice, with two values, is refused: it does not say which one counts.

use domain::json::{Place, read_json};
use domain::names::normalized;
use serde_json::Value;

use super::problems::ProblemSink;

/// Parses a text. `None` if it is not JSON, or a member is there twice. Texts are read in one form, also where escapes hide
/// the other one.
pub(crate) fn parse(text: &str, problems: &ProblemSink) -> Option<Value> {
    let value = read_json(text, |text| normalized(text).into_owned(), &mut |place, is_same| match place {
        Place::Member(_, name) if !is_same => {
            Err(format!("the member {name:?} is there twice, with two values; delete the wrong one"))
        }
        _ => Ok(()),
    });
    let noted = value.map_err(|error| {
        // serde_json ends its message with the place; here the place comes first.
        let message = error.to_string();
        let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
        problems.add_at(error.line(), error.column(), message);
    });
    noted.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Value, crate::Problems> {
        let problems = ProblemSink::default();
        let value = parse(text, &problems);
        value.filter(|_| problems.is_empty()).ok_or_else(|| problems.into_problems())
    }

    #[test]
    fn a_member_with_two_values_is_refused_and_one_with_the_same_value_twice_is_not() {
        let told = parsed("{\"a\": {\"b\": 1,\n\"b\": 2}}").unwrap_err().to_string();
        assert!(told.starts_with("line 2, column "), "{told}");
        assert!(told.ends_with(": the member \"b\" is there twice, with two values; delete the wrong one"), "{told}");
        assert!(parsed(r#"{"a": 1, "a": 1}"#).is_ok());
    }
}

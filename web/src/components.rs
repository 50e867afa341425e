//! `/components/` of the demo: every component of the pages in every state, for people and for tests. It is drawn by the
//! macros and the style sheet of the pages themselves. A new component gets a section in its template.

use askama::Template;
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use axum::routing::get;
use proto_events::tournament::StandingsRules;

use crate::parts::control::{Checkbox, Control, RadioGroup, RadioOption, TextField};
use crate::public::tabs::Tab;
use crate::serving::response::set_page_headers;
use crate::texts::{Language, Texts, TiebreakerColumn};

#[derive(Template)]
#[template(path = "components.html")]
struct ComponentsPage {
    texts: &'static Texts,
    base: &'static str,
    tabs: Vec<Tab>,
    controls: Vec<Control>,
}

impl ComponentsPage {
    /// Returns the columns of standings of Magic.
    fn columns(&self) -> Vec<TiebreakerColumn> {
        self.texts.columns(StandingsRules::default().tiebreakers)
    }
}

/// Returns the router of the page. It is not part of the interface: only the demo has it.
pub fn router() -> Router {
    Router::new().route("/components/", get(show))
}

async fn show(uri: Uri, headers: HeaderMap) -> Response {
    let mut response = Response::new(Body::from(draw(Language::of(uri.query(), &headers))));
    set_page_headers(response.headers_mut());
    response
}

/// Draws the page in a language. Its links are relative to its address.
fn draw(language: Language) -> String {
    let tab = |name: &str| Tab { name: name.into(), url: "#tabs".into(), is_current: name == "Overview" };
    let tabs = ["Overview", "Pairings", "Standings", "Bracket", "Players"];
    let page =
        ComponentsPage { texts: Texts::of(language), base: "..", tabs: tabs.map(tab).into(), controls: controls() };
    // A template writes into memory, and none of its values fails to be written.
    page.render().unwrap_or_default()
}

/// Returns a control of each kind, with and without a fault.
fn controls() -> Vec<Control> {
    let wrong = TextField {
        fault: "There is an event of this name on that day.".into(),
        ..TextField::new("wrong", "Name", "Friday")
    };
    let option = |value: &str, label: &str, checked| RadioOption {
        value: value.into(),
        label: label.into(),
        hint: "One line that says what this means.".into(),
        checked,
    };
    let options = vec![option("swiss", "Swiss rounds", true), option("cut", "Swiss rounds and a playoff", false)];
    vec![
        Control::Text(TextField::new("plain", "Field", "What is typed").hint("A hint says what is expected.".into())),
        Control::Text(wrong),
        Control::Text(TextField { fixed: true, ..TextField::new("fixed", "Read-only field", "Cannot be changed") }),
        Control::RadioGroup(RadioGroup { name: "kind", legend: "Choice".into(), options, ..RadioGroup::default() }),
        Control::Checkbox(Checkbox { name: "tick", label: "Checkbox".into(), hint: "It is on.".into(), checked: true }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_components_is_drawn() {
        let page = draw(Language::English);
        for part in
            ["class=\"hero\"", "class=\"empty\"", "class=\"note good undo\"", "class=\"bracket", "class=\"podium\""]
        {
            assert!(page.contains(part), "{part}");
        }
        assert!(!page.contains(" style=") && page.matches("<h1").count() == 1);
    }
}

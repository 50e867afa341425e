//! The query parameter that chooses the language of a page.

use api_kit::description::{Parameter, Values};
use web::texts::Language;

/// The parameter.
pub(crate) const LANGUAGE: Parameter = Parameter {
    name: "lang",
    text: "The language of the page. It is remembered in a cookie. Without it, the language is that of the cookie or of \
           `Accept-Language`, else English. A language that the service does not speak is ignored.",
    values: Values::Preferably(Language::tags),
    example: "de",
};

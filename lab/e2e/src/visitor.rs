//! A client of the panel's pages without a browser. It keeps the cookie, fills in forms, and sends their hidden fields.

use api_kit::session;
use reqwest::Method;

use crate::people::{Credential, PASSWORD, Person};
use crate::{Reply, TestApp, with_form};

/// A visitor of the panel.
pub struct Visitor<'a> {
    app: &'a TestApp,
    cookie: Option<String>,
    /// The password for forms that require it: the one that the visitor last signed in with.
    password: String,
}

impl<'a> Visitor<'a> {
    /// A visitor who is not signed in.
    pub fn new(app: &'a TestApp) -> Self {
        Self { app, cookie: None, password: PASSWORD.to_owned() }
    }

    /// A visitor who is signed in.
    pub async fn signed_in(app: &'a TestApp, person: &Person) -> Self {
        let mut visitor = Self::new(app);
        let answer = visitor.sign_in(&person.username, PASSWORD).await;
        assert_eq!(answer.status, 303, "{}", answer.text());
        visitor
    }

    /// Signs in, or tries to.
    pub async fn sign_in(&mut self, username: &str, password: &str) -> Reply {
        self.password = password.to_owned();
        self.fill("/login/", &[("username", username), ("password", password)]).await
    }

    /// The visitor's credential.
    pub fn credential(&self) -> Credential {
        self.cookie.clone().map_or(Credential::Nothing, Credential::Cookie)
    }

    /// Opens a page.
    pub async fn open(&self, path: &str) -> Reply {
        self.app.ask(&self.credential(), path).await
    }

    /// Opens the page with a form, fills it in, and sends it to the page's address. The password is added if the form
    /// requires it.
    pub async fn fill(&mut self, path: &str, fields: &[(&str, &str)]) -> Reply {
        let page = self.open(path).await;
        assert_eq!(page.status, 200, "{}: {}", page.asked, page.text());
        let mut form = filled(page.text(), path, fields);
        let asks = page.text().contains("name=\"current_password\"");
        if asks && !fields.iter().any(|(name, _)| *name == "current_password") {
            form.push(("current_password".into(), self.password.clone()));
        }
        self.send(path, &form).await
    }

    /// Sends a form with the session cookie.
    pub async fn send(&mut self, path: &str, form: &[(String, String)]) -> Reply {
        let request = with_form(self.app.anonymous_request(Method::POST, path), form);
        let answer = self.app.send(self.credential().sign(request)).await;
        if let Some(value) = cookie_set(&answer) {
            self.cookie = Some(value).filter(|value| !value.is_empty());
        }
        answer
    }
}

/// The value of the session cookie that an answer sets.
pub fn cookie_set(answer: &Reply) -> Option<String> {
    answer.headers.get_all("set-cookie").iter().find_map(|cookie| {
        let pair = cookie.to_str().ok()?.split(';').next()?;
        let (name, value) = pair.split_once('=')?;
        (name == session::COOKIE).then(|| value.to_owned())
    })
}

/// The hidden fields of the form that is sent to a path.
pub fn hidden(page: &str, path: &str) -> Vec<(String, String)> {
    let begin = format!("action=\"{path}\"");
    let form = page.split_once(&begin).unwrap_or_else(|| panic!("no form for {path} in {page}")).1;
    let form = form.split_once("</form>").map_or(form, |(form, _)| form);
    let fields = form.split("<input type=\"hidden\" ").skip(1);
    fields.map(|field| (attribute(field, "name"), attribute(field, "value"))).collect()
}

/// The same, filled in with these fields.
pub fn filled(page: &str, path: &str, fields: &[(&str, &str)]) -> Vec<(String, String)> {
    with_fields(&hidden(page, path), fields)
}

/// A form with more fields.
pub fn with_fields(form: &[(String, String)], fields: &[(&str, &str)]) -> Vec<(String, String)> {
    let fields = fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    form.iter().cloned().chain(fields).collect()
}

/// An attribute of an element. The panel's attributes need no unescaping.
pub fn attribute(element: &str, name: &str) -> String {
    let rest = element.split_once(&format!("{name}=\"")).unwrap_or_else(|| panic!("no {name} in {element}")).1;
    rest.split_once('"').expect("the end of a value").0.to_owned()
}

/// The value that a page shows only once.
pub fn shown_once(page: &Reply) -> String {
    let field = page.text().split_once("id=\"value\"").unwrap_or_else(|| panic!("no value in {}", page.text())).1;
    attribute(field, "value")
}

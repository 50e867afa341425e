//! A simple browser: it keeps cookies, fills in forms, and runs no scripts.

use std::collections::BTreeMap;
use std::net::IpAddr;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, header};
use http_body_util::BodyExt;
use service_kit::client_address::Peer;
use tower::ServiceExt;

use crate::world::PASSWORD;

#[derive(Clone)]
pub struct Browser {
    router: Router,
    pub cookies: BTreeMap<String, String>,
    /// Headers of every request.
    pub headers: Vec<(&'static str, String)>,
    pub address: IpAddr,
    /// The current password for forms that require it, unless a test types another one.
    pub password: &'static str,
}

#[derive(Debug, Clone)]
pub struct Reply {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: String,
}

impl Browser {
    pub fn new(router: Router) -> Self {
        let headers =
            vec![("sec-fetch-site", "same-origin".to_owned()), ("origin", "https://events.example".to_owned())];
        Self { router, cookies: BTreeMap::new(), headers, address: [203, 0, 113, 9].into(), password: PASSWORD }
    }

    pub async fn get(&mut self, path: &str) -> Reply {
        self.request(Method::GET, path, Body::empty()).await
    }

    /// Sends fields as they are.
    pub async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Reply {
        let pairs = fields.iter().map(|(name, value)| format!("{name}={}", encoded(value)));
        let body = pairs.collect::<Vec<_>>().join("&");
        self.post_text(path, &body).await
    }

    pub async fn post_text(&mut self, path: &str, body: &str) -> Reply {
        self.request(Method::POST, path, Body::from(body.to_owned())).await
    }

    /// Opens the page of a form, fills in fields and submits it with its hidden fields.
    pub async fn fill(&mut self, path: &str, typed: &[(&str, &str)]) -> Reply {
        let page = self.get(path).await;
        page.shows(200);
        self.fill_in(&page, path, typed).await
    }

    /// Does the same, and follows the redirect.
    pub async fn fill_and_follow(&mut self, path: &str, typed: &[(&str, &str)]) -> Reply {
        let reply = self.fill(path, typed).await;
        self.follow(&reply).await
    }

    /// Opens a page, and fills in and submits a form of it that is sent elsewhere.
    pub async fn fill_on(&mut self, page: &str, path: &str, typed: &[(&str, &str)]) -> Reply {
        let page = self.get(page).await;
        self.fill_in(&page, path, typed).await
    }

    /// Fills in and submits a form on an open page.
    pub async fn fill_in(&mut self, page: &Reply, path: &str, typed: &[(&str, &str)]) -> Reply {
        let form = page.form(path);
        let hidden: Vec<_> =
            hidden(form).into_iter().filter(|(name, _)| typed.iter().all(|(other, _)| other != name)).collect();
        let hidden = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let asks =
            form.contains("name=\"current_password\"") && typed.iter().all(|(name, _)| *name != "current_password");
        let password = asks.then_some(("current_password", self.password));
        let fields: Vec<_> = hidden.chain(password).chain(typed.iter().copied()).collect();
        self.post(path, &fields).await
    }

    /// Opens the page of a form, chooses a file and submits it with its hidden fields.
    pub async fn upload(&mut self, path: &str, file: &[u8]) -> Reply {
        let page = self.get(path).await;
        let fields = hidden(page.form(path)).into_iter();
        let fields = fields
            .map(|(name, value)| format!("--edge\r\nContent-Disposition: form-data; name={name}\r\n\r\n{value}\r\n"));
        let head = "--edge\r\nContent-Disposition: form-data; name=file; filename=\"a.svg\"\r\n\r\n";
        let body = [fields.collect::<String>().as_bytes(), head.as_bytes(), file, b"\r\n--edge--\r\n"].concat();
        self.headers.push(("content-type", "multipart/form-data; boundary=edge".to_owned()));
        let reply = self.request(Method::POST, path, Body::from(body)).await;
        self.headers.pop();
        reply
    }

    pub async fn sign_in(&mut self, username: &str, password: &str) -> Reply {
        self.fill("/login/", &[("username", username), ("password", password)]).await
    }

    pub async fn follow(&mut self, reply: &Reply) -> Reply {
        assert_eq!(reply.status, 303, "{}", reply.body);
        let path = reply.header("location").to_owned();
        self.get(&path).await
    }

    pub async fn follow_to(&mut self, reply: &Reply, path: &str) -> Reply {
        reply.goes_to(path);
        self.follow(reply).await
    }

    async fn request(&mut self, method: Method, path: &str, body: Body) -> Reply {
        let mut request = Request::builder().method(method.clone()).uri(path).extension(Peer(self.address));
        if method == Method::POST && self.headers.iter().all(|(name, _)| *name != "content-type") {
            request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        }
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        if !self.cookies.is_empty() {
            let pairs: Vec<_> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
            request = request.header(header::COOKIE, pairs.join("; "));
        }
        let response = self.router.clone().oneshot(request.body(body).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        for cookie in parts.headers.get_all(header::SET_COOKIE) {
            self.keep(cookie.to_str().unwrap());
        }
        let body = body.collect().await.unwrap().to_bytes();
        Reply {
            status: parts.status.as_u16(),
            headers: parts.headers,
            body: String::from_utf8_lossy(&body).into_owned(),
        }
    }

    fn keep(&mut self, cookie: &str) {
        let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
        if cookie.contains("Max-Age=0") {
            self.cookies.remove(name);
        } else {
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
    }
}

impl Reply {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The page without the tokens of its forms, which are different in every answer.
    pub fn without_tokens(&self) -> String {
        let mut parts = self.body.split("name=\"form_token\" value=\"");
        let first = parts.next().unwrap().to_owned();
        parts.fold(first, |page, part| page + part.split_once('"').unwrap().1)
    }

    /// Checks that this is a page with this status. Returns it.
    #[track_caller]
    pub fn shows(&self, status: u16) -> &str {
        let kind = self.header("content-type");
        assert_eq!(
            (self.status, kind),
            (status, "text/html; charset=utf-8"),
            "{} {}",
            self.header("location"),
            self.body
        );
        &self.body
    }

    #[track_caller]
    pub fn says(&self, status: u16, texts: &[&str]) -> &Self {
        let page = self.shows(status);
        for text in texts {
            assert!(page.contains(text), "`{text}` is missing in\n{page}");
        }
        self
    }

    #[track_caller]
    pub fn lacks(&self, texts: &[&str]) {
        for text in texts {
            assert!(!self.body.contains(text), "`{text}` is in\n{}", self.body);
        }
    }

    #[track_caller]
    pub fn between(&self, start: &str, end: &str) -> String {
        let (_, rest) = self.body.split_once(start).unwrap_or_else(|| panic!("no {start} in\n{}", self.body));
        rest.split_once(end).unwrap().0.to_owned()
    }

    /// Checks that it redirects to this path, whatever the next page says was done.
    #[track_caller]
    pub fn goes_to(&self, path: &str) {
        let location = self.header("location");
        let location = location.split_once("?done=").map_or(location, |(page, _)| page);
        assert_eq!((self.status, location), (303, path), "{}", self.body);
    }

    #[track_caller]
    pub fn form(&self, path: &str) -> &str {
        let opening = format!("action=\"{path}\"");
        let start = self.body.find(&opening).unwrap_or_else(|| panic!("no form is sent to {path} in\n{}", self.body));
        let end = self.body[start..].find("</form>").unwrap();
        &self.body[start..start + end]
    }

    /// Returns the page from the form on that is posted to this path: an earlier form may search there.
    pub fn at_post(mut self, path: &str) -> Self {
        let at = self.body.find(&format!("method=\"post\" action=\"{path}\"")).expect("a form that is posted");
        self.body = self.body.split_off(at);
        self
    }

    /// Returns the text of a field of several lines, as browsers read it: without the first line break.
    #[track_caller]
    pub fn textarea(&self, name: &str) -> String {
        let field = self.body.split("<textarea ").skip(1).find(|field| field.contains(&format!("name=\"{name}\"")));
        let text = field.unwrap_or_else(|| panic!("no field {name} in\n{}", self.body)).split_once('>').unwrap().1;
        let text = text.split_once("</textarea>").unwrap().0;
        text.strip_prefix("\r\n").or_else(|| text.strip_prefix('\n')).unwrap_or(text).to_owned()
    }

    /// Returns the value that is shown once.
    #[track_caller]
    pub fn value(&self) -> String {
        self.shows(200);
        self.between("id=\"value\" type=\"text\" value=\"", "\"")
    }
}

fn hidden(form: &str) -> Vec<(String, String)> {
    let inputs = form.split("<input type=\"hidden\" name=\"").skip(1);
    let pair = |input: &str| {
        let (name, rest) = input.split_once("\" value=\"").unwrap();
        (name.to_owned(), rest.split_once('"').unwrap().0.replace("&#38;", "&"))
    };
    inputs.map(pair).collect()
}

fn encoded(value: &str) -> String {
    value
        .bytes()
        .map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

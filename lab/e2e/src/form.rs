//! Formats of a request's body, and the receipt of a list.

use std::fmt::Write;

use reqwest::Url;
use serde_json::{Map, Value, json};

/// Fields of a request, in order.
pub type Fields = Vec<(&'static str, String)>;

/// The format of a request's body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `application/json`
    Json,
    /// `application/x-www-form-urlencoded`
    UrlEncoded,
    /// `multipart/form-data`
    Multipart,
}

impl Form {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Json, Self::UrlEncoded, Self::Multipart];

    /// The header `Content-Type` and the body. Multipart boundaries differ from attempt to attempt, as those of real
    /// clients do.
    pub fn encode(self, fields: &Fields, attempt: u32) -> (String, Vec<u8>) {
        match self {
            Self::Json => {
                let object: Map<_, _> = fields.iter().map(|(name, text)| ((*name).to_owned(), json!(text))).collect();
                ("application/json".into(), Value::Object(object).to_string().into_bytes())
            }
            Self::UrlEncoded => {
                let mut url = Url::parse("http://localhost/").expect("an address");
                url.query_pairs_mut().extend_pairs(fields);
                ("application/x-www-form-urlencoded".into(), url.query().unwrap_or_default().as_bytes().to_vec())
            }
            Self::Multipart => {
                let boundary = format!("----drill-{attempt}");
                let mut body = String::new();
                for (name, text) in fields {
                    let head = format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n");
                    body.push_str(&head);
                    body.push_str(text);
                    body.push_str("\r\n");
                }
                let _ = write!(body, "--{boundary}--\r\n");
                (format!("multipart/form-data; boundary={boundary}"), body.into_bytes())
            }
        }
    }
}

/// The SHA-256 of a text in hex.
pub fn sha256(text: &str) -> String {
    use sha2::{Digest, Sha256};
    service_kit::hex::hex(&Sha256::digest(text))
}

/// The beginning of a text, for messages.
pub fn excerpt(text: &str) -> String {
    text.chars().take(60).collect()
}

//! A request to a page, and ways to answer it.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use api_kit::path::integer;
use api_kit::progress::Wanted;
use api_kit::store_failed;
use askama::Template;
use axum::http::{HeaderMap, StatusCode};
use domain::tournament::Tournament;
use percent_encoding::percent_decode_str;
use proto_events::ids::OrganizationId;
use service_kit::client_address::Scheme;
use service_kit::problem::Problem;
use storage::{DocumentKey, ViewKind};
use write_api::accounts::SignedIn;

use crate::parts::control::{Faults, TextField};
use crate::parts::frame::Frame;
use crate::serving::completed::Completed;
use crate::serving::failures::{PageResult, not_found};
use crate::serving::form::Form;
use crate::serving::response;
use crate::serving::state::Shared;
use crate::texts::{Language, Texts};

/// Maximum time that an answer waits until the views show the change.
const WAIT: Duration = Duration::from_millis(500);

pub(crate) struct PageRequest {
    pub(crate) shared: Arc<Shared>,
    pub(crate) path: String,
    pub(crate) query: Option<String>,
    pub(crate) headers: HeaderMap,
    /// The texts of its answer, in the language that the person chose or prefers.
    pub(crate) texts: &'static Texts,
    pub(crate) params: Vec<(String, String)>,
    pub(crate) address: Option<IpAddr>,
    /// The scheme of the request, if known.
    pub(crate) scheme: Option<Scheme>,
    /// The submitted form; empty for GET.
    pub(crate) form: Form,
    /// The control for the current password, if the page's form requires it.
    pub(crate) password: Option<TextField>,
    /// The person whose current password was right, if the form requires it.
    pub(crate) confirmed: Option<SignedIn>,
    /// Why the form was refused, if its page is shown again.
    pub(crate) faults: Option<Faults>,
}

impl PageRequest {
    /// Returns the refused form, if its page is shown again.
    pub(crate) fn typed(&self) -> Option<&Form> {
        self.faults.as_ref().map(|_| &self.form)
    }

    /// Returns a part of the path by its name in the template.
    pub(crate) fn param(&self, name: &str) -> &str {
        self.params.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// Returns the id in the path.
    ///
    /// # Errors
    /// 404 if it is not a valid id.
    pub(crate) fn id<I: From<i64>>(&self) -> Result<I, Problem> {
        self.id_of("id")
    }

    /// Returns an id in the path by its name in the template.
    ///
    /// # Errors
    /// 404 if it is not a valid id.
    pub(crate) fn id_of<I: From<i64>>(&self, name: &str) -> Result<I, Problem> {
        integer(self.param(name)).map(I::from).ok_or_else(not_found)
    }

    pub(crate) fn query(&self, name: &str) -> Option<String> {
        let pairs = self.query.as_deref()?.split('&').filter_map(|pair| pair.split_once('='));
        let (_, value) = pairs.into_iter().find(|(known, _)| *known == name)?;
        let value = value.replace('+', " ");
        percent_decode_str(&value).decode_utf8().ok().map(std::borrow::Cow::into_owned)
    }

    /// Returns the position in a stream of changes that the client knows; empty if it names none.
    pub(crate) fn known_position(&self) -> String {
        let header = self.headers.get("last-event-id").and_then(|id| id.to_str().ok()).map(str::to_owned);
        header.or_else(|| self.query("last_event_id")).unwrap_or_default()
    }

    /// Returns the frame of a page for everyone.
    pub(crate) fn anonymous_frame(&self) -> Frame {
        Frame {
            base: self.shared.base.clone(),
            who: None,
            form_token: String::new(),
            password: None,
            notice: String::new(),
            faults: self.faults.clone().unwrap_or_default(),
            texts: self.texts,
            other_language: self.other_language(),
        }
    }

    /// Returns the language that the page offers by a link, and the query of the link. The answer to a form offers none,
    /// because its address may have no page.
    pub(crate) fn other_language(&self) -> Option<(Language, String)> {
        let other = self.texts.language().other().filter(|_| self.form == Form::default())?;
        Some((other, other.query(self.query.as_deref())))
    }

    /// Returns whether an event has public pages. Only for an event of a convention, which may be unlisted, the views are
    /// read.
    pub(crate) async fn has_public_pages(&self, event: &Tournament) -> Result<bool, Problem> {
        let details = &event.details;
        if details.is_test || details.is_unlisted {
            return Ok(false);
        }
        if details.convention_id.is_none() {
            return Ok(true);
        }
        let page = DocumentKey::new(OrganizationId::SHARED, ViewKind::EventPage, event.id);
        Ok(self.shared.views.document(&page).await.map_err(store_failed)?.is_some())
    }

    pub(crate) fn page(&self, page: &impl Template) -> PageResult {
        Ok(response::page(StatusCode::OK, page)?)
    }

    /// Answers a refused form with a page that shows more than its faults.
    pub(crate) fn refused(&self, page: &impl Template) -> PageResult {
        Ok(response::page(StatusCode::UNPROCESSABLE_ENTITY, page)?)
    }

    /// Redirects the browser to a page of this service.
    pub(crate) fn redirect(&self, path: &str) -> PageResult {
        Ok(response::see_other(&format!("{}{path}", self.shared.base))?)
    }

    /// Redirects with a message for the next page.
    pub(crate) fn redirect_with(&self, path: &str, completed: Completed) -> PageResult {
        Ok(response::with_cookie(self.redirect(path)?, completed.cookie()))
    }

    /// Redirects with a message for the next page, once the views show the change.
    pub(crate) async fn completed(&self, path: &str, completed: Completed) -> PageResult {
        self.wait_for_views().await;
        self.redirect_with(path, completed)
    }

    /// Waits until the views show the change, so that the next page contains it.
    pub(crate) async fn wait_for_views(&self) {
        // If the log cannot be read now, the next page may lack the change.
        if let Ok(head) = self.shared.events.head().await {
            self.shared.progress.reaches(head, Wanted::Written, WAIT).await;
        }
    }
}

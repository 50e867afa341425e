//! Takes an announcement of a convention back. Messages that were sent with it stay with the players.

use super::document;
use super::on_convention::ConventionCommand;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "remove_announcement",
    summary: "Take an announcement of a convention back",
    text: "The convention's page no longer shows it. Messages that were sent with it stay with the players. Removing it \
           again gives the same answer.",
    is_always_possible: true,
    ..Route::at("DELETE", "/api/v1/conventions/{slug}/announcements/{announcement_id}/", Operation::ManageConventions)
};

/// Takes an announcement back.
#[derive(Debug, Clone)]
pub struct RemoveAnnouncement {
    /// Its id among those of the convention.
    pub announcement_id: i64,
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let announcement_id = request.part("announcement_id")?;
    let (NoFields {}, run) = request.input(body).await?;
    let convention_id = document::named(&request).await?;
    let written = RemoveAnnouncement { announcement_id }.run(&run, convention_id).await?;
    answer::removed(&request, &written).await
}

impl ConventionCommand for RemoveAnnouncement {
    const ROUTE: &'static Route = &ROUTE;

    async fn run(&self, run: &Run, id: ConventionId) -> Result<Written<Convention>, Problem> {
        let decide = |convention: &Convention, _: &mut _| decide(convention, self.announcement_id);
        Ok(run.api().change(&run.context, StreamId::convention(id), decide).await?)
    }
}

/// Decides the command, which is refused if the convention never had such an announcement.
fn decide(convention: &Convention, announcement_id: i64) -> Result<Vec<ConventionEvent>, Refusal> {
    if !(1..=convention.announcements_made).contains(&announcement_id) {
        return Err(Refusal::unknown("announcement", announcement_id));
    }
    let is_there = convention.announcements.iter().any(|known| known.id == announcement_id);
    Ok(is_there.then_some(ConventionEvent::AnnouncementRemoved { announcement_id }).into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    #[test]
    fn an_announcement_is_taken_back_once() {
        let posted = ConventionEvent::AnnouncementPosted { announcement_id: 1, text: "Doors open.".into() };
        let removed = ConventionEvent::AnnouncementRemoved { announcement_id: 1 };
        let known = convention(std::slice::from_ref(&posted));
        assert_eq!(decide(&known, 1), Ok(vec![removed.clone()]));
        assert_eq!(decide(&convention(&[posted, removed]), 1), Ok(Vec::new()));
        for unknown in [0, 2] {
            assert!(decide(&known, unknown).unwrap_err().is_not_found());
        }
    }
}

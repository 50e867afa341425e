//! Changes the status of a convention, as its state machine allows. An archived convention stays archived.

use super::on_convention::{self, ConventionCommand};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "change_convention_status",
    summary: "Change a convention's status",
    text: "A step that is not possible from the current status is refused (409), and `legal` lists the possible ones. \
           Setting the current status again changes nothing.",
    body: Some(body_schema::<ConventionStep>()),
    answer: Answer::json(200, "Convention"),
    ..Route::at("POST", "/api/v1/conventions/{slug}/status/", Operation::ManageConventions)
};

body! {
    /// A new status of a convention.
    pub struct ConventionStep such as r#"{"status": "CANCELED"}"# {
        /// The new status.
        status: ConventionStatus,
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    on_convention::answer::<ConventionStep>(&request, body).await
}

impl ConventionCommand for ConventionStep {
    const ROUTE: &'static Route = &ROUTE;

    async fn run(&self, run: &Run, id: ConventionId) -> Result<Written<Convention>, Problem> {
        let decide = |convention: &Convention, _: &mut _| decide(convention, self.status);
        Ok(run.api().change(&run.context, StreamId::convention(id), decide).await?)
    }
}

/// Decides the command, which is refused if the state machine does not allow the step.
fn decide(convention: &Convention, status: ConventionStatus) -> Result<Vec<ConventionEvent>, Refusal> {
    if convention.status == status {
        return Ok(Vec::new());
    }
    CONVENTION.check(convention.status, status)?;
    Ok(vec![ConventionEvent::StatusChanged { status }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    fn standing_at(status: ConventionStatus) -> Convention {
        convention(&[ConventionEvent::StatusChanged { status }])
    }

    #[test]
    fn a_convention_moves_on_and_the_same_again_changes_nothing() {
        let status = ConventionStatus::Canceled;
        assert_eq!(decide(&convention(&[]), status), Ok(vec![ConventionEvent::StatusChanged { status }]));
        assert_eq!(decide(&standing_at(status), status), Ok(vec![]));
    }

    #[test]
    fn every_step_is_as_the_table_says() {
        assert_steps(&CONVENTION, ConventionStatus::ALL, |from, to| decide(&standing_at(from), to));
        let again = decide(&standing_at(ConventionStatus::Archived), ConventionStatus::Scheduled);
        assert_eq!(coded(again), "illegal-step-at-the-end convention ARCHIVED SCHEDULED");
    }
}

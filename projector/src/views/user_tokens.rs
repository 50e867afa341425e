//! Renders a user's tokens: one record each, used to authenticate its holder.

use domain::user::User;
use storage::{TokenRecord, ViewKind};

use super::output::Output;
use super::parts::json;

/// Renders every token, including expired and revoked ones, so that their holders learn the reason.
pub(super) fn render(user: &User, out: &mut Output) {
    let name = user.name();
    for token in &user.tokens {
        let record = TokenRecord {
            token_id: token.id,
            user_id: user.id,
            best_identifier: name.clone().into_owned(),
            organization_id: token.organization_id,
            expires_at: token.expires_at,
            revoked: token.revoked,
        };
        out.put(ViewKind::UserToken, &token.sha256, String::new(), json::to_bytes(&record));
    }
}

#[cfg(test)]
mod tests {
    use chrono::Duration;
    use domain::user::UserToken;
    use proto_events::ids::{OrganizationId, UserId, UserTokenId};
    use proto_events::user::Profile;
    use proto_events::{Position, StreamId};

    use super::super::testing::{keys, start};
    use super::*;

    #[test]
    fn every_token_has_a_record_under_its_hash() {
        let profile = Profile { best_identifier: "Ann Lee".into(), ..Profile::default() };
        let token = |id, organization_id, revoked| UserToken {
            id: UserTokenId(id),
            name: format!("token {id}"),
            sha256: format!("hash-{id}"),
            organization_id,
            created_at: start(),
            expires_at: Some(start() + Duration::days(30)),
            revoked,
        };
        let mut ann = User::new(UserId(11), profile);
        ann.tokens = vec![token(31, Some(OrganizationId(3)), false), token(32, None, true)];
        let mut out = Output::new(StreamId::user(ann.id), OrganizationId::SHARED, Position(5));
        render(&ann, &mut out);
        assert_eq!(keys(&out), ["user_token hash-31", "user_token hash-32"]);
        assert!(out.documents.iter().all(|document| document.key.organization_id == OrganizationId::SHARED));
        let records: Vec<TokenRecord> = out
            .documents
            .iter()
            .map(|document| serde_json::from_slice(&document.body.for_everyone()).unwrap())
            .collect();
        let told = |record: &TokenRecord| (record.token_id.0, record.organization_id.map(|id| id.0), record.revoked);
        assert_eq!(records.iter().map(told).collect::<Vec<_>>(), [(31, Some(3), false), (32, None, true)]);
        insta::assert_snapshot!(String::from_utf8_lossy(&out.documents[0].body.for_everyone()));
    }
}

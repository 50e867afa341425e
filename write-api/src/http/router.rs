//! The route table, and what every write passes on its way.

use std::sync::Arc;

use api_kit::description::{Access, Description, Route};
use api_kit::negotiation::{JSON, accepts};
use axum::Router;
use axum::body::Body;
use axum::extract::{FromRequestParts, RawPathParams, Request, State};
use axum::http::{HeaderMap, Method};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, MethodRouter};
use domain::permissions::Operation::{self, ManageKeys, ManageMembers, WriteDecklists};
use futures::future::BoxFuture;
use service_kit::boundary::boundary;
use service_kit::metrics::requests::Requests;
use service_kit::problem::Problem;

use super::Shared;
use super::call::Call;
use super::endpoints::{
    change_api_key, change_decklist, change_member, change_user, create_api_key, create_decklist, create_member,
    create_password_link, create_user, remove_member, replace_decklist, revoke_api_key,
};

type Answer = BoxFuture<'static, Result<Response, Problem>>;

/// An address.
struct Address {
    template: &'static str,
    /// Every method that is answered there, on whichever side.
    allow: &'static str,
    writes: &'static [Write],
}

/// What a method does at an address. None can be written down without the operation it stands for in
/// `domain::permissions`.
struct Write {
    method: Method,
    operation: Operation,
    description: Description,
    handler: fn(Call, Body) -> Answer,
}

/// A method at an address, with its endpoint's module.
macro_rules! write {
    ($method:ident, $operation:expr, $endpoint:ident) => {
        Write {
            method: Method::$method,
            operation: $operation,
            description: $endpoint::DESCRIPTION,
            handler: |call, body| Box::pin($endpoint::answer(call, body)),
        }
    };
}

/// Every address that takes a write. Each is served without the slash at its end as well.
const ADDRESSES: &[Address] = &[
    Address {
        template: "/api/v1/decklists/",
        allow: "GET, HEAD, POST",
        writes: &[write!(POST, WriteDecklists, create_decklist)],
    },
    Address {
        template: "/api/v1/decklists/{id}/",
        allow: "GET, HEAD, PUT, PATCH",
        writes: &[write!(PUT, WriteDecklists, replace_decklist), write!(PATCH, WriteDecklists, change_decklist)],
    },
    Address {
        template: "/api/v1/members/",
        allow: "GET, HEAD, POST",
        writes: &[write!(POST, ManageMembers, create_member)],
    },
    Address {
        template: "/api/v1/members/{id}/",
        allow: "PATCH, DELETE",
        writes: &[write!(PATCH, ManageMembers, change_member), write!(DELETE, ManageMembers, remove_member)],
    },
    Address { template: "/api/v1/users/", allow: "POST", writes: &[write!(POST, ManageMembers, create_user)] },
    Address {
        template: "/api/v1/users/{id}/",
        allow: "GET, HEAD, PATCH",
        writes: &[write!(PATCH, ManageMembers, change_user)],
    },
    Address {
        template: "/api/v1/users/{id}/password-link/",
        allow: "POST",
        writes: &[write!(POST, ManageMembers, create_password_link)],
    },
    Address {
        template: "/api/v1/api-keys/api_keys/",
        allow: "GET, HEAD, POST",
        writes: &[write!(POST, ManageKeys, create_api_key)],
    },
    Address {
        template: "/api/v1/api-keys/api_keys/{id}/",
        allow: "PATCH, DELETE",
        writes: &[write!(PATCH, ManageKeys, change_api_key), write!(DELETE, ManageKeys, revoke_api_key)],
    },
];

/// The router, with all that stands around a request.
pub(super) fn build(shared: Arc<Shared>, elsewhere: Router) -> Router {
    let mut router = Router::new();
    for address in ADDRESSES {
        let mut methods = MethodRouter::new();
        for write in address.writes {
            let serve = |State(shared): State<Arc<Shared>>, request: Request| serve(shared, write, request);
            // Every method of the table has a filter; what has none is 405.
            if let Ok(filter) = MethodFilter::try_from(write.method.clone()) {
                methods = methods.on(filter, serve);
            }
        }
        let methods = methods.fallback(|| wrong_method(address));
        if let Some(bare) = address.template.strip_suffix('/') {
            router = router.route(bare, methods.clone());
        }
        router = router.route(address.template, methods);
    }
    // The boundary goes around the routes alone: who answers elsewhere has one.
    let requests = Requests::at(ADDRESSES.iter().map(|address| address.template));
    let router = router.route_layer(from_fn_with_state(requests, boundary)).with_state(shared);
    router.fallback_service(elsewhere)
}

/// The table, as the documentation sees it.
pub(super) fn routes() -> Vec<Route> {
    let of = |address: &'static Address| {
        address.writes.iter().map(|write| Route {
            method: method_name(&write.method),
            template: address.template,
            access: Access::Key(write.operation),
            description: write.description,
        })
    };
    ADDRESSES.iter().flat_map(of).collect()
}

fn method_name(method: &Method) -> &'static str {
    match *method {
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        _ => "PATCH",
    }
}

async fn serve(shared: Arc<Shared>, write: &'static Write, request: Request) -> Response {
    let (mut parts, body) = request.into_parts();
    let Ok(params) = RawPathParams::from_request_parts(&mut parts, &()).await else {
        return Problem::not_found("There is nothing at this address. The id in an address is an integer.")
            .into_response();
    };
    let id = params.iter().find(|(name, _)| *name == "id").map_or_else(String::new, |(_, id)| id.to_owned());
    admitted(shared, write, parts.headers, id, body).await.unwrap_or_else(IntoResponse::into_response)
}

async fn admitted(
    shared: Arc<Shared>,
    write: &Write,
    headers: HeaderMap,
    id: String,
    body: Body,
) -> Result<Response, Problem> {
    let caller = shared.gate.admit(&headers, write.operation).await?;
    if accepts(&headers, JSON) == 0 {
        return Err(Problem::not_acceptable(
            "This address answers in application/json, which the header Accept excludes.",
        ));
    }
    (write.handler)(Call { shared, caller, headers, id }, body).await
}

async fn wrong_method(address: &Address) -> Problem {
    Problem::method_not_allowed(address.allow)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allow_names_the_methods_of_both_sides() {
        for address in ADDRESSES {
            let writes: Vec<_> = address.writes.iter().map(|write| method_name(&write.method)).collect();
            let allowed = address.allow.strip_prefix("GET, HEAD, ").unwrap_or(address.allow);
            assert_eq!(allowed, writes.join(", "), "{}", address.template);
        }
    }

    #[test]
    fn each_method_has_its_name_and_its_filter() {
        for write in ADDRESSES.iter().flat_map(|address| address.writes) {
            assert_eq!(method_name(&write.method), write.method.as_str());
            assert!(MethodFilter::try_from(write.method.clone()).is_ok(), "{}", write.method);
        }
    }
}

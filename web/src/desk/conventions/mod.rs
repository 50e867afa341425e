//! Conventions at the desk: their list, the form of one, its schedule, and what its events share.
//!
//! `hub.rs` reads a convention with its events and has the tabs; each other file is a page or two. Templates extend
//! `templates/desk/conventions/base.html`, and texts are in `conventions.ftl`.

mod announcements;
mod counter;
mod create;
mod duplicate;
pub(crate) mod form;
mod hall;
mod hall_plan;
pub(crate) mod hub;
mod list;
mod queues;
mod schedule;
mod table;

use crate::desk::conventions::hub::Hub;
use crate::serving::router::pages;

pages! { "desk_conventions":
    GET "/desk/conventions/" ReadDesk list::show "Show the conventions at the desk";
    GET "/desk/conventions/new/" ManageConventions form::show_new = new_show "Show the form of a new convention";
    POST "/desk/conventions/new/" ManageConventions form::send_new = new_send "Create a convention";
    GET "/desk/conventions/{id}/" ReadDesk(Hub) schedule::show "Show the events of a convention by day and room";
    POST "/desk/conventions/{id}/move/" ManageEvents(Hub) schedule::send = move_send of "/desk/conventions/{id}/" "Move an event to another time or room";
    POST "/desk/conventions/{id}/undo/" ManageEvents(Hub) create::undo = undo_send of "/desk/conventions/{id}/" "Delete events that were made and have no players";
    GET "/desk/conventions/{id}/duplicate/" ManageEvents(Hub) duplicate::show "Show the form that makes the events of a day again";
    POST "/desk/conventions/{id}/duplicate/" ManageEvents(Hub) duplicate::send "Make the events of a day again on another day";
    GET "/desk/conventions/{id}/events/" ManageEvents(Hub) table::show "Show the form for a table of events";
    POST "/desk/conventions/{id}/events/" ManageEvents(Hub) table::send "Show a preview of a table of events, or create them";
    GET "/desk/conventions/{id}/change/" ManageConventions(Hub) form::show = change_show "Show the form of a convention";
    POST "/desk/conventions/{id}/change/" ManageConventions(Hub) form::send = change_send "Change a convention";
    POST "/desk/conventions/{id}/status/" ManageConventions(Hub) form::send_status = status_send of "/desk/conventions/{id}/change/" "Change the status of a convention";
    GET "/desk/conventions/{id}/picture/" ManageConventions(Hub) form::show_picture = picture_show "Show the form of a convention's header image";
    POST "/desk/conventions/{id}/picture/" ManageConventions(Hub) form::save_picture = picture_send "Set or remove a convention's header image";
    GET "/desk/conventions/{id}/announcements/" ManageConventions(Hub) announcements::show "Show the announcements of a convention";
    POST "/desk/conventions/{id}/announcements/" ManageConventions(Hub) announcements::send "Show a preview of an announcement, post it, or take one back";
    GET "/desk/conventions/{id}/hall/" ReadDesk(Hub) hall::show "Show the tables of the events of a day";
    POST "/desk/conventions/{id}/hall/" ManageEvents(Hub) hall::send "Set, propose or take back the tables of events";
    GET "/desk/conventions/{id}/counter/" ManageRegistrations(Hub) counter::show "Find a person's registrations at a convention";
    POST "/desk/conventions/{id}/counter/" ManageRegistrations(Hub) counter::send "Change a registration at the counter";
    GET "/desk/conventions/{id}/queues/" ManageRegistrations(Hub) queues::show "Show the on-demand queues of a convention";
    POST "/desk/conventions/{id}/queues/" ManageRegistrations(Hub) queues::send "Take a step in an on-demand queue";
}

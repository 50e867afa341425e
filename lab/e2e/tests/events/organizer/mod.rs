//! Tournaments run only over HTTP, from announcement to publication of lists, as a store would run them. Only people's
//! tokens are created in another way.

mod hall;
mod ledger;
mod players;
mod sixty_four;

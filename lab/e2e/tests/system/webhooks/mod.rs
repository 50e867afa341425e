//! Webhooks: administrators manage them, receivers get each message in order, failed deliveries are tried again, and
//! independent programs verify the signatures.

mod documented;
mod failing;
mod given;
mod managing;
mod playing;
mod verified;

//! Organizations never see each other's data, and cannot use each other's people and lists.

mod foreign_ids;
mod given;
mod id_values;
mod lists;
mod organizations;
mod people;

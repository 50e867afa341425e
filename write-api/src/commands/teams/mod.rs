//! Commands on the teams of a tournament, one file each.

//! Ensures that forms whose answer shows a value once are carried out once. Each form has a random id, and the last
//! used ids are remembered. So reloading the answer or pressing the button twice makes nothing twice.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use service_kit::random::secret_base62;

/// Maximum number of remembered ids.
const KNOWN: usize = 1_024;
const LENGTH: usize = 22;

/// The ids of used forms.
#[derive(Clone, Default)]
pub(crate) struct FormIds(Arc<Mutex<VecDeque<String>>>);

/// Permission to carry out a form. If it is dropped before [`FormClaim::keep`], the form may be sent again.
pub(crate) struct FormClaim {
    ids: FormIds,
    id: String,
    completed: bool,
}

impl FormIds {
    /// Returns a new id for a form.
    pub(crate) fn new_id() -> String {
        secret_base62(LENGTH)
    }

    /// Claims a form. `None` if it was carried out before, or is being carried out.
    pub(crate) fn claim(&self, id: &str) -> Option<FormClaim> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if id.len() != LENGTH || known.iter().any(|used| used == id) {
            return None;
        }
        if known.len() >= KNOWN {
            known.pop_front();
        }
        known.push_back(id.to_owned());
        Some(FormClaim { ids: self.clone(), id: id.to_owned(), completed: false })
    }
}

impl FormClaim {
    /// Marks the form as carried out.
    pub(crate) fn complete(mut self) {
        self.completed = true;
    }
}

impl Drop for FormClaim {
    fn drop(&mut self) {
        if !self.completed {
            self.ids.0.lock().unwrap_or_else(PoisonError::into_inner).retain(|used| *used != self.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_carried_out_once() {
        let ids = FormIds::default();
        let id = FormIds::new_id();
        let claim = ids.claim(&id).unwrap();
        assert!(ids.claim(&id).is_none(), "the form is being carried out");
        drop(claim);
        ids.claim(&id).unwrap().complete();
        assert!(ids.claim(&id).is_none());
        assert!(ids.claim(&FormIds::new_id()).is_some() && ids.claim("").is_none());
    }

    #[test]
    fn the_last_few_are_known() {
        let ids = FormIds::default();
        (0..KNOWN * 2).for_each(|_| ids.claim(&FormIds::new_id()).unwrap().complete());
        assert_eq!(ids.0.lock().unwrap().len(), KNOWN);
    }
}

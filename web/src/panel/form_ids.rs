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

/// Permission to carry out a form. If it is dropped before [`Turn::keep`], the form may be sent again.
pub(crate) struct Turn {
    ids: FormIds,
    id: String,
    kept: bool,
}

impl FormIds {
    /// Returns a new id for a form.
    pub(crate) fn fresh() -> String {
        secret_base62(LENGTH)
    }

    /// Claims a form. `None` if it was carried out before, or is being carried out.
    pub(crate) fn take(&self, id: &str) -> Option<Turn> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if id.len() != LENGTH || known.iter().any(|used| used == id) {
            return None;
        }
        if known.len() >= KNOWN {
            known.pop_front();
        }
        known.push_back(id.to_owned());
        Some(Turn { ids: self.clone(), id: id.to_owned(), kept: false })
    }
}

impl Turn {
    /// Marks the form as carried out.
    pub(crate) fn keep(mut self) {
        self.kept = true;
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if !self.kept {
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
        let id = FormIds::fresh();
        let turn = ids.take(&id).unwrap();
        assert!(ids.take(&id).is_none(), "the form is being carried out");
        drop(turn);
        ids.take(&id).unwrap().keep();
        assert!(ids.take(&id).is_none());
        assert!(ids.take(&FormIds::fresh()).is_some() && ids.take("").is_none());
    }

    #[test]
    fn the_last_few_are_known() {
        let ids = FormIds::default();
        (0..KNOWN * 2).for_each(|_| ids.take(&FormIds::fresh()).unwrap().keep());
        assert_eq!(ids.0.lock().unwrap().len(), KNOWN);
    }
}

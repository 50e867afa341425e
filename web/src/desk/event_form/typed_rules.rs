//! Rules that an organizer typed in a form where another rule set was chosen.

use serde_json::Value;

use super::SettingsForm;
use super::rules::RULE_SET;

impl SettingsForm {
    /// Returns the rules that were typed otherwise than a page showed them, without the rule set itself.
    pub(crate) fn rules_typed_over(&self, shown: &Self) -> Vec<(String, Value)> {
        let body = self.body();
        let fields = self.table.iter().zip(self.values.iter().zip(&shown.values));
        let typed = fields.filter(|(_, (mine, shown))| mine != shown).map(|(setting, _)| setting.field);
        let typed = typed.filter(|field| field.starts_with("rules.") && *field != RULE_SET);
        typed.map(|field| (field.to_owned(), body[field].clone())).collect()
    }
}

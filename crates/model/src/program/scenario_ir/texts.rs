//! Values for the variables in the texts of a strategy.

use std::collections::{BTreeMap, BTreeSet};

use super::check::Check;
use super::element_metadata::ElementMetadata;
use super::interpolation::{UndefinedVariable, fill, fill_known, names};
use super::strategy::Strategy;

/// Where a text comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// An author named variables in it; one without a value is an error.
    Written,
    /// A device said it; what looks like an unknown variable is text.
    Seen,
}

impl Strategy {
    /// Returns the strategy with values for the variables in every text.
    ///
    /// In `element_metadata`, which a device said, names without a value stay as they are. The
    /// sentences of replayed steps stay as written; so does everything of an unknown strategy.
    /// The result may hold secrets: it is for a device, never for a file or a report.
    pub fn with_values(
        &self,
        values: &BTreeMap<String, String>,
    ) -> Result<Self, UndefinedVariable> {
        let mut filled = self.clone();
        let mut first_error = None;
        filled.visit(&mut |text, origin| match origin {
            Origin::Written => match fill(text, values) {
                Ok(value) => *text = value,
                Err(error) => {
                    first_error.get_or_insert(error);
                }
            },
            Origin::Seen => *text = fill_known(text, values),
        });
        first_error.map_or(Ok(filled), Err)
    }

    /// Returns the names of the variables its texts need.
    pub fn variables(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        self.clone().visit(&mut |text, origin| {
            if origin == Origin::Written {
                found.extend(names(text).into_iter().map(str::to_owned));
            }
        });
        found
    }

    fn visit(&mut self, visitor: &mut dyn FnMut(&mut String, Origin)) {
        let mut written = |text: &mut String| visitor(text, Origin::Written);
        match self {
            Self::AppLaunch(app) => written(&mut app.package),
            Self::AppStop(app) => written(&mut app.package),
            Self::AppRestart(app) => written(&mut app.package),
            Self::TapByText(tap) => {
                written(&mut tap.search_text);
                visit_metadata(tap.element_metadata.as_mut(), visitor);
            }
            Self::TapByResourceId(tap) => {
                written(&mut tap.resource_id);
                tap.fallback_text.as_mut().map(written);
                visit_metadata(tap.element_metadata.as_mut(), visitor);
            }
            Self::TextInput(input) => {
                written(&mut input.input_text);
                input.field_hint.as_mut().map(written);
                visit_metadata(input.element_metadata.as_mut(), visitor);
            }
            Self::ScrollToFind(scroll) => written(&mut scroll.search_text),
            Self::KeyEvent(key) => key.key_name.iter_mut().for_each(written),
            Self::StrictTextMatch(assertion) => written(&mut assertion.search_text),
            Self::UitreeVerify(verify) => {
                written(&mut verify.assertion);
                verify
                    .checks
                    .iter_mut()
                    .for_each(|check| visit_check(check, visitor));
            }
            Self::ScreenshotOnly(only) => written(&mut only.assertion),
            Self::AiCheckpoint(checkpoint) => {
                written(&mut checkpoint.assertion);
                checkpoint.hint.iter_mut().for_each(written);
            }
            Self::Replay(replay) => {
                for step in &mut replay.expanded_steps {
                    step.compiled.visit(visitor);
                }
            }
            Self::ScrollFixed(_) | Self::Wait(_) | Self::Unknown(_) => {}
        }
    }
}

fn visit_metadata(
    metadata: Option<&mut ElementMetadata>,
    visitor: &mut dyn FnMut(&mut String, Origin),
) {
    let Some(metadata) = metadata else {
        return;
    };
    let ElementMetadata {
        resource_id,
        class,
        content_desc,
        bounds: _,
        parent_hierarchy,
    } = metadata;
    [resource_id, class, content_desc]
        .into_iter()
        .flatten()
        .chain(parent_hierarchy)
        .for_each(|text| visitor(text, Origin::Seen));
}

fn visit_check(check: &mut Check, visitor: &mut dyn FnMut(&mut String, Origin)) {
    let mut written = |text: &mut String| visitor(text, Origin::Written);
    match check {
        Check::TextVisible(check) | Check::TextNotVisible(check) => written(&mut check.value),
        Check::ResourceIdExists(check) => written(&mut check.value),
        Check::ClassExists(check) => written(&mut check.value),
        Check::ElementCount(check) => {
            let selector = &mut check.selector;
            [
                &mut selector.class,
                &mut selector.resource_id,
                &mut selector.text,
            ]
            .into_iter()
            .flatten()
            .for_each(written);
        }
        Check::Unknown(_) => {}
    }
}

//! The words that nearly every kind of step needs.

pub(super) use std::sync::Arc;
pub(super) use std::time::Duration;

pub(super) use retap_model::device::{Ability, Action, Deadline, DeviceError, SpecialAct, Typed};
pub(super) use retap_model::event::{Event, Purpose};
pub(super) use retap_model::geometry::{Direction, Point, Rect, Size};
pub(super) use retap_model::phrase::Phrase;
pub(super) use retap_model::program::*;
pub(super) use retap_model::reason::{Reason, Unclear, Visible};
pub(super) use retap_model::screen::{Element, Role, Screen};
pub(super) use retap_model::secret::Secret;
pub(super) use retap_model::select::{Evidence, LabelMatch, Search, is_seen, is_shown, locate};
pub(super) use retap_model::verdict::Verdict;
pub(super) use retap_model::verify::changed;

pub(super) use crate::act::Proof;
pub(super) use crate::context::Context;
pub(super) use crate::find::LocatedTarget;
pub(super) use crate::parts::Fact;
pub(super) use crate::run::run_steps;
pub(super) use crate::screen_cache::Freshness;
pub(super) use crate::stop::{StepResult, Stop};
pub(super) use crate::wait::Waited;

pub(super) use super::{At, Perform, perform_kind};

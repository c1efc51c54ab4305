//! What the rules of scenarios find and mend, for `retap check`.

use std::fs;
use std::path::Path;

use retap_learn::source::{self, Mended, fix};

use super::check::{Finding, Level};
use crate::error::{AppError, cannot};
use crate::run_folder::write_atomically;

/// Checks one file, mended first if asked for; returns what was mended and what is found now.
pub(super) fn check_scenario_file(
    file: &Path,
    is_fix: bool,
) -> Result<(Vec<Mended>, Vec<Finding>), AppError> {
    let mut bytes = fs::read(file).map_err(|error| cannot("read", file, error))?;
    let mut mended = Vec::new();
    if is_fix {
        let fixed = fix(&bytes);
        if fixed.bytes != bytes {
            write(file, &fixed.bytes)?;
        }
        (bytes, mended) = (fixed.bytes, fixed.applied);
    }
    let findings =
        source::check_scenario(file, &bytes).map_err(|errors| AppError::input(errors.render()))?;
    let findings = findings.into_iter().map(|finding| of_rule(file, finding));
    Ok((mended, findings.collect()))
}

/// Replaces the file itself, not a link to it.
fn write(file: &Path, bytes: &[u8]) -> Result<(), AppError> {
    let real = fs::canonicalize(file).map_err(|error| cannot("write", file, error))?;
    write_atomically(&real, bytes).map_err(|error| cannot("write", file, error))
}

fn of_rule(file: &Path, finding: source::Finding) -> Finding {
    let level = Level::of(finding.severity);
    Finding {
        place: Some((finding.place.line, finding.place.column)),
        rule: Some(finding.rule),
        excerpt: Some(finding.excerpt),
        accepted: finding.accepted,
        hints: finding.hint.into_iter().collect(),
        ..Finding::new(Some(file.to_path_buf()), level, finding.message)
    }
}

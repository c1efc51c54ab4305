//! The findings and corrections of the rules of scenarios, for `retap check`.

use std::fs;
use std::path::Path;

use retap_learn::source::{self, Mended, fix};

use super::check::Finding;
use crate::error::{AppError, cannot};
use crate::run_folder::write_atomically;

/// Mends one file and checks it; returns the corrections and what is left to find.
pub(super) fn fix_scenario_file(file: &Path) -> Result<(Vec<Mended>, Vec<Finding>), AppError> {
    let bytes = read(file)?;
    let fixed = fix(&bytes);
    if fixed.bytes != bytes {
        write(file, &fixed.bytes)?;
    }
    let findings = check(file, &fixed.bytes)?;
    Ok((fixed.applied, findings))
}

/// Checks one file as it is.
pub(super) fn check_scenario_file(file: &Path) -> Result<Vec<Finding>, AppError> {
    check(file, &read(file)?)
}

fn check(file: &Path, bytes: &[u8]) -> Result<Vec<Finding>, AppError> {
    let findings =
        source::check_scenario(file, bytes).map_err(|errors| AppError::input(errors.render()))?;
    let findings = findings.into_iter();
    Ok(findings.map(|found| Finding::of(file, found)).collect())
}

fn read(file: &Path) -> Result<Vec<u8>, AppError> {
    fs::read(file).map_err(|error| cannot("read", file, error))
}

/// Replaces the file itself, not a link to it.
fn write(file: &Path, bytes: &[u8]) -> Result<(), AppError> {
    let real = fs::canonicalize(file).map_err(|error| cannot("write", file, error))?;
    write_atomically(&real, bytes).map_err(|error| cannot("write", file, error))
}

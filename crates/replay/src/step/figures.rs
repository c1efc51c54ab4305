//! What groups of figures may mean: a number, of which some are decimals, or a date.

/// Groups of figures with the marks between them.
pub(super) struct Figures<'a> {
    groups: Vec<String>,
    marks: Vec<&'a str>,
}

impl<'a> Figures<'a> {
    /// Takes the letters of a text apart where something stands between them; the first and the last of the gaps are
    /// around them.
    pub(super) fn of(letters: &[char], gaps: &'a [String]) -> Self {
        let mut groups = vec![String::new()];
        let mut marks = Vec::new();
        for (place, letter) in letters.iter().enumerate() {
            if place > 0 && !gaps[place].is_empty() {
                marks.push(gaps[place].as_str());
                groups.push(String::new());
            }
            if let Some(group) = groups.last_mut() {
                group.push(*letter);
            }
        }
        Self { groups, marks }
    }

    /// Returns how many of the figures may be decimals: nothing where they are no number, and twice where a mark may be
    /// that of thousands and of decimals.
    pub(super) fn decimals(&self) -> Vec<usize> {
        if !self.are_figures() {
            return Vec::new();
        }
        let is_whole = is_grouped(&self.groups, &self.marks);
        let decimals = self.marks.split_last().and_then(|(point, marks)| {
            let (decimals, whole) = self.groups.split_last()?;
            let is_point = matches!(*point, "." | ",") && !marks.contains(point);
            (is_point && is_grouped(whole, marks)).then_some(decimals.len())
        });
        is_whole.then_some(0).into_iter().chain(decimals).collect()
    }

    /// Returns whether it may be a date with the year written out.
    pub(super) fn is_like_date(&self) -> bool {
        let lengths: Vec<usize> = self.groups.iter().map(String::len).collect();
        self.are_figures() && matches!(lengths[..], [4, 1..=2, 1..=2] | [1..=2, 1..=2, 4])
    }

    /// Returns the dates it may be, as year, month and day.
    fn dates(&self) -> Vec<[u32; 3]> {
        let is_mark = |mark: &&str| matches!(mark.trim(), "." | "/" | "-");
        if !self.is_like_date() || !self.marks.iter().all(is_mark) {
            return Vec::new();
        }
        let numbers = self.groups.iter().filter_map(|group| group.parse().ok());
        let &[one, two, three] = numbers.collect::<Vec<u32>>().as_slice() else {
            return Vec::new();
        };
        let mut dates = match self.groups[0].len() {
            4 => vec![[one, two, three]],
            _ => vec![[three, two, one], [three, one, two]],
        };
        dates.retain(|[_, month, day]| matches!(month, 1..=12) && matches!(day, 1..=31));
        dates.dedup();
        dates
    }

    fn are_figures(&self) -> bool {
        let mut figures = self.groups.iter().flat_map(|group| group.chars());
        figures.all(|c| c.is_ascii_digit())
    }
}

/// Returns whether groups of figures are a whole number: in thousands, or, as in `1,00,000`, in hundreds of thousands.
fn is_grouped(groups: &[String], marks: &[&str]) -> bool {
    let Some((mark, others)) = marks.split_first() else {
        return groups.len() == 1;
    };
    let is_space = mark.chars().count() == 1 && mark.trim().is_empty();
    let is_mark = is_space || matches!(*mark, "." | "," | "\'" | "’");
    let (first, last) = (&groups[0], groups.len() - 1);
    let are_of = |length: usize| groups[1..last].iter().all(|group| group.len() == length);
    is_mark
        && others.iter().all(|other| other == mark)
        && matches!(first.len(), 1..=3)
        && !first.starts_with('0')
        && groups[last].len() == 3
        && (are_of(3) || *mark == "," && are_of(2))
}

/// Returns whether the same figures, typed and held, are the same number: what was typed can be read in one way only, and
/// what is held in the same.
pub(super) fn is_same_number([typed, held]: [Figures<'_>; 2]) -> bool {
    let [typed, held] = [typed.decimals(), held.decimals()];
    matches!(typed[..], [only] if held.contains(&only))
}

/// Returns whether two texts are one date, in whatever order. Where the day may be the month, nobody knows.
pub(super) fn is_same_date([typed, held]: [Figures<'_>; 2]) -> bool {
    let [typed, held] = [typed.dates(), held.dates()];
    typed.len() == 1 && typed == held
}

use std::fmt;

use crate::clock::Times;

/// Figures by name, printed as a Markdown table or as JSON.
#[derive(Clone, Debug)]
pub struct Table {
    pub title: String,
    pub columns: Vec<String>,
    pub rows: Vec<(String, Vec<f64>)>,
}

impl Table {
    pub fn new(title: impl Into<String>, columns: &[&str]) -> Table {
        Table {
            title: title.into(),
            columns: columns.iter().map(ToString::to_string).collect(),
            rows: Vec::new(),
        }
    }

    /// Nodes per second, and the ratio to the reference.
    pub fn of_speeds(title: String, times: &[Times], leaves: u64, reference: &str) -> Table {
        let mut table = Table::new(title, &["median, M/s", "best, M/s"]);
        let speed = |seconds: f64| leaves as f64 / seconds / 1e6;
        table.rows =
            times.iter().map(|t| (t.name.clone(), vec![speed(t.median()), speed(t.best())])).collect();
        table.compare(reference);
        table
    }

    /// Nanoseconds per call.
    pub fn of_calls(title: String, times: &[Times], calls: impl Fn(&str) -> u64) -> Table {
        let mut table = Table::new(title, &["median, ns", "best, ns"]);
        for times in times {
            let nanoseconds = |seconds: f64| seconds * 1e9 / calls(&times.name) as f64;
            table
                .rows
                .push((times.name.clone(), vec![nanoseconds(times.median()), nanoseconds(times.best())]));
        }
        table
    }

    /// Adds a column of ratios to the row whose name starts with `reference`.
    fn compare(&mut self, reference: &str) {
        let Some((_, base)) = self.rows.iter().find(|(name, _)| name.starts_with(reference)).cloned() else {
            return;
        };
        for (_, figures) in &mut self.rows {
            let ratios: Vec<f64> = figures.iter().zip(&base).map(|(figure, base)| figure / base).collect();
            figures.extend(ratios);
        }
        self.columns.extend(["median", "best"].map(|which| format!("× {reference}, {which}")));
    }

    pub fn to_json(&self) -> String {
        let rows = self.rows.iter().map(|(name, figures)| {
            let figures = self.columns.iter().zip(figures).map(|(c, f)| format!("{}:{f}", quoted(c)));
            format!("{{\"name\":{},{}}}", quoted(name), figures.collect::<Vec<_>>().join(","))
        });
        format!("{{\"title\":{},\"rows\":[{}]}}", quoted(&self.title), rows.collect::<Vec<_>>().join(","))
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.rows.iter().map(|(name, _)| name.chars().count());
        let width = names.max().unwrap_or(0);
        let widths = self.columns.iter().map(|column| column.chars().count().max(6));
        let widths: Vec<usize> = widths.collect();
        writeln!(f, "### {}\n", self.title)?;
        write!(f, "| {:width$} |", "")?;
        for (column, width) in self.columns.iter().zip(&widths) {
            write!(f, " {column:>width$} |")?;
        }
        write!(f, "\n|{:-<1$}|", "", width + 2)?;
        for width in &widths {
            write!(f, "{:-<1$}:|", "", width + 1)?;
        }
        for (name, figures) in &self.rows {
            write!(f, "\n| {name:width$} |")?;
            for (figure, width) in figures.iter().zip(&widths) {
                // Measurements have no more than three significant digits.
                let decimals = if *figure < 10.0 { 2 } else { usize::from(*figure < 100.0) };
                write!(f, " {figure:>width$.decimals$} |")?;
            }
        }
        writeln!(f)
    }
}

/// Escapes a name for JSON: quotes, backslashes and control characters.
fn quoted(text: &str) -> String {
    let safe: String = text.chars().filter(|c| !c.is_control() && *c != '"' && *c != '\\').collect();
    format!("\"{safe}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn speeds() -> Table {
        let mut table = Table::new("Hares", &["median, M/s"]);
        table.rows = vec![("fast \"fast\"".into(), vec![30.0]), ("baseline 1.0".into(), vec![2.5])];
        table.compare("baseline");
        table.columns.truncate(2);
        table
    }

    #[test]
    fn a_table_reads_as_markdown() {
        let expected = "### Hares\n\n\
            |              | median, M/s | × baseline, median |\n\
            |--------------|------------:|-------------------:|\n\
            | fast \"fast\"  |        30.0 |               12.0 |\n\
            | baseline 1.0 |        2.50 |               1.00 |\n";
        assert_eq!(speeds().to_string(), expected);
    }

    #[test]
    fn a_table_reads_as_json() {
        let expected = "{\"title\":\"Hares\",\"rows\":[\
            {\"name\":\"fast fast\",\"median, M/s\":30,\"× baseline, median\":12},\
            {\"name\":\"baseline 1.0\",\"median, M/s\":2.5,\"× baseline, median\":1}]}";
        assert_eq!(speeds().to_json(), expected);
    }
}

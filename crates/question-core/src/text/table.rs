//! Tables as Markdown writes them, for what shows texts alone: their rows as lines, without what is drawn between them.

use super::width::width;

/// Between the cells of a row, where they do not stand below each other.
const APART: &str = " · ";
/// A cell with nothing in it, there.
const NOTHING: &str = "–";
/// Between the columns of a table.
const GAP: usize = 2;

/// The rows of a table, from its heading on.
pub(super) struct Table(Vec<Vec<String>>);

impl Table {
    /// The table that a text begins with, and how many of its lines it takes. `bare` takes the marks off a cell.
    pub(super) fn read(lines: &[&str], bare: impl Fn(&str) -> String) -> Option<(Self, usize)> {
        let [heading, delimiter, body @ ..] = lines else { return None };
        let is_table = heading.contains('|') && is_delimiter(delimiter);
        if !is_table || cells(heading).len() != cells(delimiter).len() {
            return None;
        }
        let body: Vec<&&str> = body.iter().take_while(|line| line.contains('|')).collect();
        let row = |line: &str| cells(line).iter().map(|cell| bare(cell)).collect();
        let rows = std::iter::once(heading).chain(body.iter().copied()).map(|line| row(line)).collect();
        Some((Self(rows), body.len() + 2))
    }

    /// Its rows as lines: the cells below each other where `columns` are enough for that, else one behind the other.
    pub(super) fn lines(&self, columns: usize) -> Vec<String> {
        let count = self.0.iter().map(Vec::len).max().unwrap_or_default();
        let widest = |at: usize| self.0.iter().filter_map(|row| row.get(at)).map(|cell| width(cell)).max().unwrap_or(0);
        let widths: Vec<usize> = (0..count).map(widest).collect();
        let is_wide = widths.iter().sum::<usize>() + GAP * count.saturating_sub(1) > columns;
        let line = |row: &Vec<String>| {
            if is_wide {
                let cells = row.iter().map(|cell| if cell.is_empty() { NOTHING } else { cell });
                return cells.collect::<Vec<_>>().join(APART);
            }
            let padded = row.iter().zip(&widths).map(|(cell, columns)| {
                let blanks = (columns + GAP).saturating_sub(width(cell));
                [cell.as_str(), &" ".repeat(blanks)].concat()
            });
            padded.collect::<String>().trim_end().to_owned()
        };
        self.0.iter().map(line).collect()
    }
}

/// Whether a line stands below the heading of a table: of each cell, dashes.
fn is_delimiter(line: &str) -> bool {
    let is_dashes = |cell: &String| {
        let cell = cell.strip_prefix(':').unwrap_or(cell);
        let cell = cell.strip_suffix(':').unwrap_or(cell);
        !cell.is_empty() && cell.chars().all(|char| char == '-')
    };
    line.contains('|') && cells(line).iter().all(is_dashes)
}

/// The cells of a row. A bar behind a backslash is text.
fn cells(line: &str) -> Vec<String> {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let (mut cells, mut cell, mut is_escaped) = (Vec::new(), String::new(), false);
    for char in line.chars() {
        match char {
            '|' if is_escaped => {
                cell.pop();
                cell.push(char);
            }
            '|' => cells.push(std::mem::take(&mut cell)),
            char => cell.push(char),
        }
        is_escaped = char == '\\' && !is_escaped;
    }
    // Behind the last bar there is no cell.
    if !cell.trim().is_empty() || cells.is_empty() {
        cells.push(cell);
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn rows_read_as_rows() {
        for (text, columns, expected) in [
            ("| a | b |\n|---|---|\n| 1 | 2 |", 0, Some("a · b\n1 · 2")),
            ("a | b\n:-: | -:\n1 | 2", 0, Some("a · b\n1 · 2")),
            ("| way | downtime |\n|---|---|\n| in place | 5 min |", 40, Some("way       downtime\nin place  5 min")),
            ("| 方法 | 时间 |\n|---|---|\n| 原地 | 5 分钟 |", 40, Some("方法  时间\n原地  5 分钟")),
            ("| way | downtime |\n|---|---|\n| in place | 5 min |", 17, Some("way · downtime\nin place · 5 min")),
            // what is missing is seen, and what is too much is kept
            (
                "| a | b | c |\n|-|-|-|\n|  1 | | 3 |\n| 1 |\n| 1 | 2 | 3 | 4 |",
                0,
                Some("a · b · c\n1 · – · 3\n1\n1 · 2 · 3 · 4"),
            ),
            ("| a \\| b | c |\n|---|---|", 0, Some("a | b · c")),
            ("| a |\n|---|\n| 1 |", 0, Some("a\n1")),
            // no tables
            ("| a | b |", 0, None),
            ("a | b\n---", 0, None),
            ("| a | b |\n|---|", 0, None),
            ("a\n|---|", 0, None),
            ("| a | b |\n| 1 | 2 |", 0, None),
        ] {
            let lines: Vec<&str> = text.lines().collect();
            let table = Table::read(&lines, str::to_owned).map(|(table, _)| table.lines(columns).join("\n"));
            assert_eq!(table.as_deref(), expected, "{text:?}");
        }
    }
}

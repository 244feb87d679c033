//! Turns blocks into text without marks. Headings, quotes and code blocks keep their words, links their names and
//! addresses, tables their rows.

use super::read::{Block, Content, Edge, Text};

pub(super) fn text_of(blocks: &[Block]) -> String {
    let mut plain = String::new();
    for block in blocks {
        let lines: Vec<String> = match &block.content {
            Content::Text(text) | Content::Heading(text) => text.text.as_str().split('\n').map(str::to_owned).collect(),
            Content::Code(lines, _) => lines.iter().map(|line| line.as_str().to_owned()).collect(),
            Content::Table(table) => table.rows.iter().map(|row| cells(row)).collect(),
            Content::Rule => vec!["---".to_owned()],
        };
        if block.is_apart && !plain.is_empty() {
            plain.push('\n');
        }
        for (at, line) in lines.iter().enumerate() {
            let edges = if at == 0 { &block.first } else { &block.rest };
            plain.extend(edges.iter().filter(|edge| **edge != Edge::Bar).map(Edge::text));
            plain.extend([line, "\n"]);
        }
    }
    plain.truncate(plain.trim_end().len());
    plain
}

/// Joins the cells of a row.
fn cells(row: &[Text]) -> String {
    let cells: Vec<&str> = row.iter().map(|cell| cell.text.as_str()).collect();
    cells.join(" · ")
}

//! Turns blocks into data for a page that lays them out itself. Their texts are harmless and without marks.

use std::rc::Rc;

use serde::Serialize;
use ts_rs::TS;

use super::emphasis::{Piece, Style, Styles};
use super::read::{Block, Content, Edge, Text};
use crate::text::clean::Clean;

/// A block of a text, in a page that lays it out itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct WebBlock {
    /// What surrounds the block, the outermost first.
    pub edges: Vec<WebEdge>,
    /// What the block is.
    pub content: WebContent,
}

/// What surrounds a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum WebEdge {
    /// A quote.
    Quote,
    /// A list item.
    Item {
        /// Its marker, with the first block of the item alone.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        marker: Option<String>,
    },
}

/// What a block is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum WebContent {
    /// A paragraph. Its newlines are kept.
    Text {
        /// The paragraph.
        text: Vec<WebPiece>,
    },
    /// A heading.
    Heading {
        /// The heading.
        text: Vec<WebPiece>,
    },
    /// A code block.
    Code {
        /// The language that the text names.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        language: Option<String>,
        /// The lines of the code.
        lines: Vec<String>,
    },
    /// A table.
    Table {
        /// Rows with the same number of cells, the heading first.
        rows: Vec<Vec<Vec<WebPiece>>>,
    },
    /// A thematic break.
    Rule,
}

/// A piece of a text in one style.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WebPiece {
    /// The piece.
    pub text: String,
    /// Whether it is bold.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub is_strong: bool,
    /// Whether it is code.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub is_code: bool,
    /// The address that it opens: of `http`, `https` or `mailto`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub href: Option<String>,
}

pub(super) fn nodes(blocks: &[Block]) -> Vec<WebBlock> {
    blocks.iter().map(|block| WebBlock { edges: edges(&block.first), content: content(&block.content) }).collect()
}

fn edges(edges: &[Edge]) -> Vec<WebEdge> {
    let edge = |edge: &Edge| match edge {
        Edge::Bar => WebEdge::Quote,
        Edge::Marker(marker) => WebEdge::Item { marker: Some(marker.to_string()) },
        Edge::Blank(_) => WebEdge::Item { marker: None },
    };
    edges.iter().map(edge).collect()
}

fn content(content: &Content) -> WebContent {
    match content {
        Content::Text(text) => WebContent::Text { text: of_text(text) },
        Content::Heading(text) => WebContent::Heading { text: of_text(text) },
        Content::Code(lines, language) => WebContent::Code {
            language: language.as_ref().map(Rc::to_string),
            lines: lines.iter().map(|line| line.as_str().to_owned()).collect(),
        },
        Content::Table(table) => {
            WebContent::Table { rows: table.rows.iter().map(|row| row.iter().map(of_text).collect()).collect() }
        }
        Content::Rule => WebContent::Rule,
    }
}

fn of_text(text: &Text) -> Vec<WebPiece> {
    WebPiece::all(&text.text, &text.styles)
}

impl WebPiece {
    /// Creates a piece without a style.
    pub(crate) fn plain(text: &Clean<'_>) -> Self {
        Self { text: text.as_str().to_owned(), ..Self::default() }
    }

    /// Returns the pieces of a text with its styles.
    pub(crate) fn all(text: &Clean<'_>, styles: &Styles) -> Vec<Self> {
        styles
            .pieces(0, text.borrowed())
            .into_iter()
            .filter(|piece| piece.text.as_str() != "")
            .map(Self::from)
            .collect()
    }
}

impl From<Piece<'_>> for WebPiece {
    fn from(piece: Piece<'_>) -> Self {
        Self {
            text: piece.text.as_str().to_owned(),
            is_strong: matches!(piece.style, Style::Strong),
            is_code: matches!(piece.style, Style::Code),
            href: piece.link.as_ref().map(Rc::to_string),
        }
    }
}

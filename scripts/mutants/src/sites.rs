//! Finds the places of a file that have mutants: functions that return at once, operators that are others, guards and
//! arms of a match that are not there.

use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, ReturnType, Signature, Type, UnOp};

use crate::edits::{Edit, Site};

/// Returns the places, numbering their mutants from `next`.
pub(crate) fn find(text: &str, next: &mut usize) -> syn::Result<Vec<Site>> {
    let file = syn::parse_file(text)?;
    let mut finder = Finder { text, next, order: 0, sites: Vec::new() };
    finder.visit_file(&file);
    Ok(finder.sites)
}

struct Finder<'a> {
    text: &'a str,
    next: &'a mut usize,
    /// Number of edits so far: the outer of two edits at a place is made first where they begin, last where they end.
    order: usize,
    sites: Vec<Site>,
}

fn place(part: &impl Spanned) -> Range<usize> {
    part.span().byte_range()
}

/// Returns the condition that a mutant is on.
fn is_on(number: usize) -> String {
    format!("crate::mutants::is({number})")
}

impl Finder<'_> {
    /// Begins a site with mutants of these words. Returns its index, and their numbers.
    fn site(&mut self, part: &impl Spanned, words: Vec<String>) -> (usize, Vec<usize>) {
        let line = part.span().start().line;
        let numbers: Vec<usize> = (0..words.len()).map(|index| *self.next + index).collect();
        *self.next += words.len();
        let mutants = numbers.iter().copied().zip(words).collect();
        self.sites.push(Site { line, mutants, edits: Vec::new() });
        (self.sites.len() - 1, numbers)
    }

    fn edit(&mut self, site: usize, place: Range<usize>, text: String) {
        self.sites[site].edits.push((self.order, Edit { place, text }));
        self.order += 1;
    }

    fn insert(&mut self, site: usize, at: usize, text: String) {
        self.edit(site, at..at, text);
    }

    /// Makes a function return at once, and visits its block. What may run while compiling cannot ask which mutant is on.
    fn function(&mut self, signature: &Signature, block: &Block) {
        if signature.constness.is_some() {
            return;
        }
        let is_plain = signature.asyncness.is_none() && !block.stmts.is_empty();
        for value in values(&signature.output).into_iter().filter(|_| is_plain) {
            let name = &signature.ident;
            let (site, numbers) = self.site(&signature.ident, vec![format!("{name} returns {value}")]);
            let at = place(&block.brace_token.span.open()).end;
            for number in numbers {
                self.insert(site, at, format!(" if {} {{ return {value}; }}", is_on(number)));
            }
        }
        visit::visit_block(self, block);
    }

    /// Begins a site with a mutant for each of the operators that stand for that of an expression. Returns its index, and
    /// the choice between all, in which `with` writes the expression of an operator.
    fn operators(&mut self, node: &syn::ExprBinary, others: &[&str], with: impl Fn(&str) -> String) -> (usize, String) {
        let own = self.text[place(&node.op)].to_owned();
        let words = others.iter().map(|other| format!("{own} is {other}")).collect();
        let (site, numbers) = self.site(&node.op, words);
        let branch = |(number, other): (usize, &&str)| format!("if {} {{ {} }} else ", is_on(number), with(other));
        let branches: String = numbers.into_iter().zip(others).map(branch).collect();
        (site, format!("{branches}{{ {} }}", with(&own)))
    }

    /// Visits an expression whose first and last edits enclose those of its parts.
    fn comparison(&mut self, node: &syn::ExprBinary, others: &[&str]) {
        let (site, choice) = self.operators(node, others, |operator| format!("l__ {operator} r__"));
        let is_arithmetic =
            matches!(node.op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_));
        let reference = if is_arithmetic { "" } else { "&" };
        self.insert(site, place(&node.left).start, format!("(match ({reference}("));
        self.visit_expr(&node.left);
        self.edit(site, place(&node.op), format!("), {reference}("));
        self.visit_expr(&node.right);
        self.insert(site, place(&node.right).end, format!(")) {{ (l__, r__) => {choice} }})"));
    }

    /// `a && b` is `a || b` if both parts and the whole are negated, and the reverse.
    fn connective(&mut self, node: &syn::ExprBinary) {
        let own = self.text[place(&node.op)].to_owned();
        let other = if own == "&&" { "||" } else { "&&" };
        let (site, numbers) = self.site(&node.op, vec![format!("{own} is {other}")]);
        let negated = format!(" ^ {})", is_on(numbers[0]));
        self.insert(site, place(&node.left).start, "((((".to_owned());
        self.visit_expr(&node.left);
        self.edit(site, place(&node.op), format!("){negated} {own} (("));
        self.visit_expr(&node.right);
        self.insert(site, place(&node.right).end, format!("){negated}){negated}"));
    }

    fn assignment(&mut self, node: &syn::ExprBinary, others: &[&str]) {
        let target = self.text[place(&node.left)].replace('\n', " ");
        let (site, choice) = self.operators(node, others, |operator| format!("{target} {operator} r__"));
        self.edit(site, place(&node.left).start..place(&node.right).start, "{ let r__ = (".to_owned());
        self.visit_expr(&node.right);
        self.insert(site, place(&node.right).end, format!("); {choice} }}"));
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    // What is known while compiling cannot ask which mutant is on.
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}

    fn visit_item_mod(&mut self, node: &'ast syn::ItemMod) {
        // Tests are not tested.
        if !node.attrs.iter().any(|attribute| self.text[place(attribute)].contains("cfg(test)")) {
            visit::visit_item_mod(self, node);
        }
    }

    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        self.function(&node.sig, &node.block);
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        self.function(&node.sig, &node.block);
    }

    fn visit_expr_binary(&mut self, node: &'ast syn::ExprBinary) {
        let others: &[&str] = match &node.op {
            BinOp::Eq(_) => &["!="],
            BinOp::Ne(_) => &["=="],
            BinOp::Lt(_) => &["==", ">", "<="],
            BinOp::Gt(_) => &["==", "<", ">="],
            BinOp::Le(_) => &["<", ">"],
            BinOp::Ge(_) => &[">", "<"],
            BinOp::Add(_) => &["-", "*"],
            BinOp::Sub(_) => &["+", "/"],
            BinOp::Mul(_) => &["+", "/"],
            BinOp::Div(_) => &["*", "%"],
            BinOp::Rem(_) => &["/", "+"],
            BinOp::And(_) | BinOp::Or(_) if !has_let(&node.left) && !has_let(&node.right) => {
                return self.connective(node);
            }
            BinOp::AddAssign(_) => return self.assignment(node, &["-=", "*="]),
            BinOp::SubAssign(_) => return self.assignment(node, &["+="]),
            BinOp::BitOrAssign(_) => return self.assignment(node, &["&="]),
            BinOp::BitAndAssign(_) => return self.assignment(node, &["|="]),
            _ => return visit::visit_expr_binary(self, node),
        };
        self.comparison(node, others);
    }

    fn visit_expr_unary(&mut self, node: &'ast syn::ExprUnary) {
        if !matches!(node.op, UnOp::Not(_)) {
            return visit::visit_expr_unary(self, node);
        }
        let (site, numbers) = self.site(&node.op, vec!["! is not there".to_owned()]);
        self.insert(site, place(node).start, format!("({} ^ ", is_on(numbers[0])));
        self.visit_expr(&node.expr);
        self.insert(site, place(node).end, ")".to_owned());
    }

    fn visit_expr_match(&mut self, node: &'ast syn::ExprMatch) {
        self.visit_expr(&node.expr);
        let is_open = |arm: &syn::Arm| matches!(arm.pat, syn::Pat::Wild(_));
        let has_other = node.arms.iter().any(is_open);
        for arm in &node.arms {
            if let syn::Pat::Guard(syn::PatGuard { if_token: token, guard, .. }) = &arm.pat {
                let words = ["false", "true"].map(|value| format!("guard is {value}")).to_vec();
                let (site, numbers) = self.site(token, words);
                let (never, always) = (is_on(numbers[0]), is_on(numbers[1]));
                if has_let(guard) {
                    self.sites.pop();
                } else {
                    self.insert(site, place(&**guard).start, format!("!{never} && ({always} || ("));
                    self.visit_expr(guard);
                    self.insert(site, place(&**guard).end, "))".to_owned());
                }
            } else if has_other && !is_open(arm) {
                let (site, numbers) = self.site(&arm.pat, vec!["arm is not there".to_owned()]);
                self.insert(site, place(&arm.pat).end, format!(" if !{}", is_on(numbers[0])));
            }
            self.visit_expr(&arm.body);
        }
    }
}

/// Returns whether a condition binds a pattern, so that its parts cannot stand elsewhere.
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(node) => has_let(&node.left) || has_let(&node.right),
        Expr::Paren(node) => has_let(&node.expr),
        _ => false,
    }
}

/// Returns values that a function of this type can return instead.
fn values(output: &ReturnType) -> Vec<&'static str> {
    let ReturnType::Type(_, kind) = output else { return vec!["()"] };
    match &**kind {
        Type::Reference(reference) if reference.mutability.is_some() => vec![],
        Type::Reference(reference) => match &*reference.elem {
            Type::Path(path) if path.path.is_ident("str") => vec!["\"\"", "\"xyzzy\""],
            Type::Slice(_) => vec!["&[]"],
            _ => vec![],
        },
        Type::Path(path) => {
            let Some(last) = path.path.segments.last() else { return vec![] };
            match last.ident.to_string().as_str() {
                "bool" => vec!["true", "false"],
                "String" => vec!["String::new()", "\"xyzzy\".to_owned()"],
                "Option" => vec!["None", "Some(Default::default())"],
                "Vec" => vec!["vec![]", "vec![Default::default()]"],
                "usize" | "u8" | "u16" | "u32" | "u64" | "i32" | "i64" => vec!["0", "1"],
                "Result" => vec!["Ok(Default::default())", "Err(Default::default())"],
                "Step" => vec!["Step::Idle", "Step::Redraw"],
                _ => vec!["Default::default()"],
            }
        }
        Type::Tuple(tuple) if tuple.elems.is_empty() => vec!["()"],
        Type::Tuple(_) => vec!["Default::default()"],
        _ => vec![],
    }
}

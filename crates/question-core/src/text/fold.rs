//! Letters in their simplest form, for comparing texts: without case, accents, ligatures and width.
//!
//! Stands in for `unicode-normalization`, whose tables are larger than this module's share of the package, and which
//! keeps ligatures such as “ß”.

/// Returns the letters of a character in their simplest form; none for a combining accent.
pub(crate) fn letters(char: char) -> impl Iterator<Item = char> {
    (!is_accent(char)).then(|| spelled(char)).into_iter().flatten()
}

/// Returns whether a character is a combining accent.
fn is_accent(char: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&char)
}

/// Returns the letters that people type for a character that keyboards lack: those of a ligature, or a narrow letter
/// for a full-width one.
fn spelled(char: char) -> impl Iterator<Item = char> {
    let letters = match char {
        'ß' | 'ẞ' => "ss",
        'æ' | 'Æ' => "ae",
        'œ' | 'Œ' => "oe",
        'ĳ' | 'Ĳ' => "ij",
        'ﬀ' => "ff",
        'ﬁ' => "fi",
        'ﬂ' => "fl",
        'ﬃ' => "ffi",
        'ﬄ' => "ffl",
        'ﬅ' | 'ﬆ' => "st",
        _ => "",
    };
    letters.chars().chain(letters.is_empty().then(|| bare(char)))
}

/// Maps a wide ASCII character or space to its narrow form.
pub(crate) fn narrow(char: char) -> char {
    match char {
        '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(char) - 0xfee0).unwrap_or(char),
        _ => char,
    }
}

/// Maps characters that differ only in case, accents or width to the same character.
fn bare(char: char) -> char {
    let folded = fold(narrow(char));
    if folded.is_ascii() {
        return folded;
    }
    match folded {
        // The ranges hold capitals as well, which are folded already.
        'à'..='å' | 'ā'..='ą' | 'ạ'..='ặ' => 'a',
        'ç' | 'ć'..='č' => 'c',
        'ď'..='đ' => 'd',
        'è'..='ë' | 'ē'..='ě' | 'ẹ'..='ệ' => 'e',
        'ĝ'..='ģ' => 'g',
        'ĥ'..='ħ' => 'h',
        'ì'..='ï' | 'ĩ'..='ı' | 'ỉ'..='ị' => 'i',
        'ĵ' => 'j',
        'ķ' => 'k',
        'ĺ'..='ł' => 'l',
        'ñ' | 'ń'..='ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō'..='ő' | 'ơ' | 'ọ'..='ợ' => 'o',
        'ŕ'..='ř' => 'r',
        'ś'..='š' | 'ș' => 's',
        'ţ'..='ŧ' | 'ț' => 't',
        'ù'..='ü' | 'ũ'..='ų' | 'ư' | 'ụ'..='ự' => 'u',
        'ŵ' => 'w',
        'ý' | 'ÿ' | 'ŷ' | 'ỳ'..='ỹ' => 'y',
        'ź'..='ž' => 'z',
        'ё' => 'е',
        'й' => 'и',
        'ї' => 'і',
        _ => folded,
    }
}

/// Maps characters that differ only in case to the same character.
pub(crate) fn fold(char: char) -> char {
    match char {
        '\0'..='\u{7f}' => char.to_ascii_lowercase(),
        // The sigma at the end of a word is a small letter of its own.
        'ς' => 'σ',
        // Only the dotted İ has a second one, its dot.
        _ => char.to_lowercase().next().unwrap_or(char),
    }
}

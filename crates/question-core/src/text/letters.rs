//! Letters in their simplest form, for comparing texts: without case, accents, ligatures, width, composition and
//! apostrophes.
//!
//! Stands in for `unicode-normalization`, whose tables are larger than this module's share of the package, and which
//! keeps ligatures such as “ß”.

/// The voiced sound marks of Japanese, which make another letter of the one before.
const VOICED: char = '\u{3099}';
const SEMI_VOICED: char = '\u{309a}';

/// Stands for no letter.
const NONE: char = '\0';

/// The wide letters of half-width katakana, from U+FF66 on.
const KATAKANA: &str = "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309a}";

/// Returns the letters of a character in their simplest form, as people type them; none for a combining accent, an
/// apostrophe, or a character that shows nothing.
pub(crate) fn letters(char: char) -> impl Iterator<Item = char> {
    let letters = match char {
        _ if is_ignorable(char) => [NONE; 3],
        // A hyphen that breaks no line looks like any other.
        '\u{2010}' | '\u{2011}' => ['-', NONE, NONE],
        '\'' | '’' | '‘' | 'ʼ' | '＇' | '\u{300}'..='\u{36f}' | '\u{64b}'..='\u{655}' => [NONE; 3],
        'ß' | 'ẞ' => ['s', 's', NONE],
        'æ' | 'Æ' => ['a', 'e', NONE],
        'œ' | 'Œ' => ['o', 'e', NONE],
        'ĳ' | 'Ĳ' => ['i', 'j', NONE],
        'ﬀ' => ['f', 'f', NONE],
        'ﬁ' => ['f', 'i', NONE],
        'ﬂ' => ['f', 'l', NONE],
        'ﬃ' => ['f', 'f', 'i'],
        'ﬄ' => ['f', 'f', 'l'],
        'ﬅ' | 'ﬆ' => ['s', 't', NONE],
        '\u{ac00}'..='\u{d7a3}' => jamo(char),
        '\u{3040}'..='\u{30ff}' => kana(char),
        '\u{ff66}'..='\u{ff9f}' => {
            [KATAKANA.chars().nth((u32::from(char) - 0xff66) as usize).unwrap_or(char), NONE, NONE]
        }
        _ => [bare(char), NONE, NONE],
    };
    letters.into_iter().filter(|letter| *letter != NONE)
}

/// Returns whether a character shows nothing: a mark of direction, a joint, or a variant of the letter before it.
fn is_ignorable(char: char) -> bool {
    matches!(char, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// Returns whether a character changes the letter before it, and so begins no word: a voiced sound mark.
pub(crate) fn is_letter_mark(char: char) -> bool {
    matches!(char, VOICED | SEMI_VOICED)
}

/// Returns the letters of a Korean syllable.
fn jamo(syllable: char) -> [char; 3] {
    let at = u32::from(syllable) - 0xac00;
    let last = if at % 28 == 0 { 0 } else { 0x11a7 + at % 28 };
    [0x1100 + at / 588, 0x1161 + at % 588 / 28, last].map(|letter| char::from_u32(letter).unwrap_or(NONE))
}

/// Returns a Japanese letter, and its voiced sound mark.
fn kana(char: char) -> [char; 3] {
    let code = u32::from(char);
    // Katakana are in the order of hiragana.
    let hiragana = if code >= 0x30a0 { code - 0x60 } else { code };
    let (offset, mark) = match hiragana {
        0x304c..=0x3062 if hiragana % 2 == 0 => (1, VOICED),
        0x3065 | 0x3067 | 0x3069 => (1, VOICED),
        0x3070..=0x307d if hiragana % 3 == 1 => (1, VOICED),
        0x3070..=0x307d if hiragana % 3 == 2 => (2, SEMI_VOICED),
        0x3094 => (0x4e, VOICED),
        _ => (0, NONE),
    };
    [char::from_u32(code - offset).unwrap_or(char), mark, NONE]
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
        'ά' => 'α',
        'έ' => 'ε',
        'ή' => 'η',
        'ί' | 'ϊ' | 'ΐ' => 'ι',
        'ό' => 'ο',
        'ύ' | 'ϋ' | 'ΰ' => 'υ',
        'ώ' => 'ω',
        'آ' | 'أ' | 'إ' => 'ا',
        'ؤ' => 'و',
        'ئ' => 'ي',
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

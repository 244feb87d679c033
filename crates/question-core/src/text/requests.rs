//! How people ask where no question mark says so: the words that a sentence which asks ends with, and those by which one
//! that wants to be told something is known, in the languages of the form.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// By what a language tells that a sentence wants something: words between bars, in small letters, with straight apostrophes.
struct Language {
    /// What a sentence ends with that asks.
    asks: &'static str,
    /// What a sentence begins with that requests something.
    begins: &'static str,
    /// The same of any part of it: "If so, please …".
    please: &'static str,
    /// What a sentence ends with that requests something.
    ends: &'static str,
    /// What begins or ends like that and requests nothing.
    tells: &'static str,
}

/// A language that asks with a mark alone, and requests with the first word.
const MARKED: Language = Language { asks: "", begins: "", please: "", ends: "", tells: "" };

/// The languages of the form. What begins statements as often ("name", "type", "indica") has the word behind it with it.
static LANGUAGES: [Language; 10] = [
    // English
    Language {
        begins: "\
            choose|pick|decide|specify|provide|tell me|tell us|let me know|let us know|answer the|answer with|\
            confirm|describe a|describe how|describe it|describe the|describe what|describe which|describe your|\
            enter a|enter an|enter one|enter the|enter your|explain how|explain the|explain what|explain why|\
            explain your|give a|give an|give it|give me|give the|give us|give your|list all|list any|list the|\
            list which|list your|name a|name all|name an|name any|name it|name one|name the|name your|rank the|\
            rate the|reply with|say how|say if|say what|say when|say where|say whether|say which|say why|\
            select a|select all|select an|select any|select at least|select between|select from|select how|\
            select one|select the|select up to|select what|select which|select your|type a|type an|type in|\
            type the|type your|write a|write an|write down|write the|write your",
        please: "please",
        tells: "\
            please note|please be aware|please bear|please keep in mind|please remember|please see|please wait|\
            confirm dialog",
        ..MARKED
    },
    // German
    Language {
        begins: "\
            wähle|wähl|wählen sie|entscheide|entscheiden sie|nenne|nenn|nennen sie|gib|geben sie|beschreibe|\
            beschreib|beschreiben sie|bestätige|bestätigen sie|sag|sage|sagen sie|teile mir|teil mir|teilen sie|\
            lege fest|leg fest|legen sie|such dir|suche dir|suchen sie|erkläre|erklär|erklären sie|erläutere|\
            erläutern sie|schreib|schreibe|schreiben sie|bestimme|bestimmen sie|kreuze|kreuzen sie|markiere|\
            markieren sie|trage|tragen sie|antworte|antworten sie",
        please: "bitte",
        tells: "bitte beachte|bitte warten|bitte bedenke|bitte nicht",
        ..MARKED
    },
    // Spanish
    Language {
        begins: "\
            elige|elija|elijan|escoge|escoja|selecciona|seleccione|seleccionen|indique|indícame|indica cuál|\
            indica cuáles|indica qué|indica si|indica cómo|indica el|indica la|indica los|indica las|indica tu|\
            indica un|indica una|escribe|escriba|introduce|introduzca|dime|dígame|di si|di qué|di cuál|diga|\
            decide|decida|confirma|confirme|describe el|describe la|describe tu|describe qué|describe cómo|\
            describe un|describa|explica|explique|especifica|especifique|define|defina|marca|marque|responde|\
            responda|nombra|proporciona|proporcione",
        please: "por favor",
        tells: "por favor, ten en cuenta|por favor, tenga en cuenta|marca de|marca que",
        ..MARKED
    },
    // French
    Language {
        begins: "\
            choisissez|choisis|sélectionnez|sélectionne|indiquez|indique|précisez|précise|saisissez|\
            saisis|entrez|entre le|entre la|entre un|entre ton|dites|dis-moi|donnez|donne|décrivez|\
            décris|confirmez|confirme|expliquez|explique|nommez|nomme|écrivez|écris|répondez|réponds|décidez|\
            décide|définissez|définis|cochez|coche|optez|fournissez|fournis",
        please: "veuillez|merci de|merci d'|s'il vous plaît|s'il te plaît|svp|stp",
        tells: "indique que|veuillez noter|veuillez patienter|merci de noter|merci de votre|merci d'avoir",
        ..MARKED
    },
    // Portuguese
    Language {
        begins: "\
            escolha|escolhe|selecione|seleciona|indique|informe|digite|escreva|insira|diga|me diga|\
            me avise|me informe|decida|confirme|descreva|explique|especifique|defina|marque|responda|nomeie|\
            opte|forneça",
        please: "por favor",
        tells: "escolha de|escolha do|escolha da|informe de|por favor, note|por favor, observe|por favor, aguarde",
        ..MARKED
    },
    // Japanese
    Language {
        asks: "すか|せんか|うか|るか|のか|たか|いか|くか|すべきか|いつか|どれか|何か|かな",
        ends: "ください|下さい|お願いします|お願いいたします|お願い致します|願います|教えて|選んで",
        tells: "注意ください|注意してください|了承ください|ご覧ください|お待ちください|参照ください|参照してください",
        ..MARKED
    },
    // Chinese
    Language {
        asks: "吗|嗎|呢",
        begins: "告诉我|告訴我|选一个|選一個|选择一|選擇一|选择你|选择您|选择要|選擇要|说明你|说明您",
        please: "请|請|麻烦|麻煩",
        ends: "请选择|請選擇|请确认|請確認|请告知|請告知|请指示|告诉我|告訴我",
        tells: "请求|請求|请注意|請注意|请稍|請稍|请放心|請放心|请参|請參|请见|請見|请看|请勿",
    },
    // Korean
    Language {
        asks: "까요|습니까|입니까|합니까|됩니까|할까|될까|나요|인가요|한가요|은가요|는가요|은지요|는지요",
        ends: "세요|십시오|바랍니다|부탁드립니다|부탁합니다|부탁해요|줘|줘요|시오",
        tells: "안녕하세요|참고하세요|참고해 주세요|참고하십시오|주의하세요|주의해 주세요|유의하세요|유의해 주세요|기다려 주세요|기다리세요",
        ..MARKED
    },
    // Russian
    Language {
        begins: "\
            выберите|выбери|укажите|укажи|введите|введи|опишите|опиши|подтвердите|подтверди|назовите|назови|\
            скажите|скажи|напишите|напиши|ответьте|ответь|решите|реши|сообщите|сообщи|уточните|уточни|поясните|\
            поясни|объясните|объясни|дайте знать|дай знать|определите|определи|отметьте|отметь|перечислите|\
            перечисли|задайте|задай",
        please: "пожалуйста|прошу",
        tells: "пожалуйста, обратите внимание|пожалуйста, учтите|пожалуйста, подождите|прошу прощения",
        ..MARKED
    },
    // Ukrainian
    Language {
        begins: "\
            виберіть|вибери|оберіть|обери|вкажіть|вкажи|введіть|введи|опишіть|опиши|підтвердьте|підтвердіть|\
            підтверди|назвіть|скажіть|скажи|напишіть|напиши|вирішіть|виріши|повідомте|повідом|уточніть|уточни|\
            поясніть|поясни|дайте знати|дай знати|визначте|визнач|позначте|познач|перелічіть|задайте",
        please: "будь ласка|прошу",
        tells: "будь ласка, зверніть увагу|будь ласка, зауважте|будь ласка, зачекайте|прошу вибачення",
        ..MARKED
    },
];

/// Whether a text ends as a question does that has no mark.
pub(super) fn asks(text: &str) -> bool {
    LANGUAGES.iter().any(|language| any(language.asks, |end| text.ends_with(end)))
}

/// A word that a sentence which requests something begins with, or a part of it.
struct Beginning {
    word: &'static str,
    /// Whether it may be a part of it alone.
    is_please: bool,
    language: &'static Language,
}

/// All of them by their first letter: a text of a million letters has as many sentences as a language has words.
static BEGINNINGS: LazyLock<BTreeMap<char, Vec<Beginning>>> = LazyLock::new(|| {
    let mut all: BTreeMap<char, Vec<Beginning>> = BTreeMap::new();
    for language in &LANGUAGES {
        for (words, is_please) in [(language.begins, false), (language.please, true)] {
            for word in each(words) {
                let first = word.chars().next().unwrap_or_default();
                all.entry(first).or_default().push(Beginning { word, is_please, language });
            }
        }
    }
    all
});

/// Whether a sentence wants to be told something.
pub(super) fn requests(sentence: &str) -> bool {
    let text = sentence.trim_matches(|char: char| !char.is_alphanumeric()).to_lowercase().replace('’', "'");
    let signs = text.match_indices([',', ':', ';', '，', '：', '；']);
    let mut parts = signs.filter_map(|(at, sign)| text.get(at + sign.len()..)).map(str::trim_start);
    begins_request(&text, false)
        || parts.any(|part| begins_request(part, true))
        || LANGUAGES.iter().any(|language| language.ends_request(&text))
}

/// Whether a sentence, or else a part of one, begins as what requests something does.
fn begins_request(text: &str, is_part: bool) -> bool {
    let of_letter = text.chars().next().and_then(|first| BEGINNINGS.get(&first));
    of_letter.into_iter().flatten().any(|beginning| {
        (beginning.is_please || !is_part)
            && begins(text, beginning.word)
            && !any(beginning.language.tells, |told| text.starts_with(told))
    })
}

impl Language {
    fn ends_request(&self, text: &str) -> bool {
        any(self.ends, |end| text.ends_with(end)) && !any(self.tells, |told| text.ends_with(told))
    }
}

/// Whether any of the words is such.
fn any(words: &str, is_such: impl Fn(&str) -> bool) -> bool {
    each(words).any(is_such)
}

fn each(words: &str) -> impl Iterator<Item = &str> {
    words.split('|').filter(|word| !word.is_empty())
}

/// Whether a text begins with a word as a whole; in Chinese it is followed by others without a blank.
fn begins(text: &str, word: &str) -> bool {
    let is_open = word.chars().next_back().is_none_or(|last| last.len_utf8() > 2 || !last.is_alphanumeric());
    text.strip_prefix(word).is_some_and(|rest| is_open || !rest.starts_with(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::super::asking::asking;

    #[test]
    fn requests_are_known_in_every_language() {
        for (text, expected) in [
            ("I read the code. Tell me how to proceed. It is urgent.", "Tell me how to proceed"),
            (
                "All tests pass. If you agree, please confirm the release. I will wait.",
                "If you agree, please confirm the release",
            ),
            ("Two designs are ready. Select the one to build. Both are fast.", "Select the one to build"),
            ("Ich habe den Code gelesen. Wähle eine Datenbank. Sie hält alle Bestellungen.", "Wähle eine Datenbank"),
            (
                "Der Test schlägt fehl. Bitte wählen Sie, wie es weitergeht. Danke!",
                "Bitte wählen Sie, wie es weitergeht",
            ),
            ("Es gibt zwei Wege. Entscheide dich für einen. Beide sind schnell.", "Entscheide dich für einen"),
            (
                "Si tu es prêt, merci d’indiquer la version. Le script attend.",
                "Si tu es prêt, merci d’indiquer la version",
            ),
            (
                "Les tests passent. Choisissez une base de données. Elle contiendra tout.",
                "Choisissez une base de données",
            ),
            ("Deux options existent. Veuillez préciser laquelle. Elles se valent.", "Veuillez préciser laquelle"),
            ("He leído el código. Elige una base de datos. Guardará los pedidos.", "Elige una base de datos"),
            ("Todo listo. Indique qué versión se publica. Después sigo.", "Indique qué versión se publica"),
            (
                "Hay dos caminos. Si está de acuerdo, por favor, confirme el cambio. Espero.",
                "Si está de acuerdo, por favor, confirme el cambio",
            ),
            ("Li o código. Escolha um banco de dados. Ele guarda os pedidos.", "Escolha um banco de dados"),
            ("Está pronto. Me diga qual versão publicar. Eu espero.", "Me diga qual versão publicar"),
            (
                "コードを確認しました。使用するデータベースを選択してください。注文を保存します。",
                "使用するデータベースを選択してください",
            ),
            ("二つの案があります。どちらにするか教えて。急ぎです。", "どちらにするか教えて"),
            (
                "現在の構成を確認しました。どのデータベースを使いますか。注文を保存します。",
                "どのデータベースを使いますか",
            ),
            ("代码已经读完。请选择要使用的数据库。它会保存所有订单。", "请选择要使用的数据库"),
            ("测试都通过了。如果没有问题，请确认发布。我会等待。", "如果没有问题，请确认发布"),
            ("代码已经读完。告诉我下一步怎么做。时间不多。", "告诉我下一步怎么做"),
            (
                "코드를 읽었습니다. 사용할 데이터베이스를 선택하세요. 주문을 저장합니다.",
                "사용할 데이터베이스를 선택하세요",
            ),
            ("두 가지 방법이 있습니다. 하나를 골라 주세요. 둘 다 빠릅니다.", "하나를 골라 주세요"),
            ("테스트가 통과했습니다. 어떻게 진행할지 알려 주세요. 기다리겠습니다.", "어떻게 진행할지 알려 주세요"),
            ("테스트가 통과했습니다. 지금 배포할까요. 기다리겠습니다.", "지금 배포할까요"),
            ("Код прочитан. Выберите базу данных. В ней будут заказы.", "Выберите базу данных"),
            (
                "Тесты прошли. Если всё верно, пожалуйста, подтвердите выпуск. Я подожду.",
                "Если всё верно, пожалуйста, подтвердите выпуск",
            ),
            ("Есть два пути. Скажи, какой лучше. Оба быстрые.", "Скажи, какой лучше"),
            ("Код прочитано. Виберіть базу даних. У ній будуть замовлення.", "Виберіть базу даних"),
            ("Тести пройшли. Будь ласка, підтвердьте випуск. Я зачекаю.", "Будь ласка, підтвердьте випуск"),
            ("Є два шляхи. Оберіть один із них. Обидва швидкі.", "Оберіть один із них"),
            ("It is ready. **Pick a version** for the release. It ships today.", "Pick a version for the release"),
            ("Two things are open.\n\nChoose the database.\n\nIt holds all orders.", "Choose the database"),
        ] {
            assert_eq!(asking(text), expected, "{text:?}");
        }
    }

    #[test]
    fn what_only_tells_something_is_no_request() {
        for statement in [
            "Name resolution is broken",
            "Type checking takes a minute",
            "List views are slow",
            "Select statements are slow",
            "Write access is missing",
            "Describe blocks are nested",
            "Enter submits the form",
            "Give or take a minute, it is done",
            "Please note that the tests fail",
            "Picking one is hard",
            "Confirm dialogs block the page",
            "Bitte beachten Sie die neuen Regeln",
            "Wählen ist schwer",
            "Gibt es nicht mehr",
            "Bittere Sache, das alles",
            "Indica que el servicio no responde",
            "El usuario elige una base",
            "Marca de agua en las imágenes",
            "Veuillez noter que les tests échouent",
            "Entre les deux, rien ne change",
            "L’utilisateur choisit une base",
            "Escolha de banco em aberto",
            "O usuário escolhe um banco",
            "設定を変更しました",
            "ログをご覧ください",
            "そのほかの変更もあります",
            "参照先は次のとおり、ほか",
            "请求失败，请求头缺失",
            "请注意测试没有通过",
            "选择排序会更快一些",
            "测试没有通过，请参考日志",
            "안녕하세요",
            "테스트가 모두 통과했습니다",
            "자세한 내용은 로그를 참고하세요",
            "사용자가 하나를 선택합니다",
            "Выбор базы открыт",
            "Обратите внимание на журнал",
            "Пользователь выберет базу",
            "Назви таблиць мають бути короткими",
            "Користувач вибере базу",
            "Будь ласка, зверніть увагу на журнал",
        ] {
            assert!(!super::requests(statement) && !super::asks(statement), "{statement:?}");
            let text = format!("Something was found here. {statement}. Which one?");
            assert_eq!(asking(&text), "Which one?");
        }
    }
}

// Prompts that correct what was done, by how they begin, in several languages. A sign only: nobody is judged by it.
// Invariants:
// - Only the beginning of a prompt counts. "No" before a noun ("no tests yet", "no hay pruebas") is no correction.

/** A longer beginning is not looked at, in code units. */
const LOOKED_AT = 120;

/** Behind a word for no: nothing more, or a mark. */
const END = "(?:\\s*(?:[,.!;:—–]|$)|\\s+-)";
const WORDS = "(?![\\p{L}\\p{N}])";

const ALONE = [
  "no+",
  "nope",
  "nah",
  "wrong",
  "incorrect",
  "nein",
  "falsch",
  "nee",
  "non",
  "faux",
  "não",
  "nao",
  "errado",
  "sbagliato",
  "fout",
  "incorrecto",
  "mal",
  "nie",
  "нет",
  "неправильно",
  "неверно",
];
const PHRASES = [
  "no,? (?:no|that|this|it|i|you|don'?t|not|wait|stop)",
  "(?:that|this|it)(?:'?s| is| was| isn'?t| wasn'?t) (?:all |completely |just |still |also )?(?:wrong|incorrect|not (?:right|what|correct)|right, (?:no|but not))",
  "that(?:'s| is| was) not",
  "(?:this|that|it) (?:isn't|wasn't|doesn't|didn't) (?:right|what|correct|work)",
  "not (?:what|like) (?:that|this|i)",
  "i (?:already )?(?:said|told you|asked (?:you )?(?:for|to)|meant|didn'?t (?:ask|say|mean|want))",
  "(?:please )?(?:undo|revert) (?:that|this|it|your)",
  "why did you",
  "you (?:broke|misunderstood|forgot|ignored)",
  "stop(?:,| doing| that)",
  "das (?:ist|war|stimmt) (?:so )?(?:falsch|nicht|verkehrt)",
  "(?:so )?(?:habe? )?ich (?:habe?|hatte|sagte|meinte)(?:[^.!?]*)(?:gesagt|nicht|gemeint)",
  "nicht so",
  "mach das rückgängig",
  "c'est (?:faux|pas|incorrect)",
  "ce n'est pas",
  "j'ai (?:déjà )?(?:dit|demandé)",
  "no,? (?:es|era|está|eso|así|quería)",
  "eso (?:no|está mal)",
  "está mal",
  "te (?:dije|he dicho|pedí)",
  "(?:isso )?(?:não é|está errado)",
  "eu (?:disse|pedi)",
  "non (?:è|era|così|va)",
  "ho detto",
  "это (?:не|неправильно|неверно)",
  "я (?:же )?(?:сказал|просил)",
  "dat (?:is|klopt) (?:niet|fout)",
  "to (?:nie|źle)",
];
/** Scripts without spaces: whatever follows. */
const UNSPACED = [
  "違う",
  "違い",
  "ちがう",
  "いや[、,]",
  "いいえ",
  "間違",
  "そうじゃな",
  "そうではな",
  "不对",
  "不對",
  "不是(?:这|這|那)",
  "错了",
  "錯了",
  "我说(?:的|过|了)",
  "我說(?:的|過|了)",
  "아니[,.!\\s]",
  "아니요",
  "아닙니다",
  "틀렸",
  "잘못",
];

const CORRECTION = new RegExp(
  `^(?:(?:${ALONE.join("|")})${END}|(?:${PHRASES.join("|")})${WORDS}|(?:${UNSPACED.join("|")}))`,
  "iu",
);
/** Politeness that begins with the same word. */
const POLITE =
  /^(?:no+|nein|non|nope|não|нет)[,.!]*\s*(?:thanks?|thank you|problem|worries|need|rush|danke|merci|obrigad[oa]|grazie|gracias|спасибо)(?![\p{L}\p{N}])/iu;
/** What may stand before it. */
const BEFORE = /^(?:[\s"'“”¿¡*_>-]|(?:hm+|oh|ah|eh|um|well|but|sorry|hey|aber|mais|pero|ma|но)[,.!\s…]+)+/iu;

/** Whether a prompt begins as a correction. */
export function isCorrection(prompt: string): boolean {
  const beginning = prompt.slice(0, LOOKED_AT).replaceAll("’", "'").trim();
  const bare = beginning.replace(BEFORE, "");
  return !POLITE.test(bare) && (CORRECTION.test(beginning) || CORRECTION.test(bare));
}

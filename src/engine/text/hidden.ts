// Characters that nobody sees: direction marks, zero-width spaces, soft hyphens, tag characters. A model reads them, so
// helix shows a reader that they are there. Some of them are spelling where Unicode says so, and stay: joiners within
// Indic and cursive scripts (RFC 5892, A.1 and A.2; UAX #31, 2.3) and between emoji, variation selectors behind
// characters that have variants, and flags.
// Invariants:
// - The time is linear in the length of the text.
// - Text without such characters is scanned once and comes back unchanged.
// - Every hook loads this module. So the expressions are put together from short pieces, and only for a text that needs
//   them.

/** The character that replaces a run of hidden characters. */
const SHOWN = "\uFFFD";

/**
 * Finds texts that may hold hidden characters: all that Unicode calls default ignorable, and annotation marks.
 * Characters beyond the first plane stand last, by their first halves, because a class of single code units is searched
 * many times as fast.
 */
const MAY_BE_HIDDEN =
  /[\u034f\u180b-\u180f\ufe00-\ufe0f\u115f\u1160\u17b4\u17b5\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u00ad\ud82f\ud834\udb40-\udb43]/;

let expressions: ReturnType<typeof makeExpressions> | undefined;

/** Replaces each run of hidden characters with U+FFFD. */
export function withoutHidden(text: string): string {
  return exchangeHidden(text, () => SHOWN);
}

/** Replaces each run of hidden characters that are no spelling with what `shown` returns for the run. */
export function exchangeHidden(text: string, shown: (run: string) => string): string {
  if (!MAY_BE_HIDDEN.test(text)) return text;
  expressions ??= makeExpressions();
  const { run, spelt } = expressions;
  return text.replace(run, (hidden: string, at: number) => {
    let kept = 0;
    for (spelt.lastIndex = at; kept < hidden.length && spelt.test(text); ) kept = spelt.lastIndex - at;
    return kept === hidden.length ? hidden : hidden.slice(0, kept) + shown(hidden.slice(kept));
  });
}

/** Makes the expressions: one for a run of hidden characters, one for those in a run that are spelling. */
function makeExpressions(): { readonly run: RegExp; readonly spelt: RegExp } {
  const pieces: Readonly<Record<string, string>> = {
    /** Marks above and below letters, without selectors. */
    M: "(?:(?!\\p{DI})\\p{M}){0,4}",
    /** Signs of the combining class Virama, which join or silence consonants of Indic scripts. */
    V: points(
      "94d 9cd a4d acd b4d bcd c4d ccd d3b d3c d4d dca e3a eba f84 1039 103a 1714 1734 17d2 1a60 1b44 1baa 1bab 1bf2 1bf3 2d7f a806 a8c4 a953 " +
        "a9c0 aaf6 abed",
    ),
    /** A letter of a cursive script. */
    C: "(?=\\p{L})[\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Nkoo}\\p{sc=Adlm}]",
    /** Letters of the Arabic script that never join the next letter. */
    L: points("621-625 627 629 62f-632 648 671-677 688-699 6c0 6c3-6cb 6cd 6cf 6d2-6d5 6ee 6ef 759-75b 76b 76c"),
    /** Signs, punctuation and letters that have variants, besides those of whole scripts. */
    S: points(
      "30 2018 2019 201c 201d 210b 2110 2112 211b 212c 2130 2131 2133 3001 3002 ff01 ff0c ff0e ff10 ff1a ff1b ff1f 1d49c-1d4b5",
    ),
  };
  // All patterns but one require a visible character before them, so only the first characters of a run can be
  // spelling.
  const spelt = [
    // Either joiner behind a virama, or before one as in Bengali. The non-joiner before marks with which Khmer shifts
    // vowels.
    "(?<=\\p{L}%M[%V])[\\u200c\\u200d]",
    "(?<=\\p{L}%M)[\\u200c\\u200d](?=[%V])",
    "(?<=\\p{sc=Khmr})\\u200c(?=[\\u17c9\\u17ca])",
    // The non-joiner between letters that would be joined. The joiner where it makes a letter look as if another one
    // followed or preceded it.
    "(?<=(?![%L])%C%M)(?:\\u200d|\\u200c(?=%M%C))",
    "\\u200d(?=%M%C)",
    // The joiner between pictures. Selectors that make a picture of a character, a keycap of a digit, or a variant of a
    // character that has one.
    "(?<=\\p{ExtPict}[\\ufe0f🏻-🏿]?)\\u200d(?=\\p{ExtPict})",
    "(?<=(?![#*0-9])\\p{Emoji})[\\ufe0e\\ufe0f]",
    "(?<=[#*0-9])[\\ufe0e\\ufe0f](?=\\u20e3)",
    "(?<=(?![+<=>|~])[\\p{sc=Hani}\\p{sc=Mymr}\\p{sc=Phag}\\p{Sm}%S])[\\ufe00-\\ufe02]",
    "(?<=\\p{sc=Hani})[\\u{e0100}-\\u{e01ef}]",
    "(?<=[ᠠ-ᢪ])(?:[\\u180b-\\u180d\\u180f]|\\u180e(?=[ᠠ-ᢪ]))",
    // The flags of England, Scotland and Wales. Nobody sees other words behind a black flag.
    `(?<=🏴)(?:${["65 6e 67", "73 63 74", "77 6c 73"].map((name) => points(`67 62 ${name} 7f`.replace(/\w+/g, "e00$&"))).join("|")})`,
  ];
  const source = spelt.join("|").replace(/%(\w)/g, (_, letter: string) => pieces[letter]!);
  const units = MAY_BE_HIDDEN.source.replace(/\\ud82f.*/, "]");
  const run = `(?:${units}|\\ud82f[\\udca0-\\udca3]|\\ud834[\\udd73-\\udd7a]|[\\udb40-\\udb43][\\udc00-\\udfff])+`;
  return { run: new RegExp(run, "g"), spelt: new RegExp(source, "uy") };
}

/**
 * Turns hexadecimal code points, and ranges of them, into a part of an expression. Code points of more than four digits
 * need the flag `u`.
 */
function points(codes: string): string {
  return codes.replace(/(\w+) ?/g, (_, code: string) => `\\u${code.length > 4 ? `{${code}}` : code.padStart(4, "0")}`);
}

// A second way to tell whether two words are forms of one, for the search model: a table of endings, tried from the longest on, written
// from the description of the forms and sharing no code with src/.

/** An ending, what stands in its place, what has to stand before it, and how long the whole word has to be at least. */
type Rule = readonly [ending: RegExp, instead: string, least: number];

const PLURALS: readonly Rule[] = [
  [/ies$/, "y", 5],
  [/ies$/, "ies", 0],
  [/(ss|x|ch|sh)es$/, "$1", 5],
  [/(ss|us|is)$/, "$1", 0],
  [/s$/, "", 4],
];
const FORMS: readonly Rule[] = [
  [/ly$/, "", 6],
  [/ly$/, "ly", 0],
  [/^(?=.*[aeiouy].*ing$)(.*)([^aeioulsz])\2ing$/, "$1$2", 7],
  [/^(.*[aeiouy].*)ing$/, "$1", 6],
  [/ing$/, "ing", 0],
  [/ied$/, "y", 5],
  [/ied$/, "ied", 0],
  [/eed$/, "eed", 0],
  [/^(?=.*[aeiouy].*ed$)(.*)([^aeioulsz])\2ed$/, "$1$2", 6],
  [/^(.*[aeiouy].*)ed$/, "$1", 5],
  [/ed$/, "ed", 0],
  [/tion$/, "t", 8],
  [/ator$/, "at", 8],
];

/** What forms of one word have in common. */
export function modelStem(word: string): string {
  if (!/^[a-z]{3,24}$/.test(word)) return word;
  const stem = applied(FORMS, applied(PLURALS, word));
  return stem.length > 3 ? stem.replace(/e$/, "") : stem;
}

function applied(rules: readonly Rule[], word: string): string {
  const rule = rules.find(([ending, , least]) => word.length >= least && ending.test(word));
  return rule === undefined ? word : word.replace(rule[0], rule[1]);
}

// What makes two errors the same: the words of the line that says what went wrong, without paths, numbers, addresses,
// times and marks. Hooks and the tool learn compare errors by it. The log of events gets its hash only.

/** The most of a text that is read, and of a line, in code units. */
const TEXT_MAX = 100_000;
const LINE_MAX = 2000;
const WORDS_MAX = 40;

const COLOURS = /\u001b\[[0-9;]*[A-Za-z]/g;
/** A line that says that something went wrong. */
const TELLING =
  /error|exception|panic|fatal|fail|cannot|can't|could not|undefined|not found|no such|denied|refused|timed? ?out|assert|expected|mismatch|\bE\d{3,5}\b/i;
/** A line that says only how many errors there are, or that a step stopped. */
const COUNTING =
  /^\W*(?:found |error: )?(?:aborting due to|could not compile|\d+ (?:errors?|failed|failures?|problems?|tests?)|process completed|command failed|exit(?:ed)? )/i;
const ADDRESSES = /https?:\/\/\S+|\b0x[0-9a-f]+\b|\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b(?=[0-9a-f]*\d)[0-9a-f]{12,}\b/gi;
/** A path, with its line and column: with a folder, or with an ending and a line. */
const PATHS =
  /(?<![\w@.~+-])(?:[A-Za-z]:)?(?:[\w@.~+-]*[\\/])+[\w@.+-]*(?::\d+)*|(?<![\w@-])[\w@-]+\.[A-Za-z]\w{0,9}(?::\d+)+(?::\d+)?/g;
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** Words in which tools say only that what follows is an error. */
const SAYING_NOTHING: ReadonlySet<string> = new Set(
  "error err exception fatal failed failure fail panic panicked e line column at in on ms s sec seconds".split(" "),
);

/** The error as words, in small letters; "" for a text that says nothing. */
export function errorWordsOf(text: string): string {
  const lines = text
    .slice(0, TEXT_MAX)
    .replace(COLOURS, "")
    .split("\n")
    .map((line) => line.slice(0, LINE_MAX).trim())
    .filter((line) => line !== "");
  const telling = lines.filter((line) => TELLING.test(line) && !COUNTING.test(line));
  for (const line of [...telling, ...lines]) {
    const words = wordsOf(line);
    if (words.length > 0) return words.join(" ");
  }
  return "";
}

/** What an error is compared by: a hash of its words, "" for a text that says nothing. */
export function errorSignature(text: string): string {
  const words = errorWordsOf(text);
  return words === "" ? "" : Bun.hash(words).toString(36);
}

function wordsOf(line: string): string[] {
  const plain = line.replace(ADDRESSES, " ").replace(PATHS, " ").toLowerCase();
  const words = plain.match(WORD) ?? [];
  return words.filter((word) => !SAYING_NOTHING.has(word)).slice(0, WORDS_MAX);
}

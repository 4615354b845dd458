// What tells two triggers apart that share most of their words: a number, a negation, or a name in code. `exit code 1`
// and `exit code 137` are two situations, and so are `retry` and `do not retry`, E0308 and E0382.
// Invariants:
// - It does not depend on the order of the two.
// - Equal triggers are never told apart, whatever their case and their spaces.

/** What is compared beside the words of a trigger. */
export interface TriggerDetails {
  /** Numbers, each once, in one text. */
  readonly numbers: string;
  /** How many words deny. `not` and `never` say the same. */
  readonly negations: number;
  /** Names in code as they are compared, each with how it is written. */
  readonly names: ReadonlySet<string>;
  /** All words, so that a name in the other's plain words is found. */
  readonly words: ReadonlySet<string>;
}

/** The most of a trigger that is read, in code units. */
const TEXT_MAX = 20_000;
const NUMBER = /\p{Nd}+/gu;
const DENYING = new Set(
  (
    "no not never none cannot cant without except unless neither nor nothing nobody disable disabled disables off " +
    "nicht kein keine keinen keiner keinem nie niemals ohne pas jamais sans nunca sin não nao sem non mai senza niet geen zonder не нет без"
  ).split(" "),
);
/** Of scripts without spaces, where words are not known. */
const DENYING_UNSPACED = /[不没沒未无無勿]|ない|ません|않|못/gu;
/** `don't`, `isn’t`. */
const CONTRACTED = /n['’]t$/iu;
/** Words, and names with what joins their parts: paths, members, modules, options. */
const WORD = /[\p{L}\p{N}_$]+(?:(?:['’.#/\\:-]|::|->)[\p{L}\p{N}_$]+)*(?:\+\+|#)?/gu;
const PARTS = /['’.#/\\:>-]+/u;
const JOINED = /[_$.#/\\:]|->|\+\+/u;
/** A capital letter behind a small one, and words of capitals alone: `getUser`, `SIGKILL`. */
const HUMP = /\p{Ll}\p{Lu}/u;
const CAPITALS = /^[\p{Lu}\p{N}_]{2,}$/u;
/** One letter, as of a drive or an option, but no word of one. */
const LETTER = /^[b-hj-z](?:\+\+|#)?$/iu;

/** Reads them from a trigger. */
export function triggerDetails(trigger: string): TriggerDetails {
  const text = trigger.slice(0, TEXT_MAX);
  const names = new Set<string>();
  const words = new Set<string>();
  let negations = text.match(DENYING_UNSPACED)?.length ?? 0;
  for (const [word] of text.matchAll(WORD)) {
    words.add(plain(word));
    for (const part of word.split(PARTS)) words.add(plain(part));
    if (DENYING.has(word.toLowerCase()) || CONTRACTED.test(word)) negations++;
    else if (isName(word)) names.add(plain(word));
  }
  const numbers = [...new Set(text.match(NUMBER) ?? [])].sort().join(" ");
  return { numbers, negations, names, words };
}

/** Whether they are of two situations, however many words they share. */
export function tellsApart(a: TriggerDetails, b: TriggerDetails): boolean {
  if (a.numbers !== b.numbers || a.negations !== b.negations) return true;
  // A name that only one of them has says more of the same. Where each has one of its own, they are two.
  return lacks(a, b) && lacks(b, a);
}

function isName(word: string): boolean {
  return JOINED.test(word) || HUMP.test(word) || CAPITALS.test(word) || LETTER.test(word);
}

/** `CachedEntry` and `cached_entry` are one name. */
function plain(word: string): string {
  return word.toLowerCase().replace(/[_'’-]/gu, "");
}

/** Whether one has a name that the other does not have, whole or by its end: `pool.py` is in `src/pool.py`. */
function lacks({ names }: TriggerDetails, other: TriggerDetails): boolean {
  for (const name of names) {
    if (other.words.has(name)) continue;
    if (![...other.names].some((each) => isEnd(each, name) || isEnd(name, each))) return true;
  }
  return false;
}

function isEnd(name: string, end: string): boolean {
  return name.endsWith(end) && /[^\p{L}\p{N}]$/u.test(name.slice(0, -end.length));
}

// How a feature is called on the command line: what its plain words stand for. Options are the feature's parameters.

/** A word of a command line, or all that are left. */
export interface CommandWord {
  /** The parameter that it stands for, or the name that help shows for it. */
  readonly name: string;
  readonly description: string;
  readonly isOptional?: boolean;
  /**
   * Takes all words that are left, with spaces between: `words`. For `text` the standard input is read where no words
   * are left, or only `-`.
   */
  readonly rest?: "words" | "text";
  /** What somebody at a terminal is told that helix reads, where the text has to be typed; default: `text`. */
  readonly reading?: string;
}

/** What a command is given: its words, its options, and a way to read a text from standard input. */
export interface CommandInput {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  /** Reads standard input; `what` names the text where somebody at a terminal has to type it. */
  read(what: string): Promise<string>;
  /** Refuses more words than `most`. Throws INVALID_ARGUMENT. */
  atMost(most: number): void;
}

/** The command of a feature. */
export interface CommandLine {
  /** The line of the overview: what it is for, and how it is called. */
  readonly summary: string;
  /** Command lines that help shows. A test runs each. */
  readonly examples: readonly [string, string];
  readonly words: readonly CommandWord[];
  /** Parameters that are no options, besides those that words stand for. */
  readonly without?: readonly string[];
  /** What the words stand for, where that depends on the first of them. */
  meaning?(input: CommandInput): Promise<Readonly<Record<string, unknown>>>;
}

/** What words stand for, one after another. */
export async function inOrder(
  words: readonly CommandWord[],
  input: CommandInput,
): Promise<Readonly<Record<string, unknown>>> {
  const rest = words.at(-1)?.rest;
  if (rest === undefined) input.atMost(words.length);
  const named = rest === undefined ? words : words.slice(0, -1);
  const values: Record<string, unknown> = {};
  named.forEach(({ name }, at) => {
    values[name] = input.words[at];
  });
  const left = input.words.slice(named.length);
  if (rest === "words") values[words.at(-1)!.name] = left.join(" ");
  if (rest === "text") values[words.at(-1)!.name] = await textOf(left, input, words.at(-1)!.reading);
  return values;
}

/** The text that words are, or that standard input holds where there are none, or only `-`. */
export async function textOf(words: readonly string[], input: CommandInput, what = "text"): Promise<string> {
  const isInput = words.length === 0 || (words.length === 1 && words[0] === "-");
  return isInput ? input.read(what) : words.join(" ");
}

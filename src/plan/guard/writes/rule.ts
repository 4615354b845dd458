// What a rule says of one command, and how rules read options.

/** A command as a rule sees it. A word may hold marks for what is not known (base/shell/word-values.ts). */
export interface CalledCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** Whether a word names a folder that is there. */
  readonly isFolder: (word: string) => boolean;
}

/** What is written: a file; a folder with all below; what is below a folder. */
export type Depth = "file" | "tree" | "contents";

/** What a command does that a guard has to know. */
export type Effect =
  /** It writes, removes or replaces what the word names. */
  | { readonly kind: "write"; readonly word: string; readonly depth: Depth; readonly how: string }
  /** It changes whatever it likes of the work tree. */
  | { readonly kind: "sweeping"; readonly why: string }
  /** It would take the limits away. */
  | { readonly kind: "own"; readonly why: string }
  /** It runs a command, or a line of the shell. `folder`: where, as seen from where it runs itself. */
  | { readonly kind: "run"; readonly words: readonly string[] }
  | { readonly kind: "script"; readonly text: string };

export type Rule = (call: CalledCommand) => Effect[];

/** The options and the other words of a command. */
export interface ReadOptions {
  readonly operands: readonly string[];
  /** Options as `-x` and `--name`, with their values; "" where they take none. */
  readonly options: ReadonlyMap<string, readonly string[]>;
  has(...names: readonly string[]): boolean;
  /** The last value of the first of these options that is there; null for none. */
  value(...names: readonly string[]): string | null;
}

/** Reads options. `valued`: those that take the next word, separated by blanks. */
export function readOptions(args: readonly string[], valued = ""): ReadOptions {
  const taking = new Set(valued.split(" "));
  const options = new Map<string, string[]>();
  const operands: string[] = [];
  const add = (name: string, value: string) => options.set(name, [...(options.get(name) ?? []), value]);
  let isOver = false;
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!;
    if (isOver || word === "-" || !word.startsWith("-")) operands.push(word);
    else if (word === "--") isOver = true;
    else if (word.startsWith("--")) {
      const equals = word.indexOf("=");
      const name = equals < 0 ? word : word.slice(0, equals);
      const isTaking = equals < 0 && taking.has(name);
      add(name, equals >= 0 ? word.slice(equals + 1) : isTaking ? (args[++at] ?? "") : "");
    } else if (taking.has(word)) add(word, args[++at] ?? "");
    else
      for (let letter = 1; letter < word.length; letter++) {
        const name = `-${word[letter]!}`;
        const rest = word.slice(letter + 1);
        if (!taking.has(name)) {
          add(name, "");
          continue;
        }
        add(name, rest === "" ? (args[++at] ?? "") : rest);
        break;
      }
  }
  const has = (...names: readonly string[]) => names.some((name) => options.has(name));
  const value = (...names: readonly string[]) => {
    const found = names.find((name) => options.has(name));
    return found === undefined ? null : (options.get(found)!.at(-1) ?? null);
  };
  return { operands, options, has, value };
}

/** A write of each word. */
export function writes(words: readonly string[], how: string, depth: Depth = "file"): Effect[] {
  return words.filter((word) => word !== "").map((word) => ({ kind: "write", word, depth, how }));
}

export const sweeping = (why: string): Effect[] => [{ kind: "sweeping", why }];

/** The depth of a change to what is, or may be, a folder. */
export const treeIf = (isTree: boolean): Depth => (isTree ? "tree" : "file");

/** The place of a source in a folder. */
export function inFolder(folder: string, source: string): string {
  const name = source.replace(/\/+$/, "").split("/").at(-1) ?? "";
  return `${folder.replace(/(?<=.)\/+$/, "")}/${name}`;
}

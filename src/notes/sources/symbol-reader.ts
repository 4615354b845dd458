// What notes have to know of code to cite a symbol. Notes and code do not know each other: features bring the two
// together.

/** A symbol of a file by its full name (`Cache.get`). Lines count from 1, both ends included. */
export interface SymbolLines {
  readonly name: string;
  readonly first: number;
  readonly last: number;
}

/** What the code index of a work tree says. Paths are below its root. */
export interface SymbolTree {
  /** What a path is named today, by the history of commits; null: it is gone, or that is not known. Does not throw. */
  nameNow(path: string): Promise<string | null>;
  /** Whether all commits that are reached are known to it. */
  readonly hasCommits: boolean;
  /** Files that may define a name, the last part of a full one. */
  filesDefining(name: string): readonly string[];
}

export interface SymbolReader {
  /** The symbols of a file, by its name and its text; null where it is no code that is read. Does not throw. */
  symbolsOf(path: string, text: string): Promise<readonly SymbolLines[] | null>;
  /** The same without a parser: at once, but perhaps not all, and not to the line. */
  quickSymbolsOf(path: string, text: string): Promise<readonly SymbolLines[] | null>;
  /** What the code index of the tree at `root` says, as far as that is cheap; null: there is none. Does not throw. */
  treeAt(root: string): Promise<SymbolTree | null>;
}

/** The symbol of this full name. Of several, such as declarations before a body, the longest one; null: there is none. */
export function symbolNamed(symbols: readonly SymbolLines[], full: string): SymbolLines | null {
  const length = ({ first, last }: SymbolLines) => last - first;
  return symbols.reduce<SymbolLines | null>(
    (best, each) => (each.name === full && (best === null || length(each) > length(best)) ? each : best),
    null,
  );
}

/** The full names that end in `full`, each once. */
export function namesEndingIn(symbols: readonly SymbolLines[], full: string): string[] {
  return [...new Set(symbols.map(({ name }) => name).filter((name) => name === full || name.endsWith(`.${full}`)))];
}

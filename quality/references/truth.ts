// What a compiler or a language server says of the uses of functions: the truth that answers are held against.

/** A position in a file. Lines count from 1, columns in code units from 0. */
export interface Spot {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** Uses of a symbol, and uses of relatives that do not mean it: of what implements the same interface. */
export interface Uses {
  readonly own: readonly Spot[];
  readonly ofRelatives: readonly Spot[];
}

/** A program that knows what the names of one tree mean. */
export interface TruthProgram {
  /** Where the symbols that are named at these spots are used, their declarations aside. */
  uses(names: readonly Spot[]): Promise<Uses>;
  /** Where what is named at a spot is defined: in the tree or elsewhere; none where the program does not know. */
  definitions(spot: Spot): Promise<readonly Spot[]>;
  close(): Promise<void>;
}

/** What a program of the truth needs of a tree. */
export interface TruthTree {
  /** A copy of the repository, which may be changed. */
  readonly folder: string;
  /** The texts of the files in the language, by path. */
  readonly texts: ReadonlyMap<string, string>;
}

/** A kind of truth. */
export interface TruthKind {
  readonly name: string;
  /** Starts it. Throws an Error of one line where the program cannot be had. */
  open(tree: TruthTree): Promise<TruthProgram>;
}

/** A name for a spot that no other one has. */
export function spotName({ path, line, column }: Spot): string {
  return `${path}:${line}:${column}`;
}

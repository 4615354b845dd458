// What the definitions that are looked for stand in: it says from where they can be used.

import type { Reference } from "../parse/parsed-file.ts";
import { qualifiedName } from "../symbol-scanner.ts";
import type { JudgedFile } from "./judge-ports.ts";
import type { TreeType } from "./tree-type.ts";

/** What a target stands in: a type, a function, or nothing. */
export interface Holder {
  readonly path: string;
  readonly kind: "type" | "object" | "function" | "none";
  /** Whether the target is a function. */
  readonly isFunction: boolean;
  /** Whether the target is of a trait from outside. */
  readonly isOfOutside?: boolean | undefined;
  /** Null where the tree does not tell. */
  readonly type: TreeType | null;
  /** Of a member of an object: as what the object is handed over, where the tree tells. */
  readonly handedAs?: TreeType | undefined;
  /** Its lines in that file. */
  readonly from: number;
  readonly to: number;
}

/** Whether objects have a target because a literal has its key: those of a function, an interface or a type. */
export const isMadeOfKeys = ({ kind, type }: Holder) =>
  kind === "object" || type?.symbol.kind === "interface" || type?.symbol.kind === "type";
/** Whether a target is a function. */
export const isOfFunction = ({ isFunction }: Holder) => isFunction;

/** Whether a reference stands in what holds a target, or in the target itself. */
export function isWithin(
  { line }: Reference,
  { path }: JudgedFile,
  held: Pick<Holder, "path" | "from" | "to">,
): boolean {
  return path === held.path && line >= held.from && line <= held.to;
}

/** Whether a name stands in the body of a target's own type, as names of members do in Python. */
export function isInBodyOf({ within }: Reference, file: JudgedFile, holders: readonly Holder[]): boolean {
  const around = file.parsed.symbols[within];
  return (
    file.language === "python" &&
    around !== undefined &&
    holders.some(({ path, from, to, type }) => path === file.path && type?.name === qualifiedName(around) && from <= to)
  );
}

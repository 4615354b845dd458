// Which methods of Rust are of a trait from outside of the tree: any type may have one of that name.

import type { ParsedSymbol } from "../parse/parsed-file.ts";
import type { JudgedFile } from "./judge-ports.ts";
import { isType } from "./tree-type.ts";
import { pathOf, type TypeFinder } from "./type-finder.ts";

/** Whether a method stands in an `impl` of a trait that the tree does not declare. `type` is the bare name behind `for`. */
export async function isOfOutsideTrait(
  { line, signature }: ParsedSymbol,
  type: string,
  file: JudgedFile,
  types: TypeFinder,
): Promise<boolean> {
  if (file.language !== "rust" || /^pub\b/.test(signature)) return false;
  // The heads of the type's blocks stand in the type itself, or at the top where another file declares it.
  const { references, symbols } = file.parsed;
  const own = symbols.findIndex((symbol) => symbol.name === type && isType(symbol));
  const heads = references.filter((each) => each.within === own && each.line <= line);
  const at = heads.findLastIndex(({ kind }) => kind === "inherit");
  if (at < 0) return false;
  // Behind `impl Trait for Type` a block of its own names the type again.
  if (heads.slice(at).filter((each) => each.name === type && each.kind === "type").length !== 1) return false;
  const trait = heads[at]!;
  const meant = await types.typeOf(file, pathOf(trait));
  return meant === null || meant === "outside";
}

// The other names by which files of the tree hand a symbol on: `export { Basket as Cart } from "./basket.ts"`,
// `pub use cart::Cart as Basket`, `from .money import fmt as money` in a package. They are looked for in the files that
// hold a name which is known already.

import { OWN_NAMES, WHOLE_MODULE } from "../parse/languages/parse-rules.ts";
import { namesOf } from "./file-names.ts";
import { handedOnBy, type ImportReach } from "./import-reach.ts";
import type { JudgedFile, JudgePorts } from "./judge-ports.ts";

/** So many other names are followed, and so many files looked at for them. */
const NAMES_MAX = 12;
const FILES_MAX = 300;

/** The files that give a symbol a name to others, by that name. */
export type NamesByFile = Map<string, Set<string>>;

/** What a file that is imported by default is called in a path: its own name, or its folder's. */
export function stemOf(path: string): string {
  const parts = path.split("/");
  const stem = parts.at(-1)!.split(".")[0]!;
  return /^(?:index|main|mod|__init__)$/.test(stem) ? (parts.at(-2) ?? stem) : stem;
}

/** Adds the names to those that are known. */
export async function addHandedOn(
  known: NamesByFile,
  { ports, reach }: { readonly ports: JudgePorts; readonly reach: ImportReach },
): Promise<void> {
  const { holding } = ports;
  if (holding === undefined) return;
  const waiting = [...known.keys()];
  const seen = new Set<string>();
  for (let next = 0; next < waiting.length; next++) {
    const name = waiting[next]!;
    const from = known.get(name)!;
    if (name === WHOLE_MODULE) continue;
    const words = name === "default" ? [...from].map(stemOf) : [name];
    for (const path of new Set(words.flatMap((word) => holding(word)))) {
      if (seen.has(`${name}\0${path}`) || seen.size >= FILES_MAX) continue;
      seen.add(`${name}\0${path}`);
      const file = await ports.parse(path);
      if (file === null) continue;
      for (const local of await namesGivenBy(file, name, from, reach)) {
        const files = known.get(local);
        if (files !== undefined) files.add(path);
        else if (known.size < NAMES_MAX) {
          known.set(local, new Set([path]));
          waiting.push(local);
        }
      }
    }
  }
}

/** The other names under which a file hands on what it takes by a name from one of the `goals`. */
async function namesGivenBy(
  file: JudgedFile,
  name: string,
  goals: ReadonlySet<string>,
  reach: ImportReach,
): Promise<string[]> {
  const renames = file.parsed.imports.find(({ module }) => module === OWN_NAMES)?.names ?? [];
  const handing = new Set(handedOnBy(file));
  const given: string[] = [];
  for (const imported of file.parsed.imports) {
    if (imported.module === OWN_NAMES) continue;
    for (const { name: taken, local } of imported.names) {
      if (taken !== name || local === "*") continue;
      const isHanded = handing.has(imported) && local !== taken;
      const others = renames.filter((each) => each.name === local);
      if (!isHanded && others.length === 0) continue;
      if (!(await reach.leadsTo(file, imported, taken, taken, goals))) continue;
      // What a file defines by that name itself is another.
      if (isHanded && namesOf(file.parsed).called(local).length === 0) given.push(local);
      given.push(...others.map((each) => each.local));
    }
  }
  return given;
}

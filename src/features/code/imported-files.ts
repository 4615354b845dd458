// The files that an import leads to, through those that hand on what they import.

import type { Import } from "../../code/parse/parsed-file.ts";
import type { JudgedFile, JudgePorts } from "../../code/references/judge.ts";

/** So many of the files that an import may mean are asked for what they hand on, so often. */
const ASKED_FILES_MAX = 8;
const STEPS_MAX = 4;
const PACKAGE = /(?:^|\/)__init__\.pyi?$/;

/** The paths; `name` is one name of the import, null for the module itself. */
export async function filesReached(
  ports: JudgePorts,
  { language, path }: JudgedFile,
  { module }: Import,
  name: string | null,
): Promise<Set<string>> {
  const reached = new Set<string>();
  let next = [...ports.resolver.resolve(language, path, module, name ?? undefined)];
  for (let step = 0; step < STEPS_MAX && next.length > 0; step++) {
    const asked = next.filter((each) => !reached.has(each));
    for (const each of asked) reached.add(each);
    next = [];
    for (const each of asked.slice(0, ASKED_FILES_MAX)) {
      const between = await ports.parse(each);
      if (between !== null) next.push(...handedOn(ports, between, name));
    }
  }
  return reached;
}

function handedOn({ resolver }: JudgePorts, { path, language, parsed }: JudgedFile, name: string | null): string[] {
  const isPackage = PACKAGE.test(path);
  return parsed.imports.flatMap(({ module, names, isReexport }) => {
    if (!isReexport && !isPackage) return [];
    const through = names.filter(({ local }) => name === null || local === "*" || local === name);
    return through.flatMap((each) =>
      resolver.resolve(language, path, module, each.name === "*" ? undefined : each.name),
    );
  });
}

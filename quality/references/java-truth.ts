// The truth of Java: the compiler's own attribution, by a small program over its tree API that runs once a tree.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "bun";
import { type Spot, spotName, type TruthKind } from "./truth.ts";

/** Stands for whatever a name means that is known. */
const OUTSIDE: Spot = { path: "", line: 0, column: 0 };

export const javaTruth: TruthKind = {
  name: "javac",
  async open({ folder, texts }) {
    if (Bun.which("java") === null) throw new Error("there is no java on the PATH");
    const list = join(folder, ".truth-files");
    writeFileSync(list, [...texts.keys()].join("\n"));
    const program = join(import.meta.dir, "java", "Uses.java");
    const exports = ["code", "tree", "util", "api"].flatMap((part) => [
      "--add-exports",
      `jdk.compiler/com.sun.tools.javac.${part}=ALL-UNNAMED`,
    ]);
    const { stdout, exitCode, stderr } = spawnSync(["java", "-Xmx3g", ...exports, program, folder, list], {
      cwd: folder,
      env: process.env,
    });
    if (exitCode !== 0) throw new Error(`javac cannot read it: ${stderr.toString().split("\n")[0]}`);
    const uses = new Map<string, Spot[]>();
    const known = new Set<string>();
    for (const line of stdout.toString().split("\n")) {
      const [place, ...meant] = line.split("\t");
      if (place === undefined || place === "") continue;
      known.add(place);
      for (const definition of meant) uses.set(definition, [...(uses.get(definition) ?? []), spotAt(place)]);
    }
    return {
      uses: async (names) => {
        const all = names.flatMap((name) => uses.get(`${name.path}:${name.line}`) ?? []);
        return { own: [...new Map(all.map((spot) => [spotName(spot), spot])).values()], ofRelatives: [] };
      },
      definitions: async (spot) => (known.has(spotName(spot)) ? [OUTSIDE] : []),
      close: async () => undefined,
    };
  },
};

function spotAt(place: string): Spot {
  const [, path, line, column] = /^(.*):(\d+):(\d+)$/.exec(place)!;
  return { path: path!, line: Number(line), column: Number(column) };
}

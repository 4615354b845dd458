// How the index of code grows: trees of several sizes, one after the other, each measured and removed.

import { rmSync } from "node:fs";
import { counted } from "../samples.ts";
import { GROWTH_PREFIX } from "./code-tables.ts";
import { type CodeTree, makeTree, resizeTree } from "./code-tree.ts";
import { type CodeSetting, measureIndexed } from "./measure-code.ts";

/** Measures trees of so many lines: made-up ones, or made of a given one. */
export async function measureGrowth(
  setting: CodeSetting,
  sizes: readonly number[],
  given: CodeTree | null,
): Promise<void> {
  for (const lines of sizes) {
    const tree = given === null ? await makeTree(setting.scratch, lines) : resizeTree(setting.scratch, given, lines);
    const index = await measureIndexed({ ...setting, corpus: `${GROWTH_PREFIX}${lines}`, builds: 1 }, tree);
    for (const folder of [tree.folder, index]) rmSync(folder, { recursive: true });
    process.stderr.write(`helix: ${counted(lines)} lines measured\n`);
  }
}

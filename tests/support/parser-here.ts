// A parser of code in this thread, in place of the product's threads: each thread would load the grammars again.

import { DiskFiles } from "../../src/code/store/disk-files.ts";
import { parseFiles } from "../../src/code/store/parse-files.ts";
import type { CodeParser } from "../../src/code/store/thread-parser.ts";
import { diskSourceFiles } from "../../src/platform/source-files.ts";

export function parserHere(root: string): CodeParser {
  const tree = new DiskFiles(root, { sources: diskSourceFiles, wallMs: () => Date.now() });
  return { lanes: 1, parse: (_root, paths) => parseFiles(tree, paths), close: () => undefined };
}

/** The same for trees that are named with each request. */
export function threadParser(): CodeParser {
  return { lanes: 1, parse: (root, paths) => parserHere(root).parse(root, paths), close: () => undefined };
}

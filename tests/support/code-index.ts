// Indexes of small work trees: a service with the real tree and a disk of the test's choice, and what its views show.

import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseFilters } from "../../src/code/search/code-filter.ts";
import { searchCode } from "../../src/code/search/code-search.ts";
import { inProcessBuilder } from "../../src/code/store/code-builder.ts";
import { CodeService, type CodeServicePorts } from "../../src/code/store/code-service.ts";
import type { CodeTrees } from "../../src/code/store/code-trees.ts";
import type { CodeSource, CodeView } from "../../src/code/store/code-view.ts";
import { DiskFiles } from "../../src/code/store/disk-files.ts";
import { parseFiles } from "../../src/code/store/parse-files.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import { diskFiles } from "../../src/platform/disk-small-files.ts";
import { askedTree, codePorts } from "./code-ports.ts";

let names = 0;

/** Ports of a service that works on `root`, with `own` for its home and temporary folder. */
export function servicePorts(root: string, own: string, changed: Partial<CodeServicePorts> = {}): CodeServicePorts {
  const base = codePorts(own);
  const wallMs = changed.wallMs ?? (() => Date.now());
  const disk = changed.disk ?? diskFileSystem;
  const tree = new DiskFiles(root, { sources: base.sources, wallMs });
  return {
    ...base,
    files: diskFiles,
    disk,
    wallMs,
    now: () => 0,
    builder: inProcessBuilder(disk, tree),
    parser: { lanes: 1, parse: (_root, paths) => parseFiles(tree, paths), close: () => undefined },
    parsesAhead: false,
    newName: () => `s${++names}`,
    pause: async () => undefined,
    timeout: null,
    ...changed,
  };
}

/** A service of the tree at `root`, whose index is in `folder`. */
export function codeService(root: string, folder: string, own: string, changed: Partial<CodeServicePorts> = {}) {
  return new CodeService(askedTree(root), folder, servicePorts(root, own, changed));
}

/** The trees of real folders as features see them, each a tree of its own whose index lies in `own`. */
export function diskTrees(own: string): CodeTrees {
  const opened = new Map<string, CodeSource>();
  const open = (root: string) => {
    const source = opened.get(root) ?? codeService(root, join(own, `index${opened.size}`), own);
    opened.set(root, source);
    return { root, source, stored: () => ({ bytes: 0, savedAt: null }), rebuild: async () => undefined };
  };
  return { open, openAlone: open, kept: () => null, forget: async () => null };
}

/** The chunks of all files, by path: `1-3 function parse`, in the order of lines. */
export function chunksOf(view: CodeView): Record<string, string[]> {
  const found: [string, string[]][] = [...view.live.paths()].map((path) => {
    const { generation, file } = view.live.place(path)!;
    const { files, chunks } = view.generations[generation]!;
    const first = files.numbers("firstChunk").of(file);
    const lines = Array.from({ length: files.numbers("chunks").of(file) }, (_, at) => {
      const chunk = first + at;
      const from = chunks.numbers("from").of(chunk);
      const to = from + chunks.numbers("lines").of(chunk) - 1;
      return `${from}-${to} ${chunks.names("kind").of(chunk) ?? ""} ${chunks.names("symbol").of(chunk) ?? ""}`.trim();
    });
    return [path, [view.live.state(path)!, `${view.live.stamp(path)!.content}`, ...lines]];
  });
  return Object.fromEntries(found.sort((a, b) => (a[0] < b[0] ? -1 : 1)));
}

/** The files that a search finds, best first. */
export function foundFiles(view: CodeView, text: string): string[] {
  const { files, tests } = searchCode(view, { text, filter: parseFilters("").filter, nowMinutes: 30_000_000 });
  return [...files, ...tests].map(({ path }) => path);
}

/** Waits, without sleeping, until the file system's clock has moved on: what changes now gets another time than before. */
export function nextTick(folder: string): void {
  const probe = join(folder, "probe");
  const stamp = () => {
    writeFileSync(probe, "");
    return statSync(probe).ctimeMs;
  };
  const before = stamp();
  for (let tries = 0; tries < 100_000 && stamp() === before; tries++);
}

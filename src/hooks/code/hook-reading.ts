// The code as a hook may read it: what the index has at hand. Nothing is built for a hook; where there is no index yet,
// one is begun behind its back, for the next event.

import { orNull } from "../../base/errors.ts";
import { loadMask } from "../../code/shown-code.ts";
import type { CodeTrees } from "../../code/store/code-trees.ts";
import type { CodeView } from "../../code/store/code-view.ts";
import { ParsedFiles } from "../../features/code/parsed-files.ts";
import type { Reading } from "../../features/code/reading.ts";
import { ShownFiles } from "../../features/code/shown-file.ts";

/** With more files that are not in yet an index says too little. */
const PENDING_MAX = 200;
/** So often what changed while it was read is read again. */
const ATTEMPTS_MAX = 2;

/** How much a prompt is told of the code. */
export type CodeContext = "off" | "pointers" | "full";

/** What a hook works with. */
export interface HookCodePorts {
  readonly trees: CodeTrees;
  /** How much the settings let hooks say of the code of a tree. */
  readonly contextAt: (root: string) => CodeContext;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Does something when nobody waits for an answer. */
  readonly whenIdle: (work: () => void) => void;
}

/** Reads the tree around a folder. "unready": there is no index at hand. Null: there is no tree. Does not throw. */
export async function hookReading<Found>(
  ports: HookCodePorts,
  folder: string,
  read: (reading: Reading) => Found | Promise<Found>,
): Promise<Found | "unready" | null> {
  const tree = orNull(() => ports.trees.open(folder, false));
  if (tree === null) return null;
  for (let attempt = 1; ; attempt++) {
    const view = await tree.source.glance();
    if (view === null || isUnready(view)) {
      if (view !== null) ports.whenIdle(() => void tree.source.view().catch(() => undefined));
      return "unready";
    }
    const files = new ShownFiles(view);
    const parsed = new ParsedFiles(view, files, async () => undefined);
    const mask = await loadMask();
    const found = await read({
      ports: { base: { clock: ports.clock }, code: ports.trees, directory: folder, project: null },
      view,
      files,
      parsed,
      mask,
    });
    if (files.changed.size === 0) return found;
    tree.source.changed([...files.changed]);
    if (attempt === ATTEMPTS_MAX) return "unready";
  }
}

function isUnready({ live, pending, commits }: CodeView): boolean {
  return pending > PENDING_MAX || (live.count === 0 && commits.length === 0);
}

// Who uses a symbol and what it uses, for certain, as answers found it: kept for the next ones until anything of the
// tree, or of what the parser said of it, changes. Whoever takes it looks at the files before they are shown.

import type { LiveFiles } from "../../code/index/live-files.ts";
import type { CodeView } from "../../code/store/code-view.ts";

/** A symbol by its file and its full name, null for the code at the top, and the lines of the uses. */
export interface KeptLink {
  readonly path: string;
  readonly fullName: string | null;
  readonly lines: readonly number[];
}

export interface FoundLinks {
  readonly links: readonly KeptLink[];
  /** The names of the symbols that were weighed against each other: as others, they might be found otherwise. */
  readonly names: ReadonlySet<string>;
}

/** `left`: the files that were asked for and not understood. */
interface KeptLinks extends FoundLinks {
  readonly left: readonly string[];
}

/** So many links and names are kept of a tree. */
const KEPT_MAX = 200_000;

export class KeptUses {
  readonly #links = new Map<string, KeptLinks>();
  #count = 0;

  get(key: string): KeptLinks | null {
    return this.#links.get(key) ?? null;
  }

  put(key: string, kept: KeptLinks): void {
    const count = kept.links.length + kept.names.size + kept.left.length + 1;
    if (this.#count + count > KEPT_MAX) {
      this.#links.clear();
      this.#count = 0;
    }
    if (count > KEPT_MAX) return;
    this.#links.set(key, kept);
    this.#count += count;
  }
}

const kept = new WeakMap<LiveFiles, { readonly state: string; readonly uses: KeptUses }>();

/** What is kept of a view as it is now. */
export function keptUses({ live, parsed }: CodeView): KeptUses {
  let known = kept.get(live);
  if (known?.state !== parsed.state) {
    known = { state: parsed.state, uses: new KeptUses() };
    kept.set(live, known);
  }
  return known.uses;
}

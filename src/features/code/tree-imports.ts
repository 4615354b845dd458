// The imports of a tree, as answers about its code need them. What was found out about its paths and manifests serves the
// next answers, too, until something changes.

import { type ImportResolver, importResolver } from "../../code/imports/import-resolver.ts";
import type { ImportTree } from "../../code/imports/tree-names.ts";
import type { LiveFiles } from "../../code/index/live-files.ts";
import type { CodeView } from "../../code/store/code-view.ts";
import type { ShownFiles } from "./shown-file.ts";

interface Made {
  readonly version: number;
  readonly resolver: ImportResolver;
  /** The files of the answer that asks. */
  files: ShownFiles;
}

const made = new WeakMap<LiveFiles, Made>();

/** The paths and texts of a view. `gone`: files that are no more, which imports may still mean. */
export function importTreeOf(
  { live }: CodeView,
  read: ImportTree["read"],
  gone: ReadonlySet<string> = new Set(),
): ImportTree {
  return {
    paths: () => (gone.size === 0 ? live.paths() : [...live.paths(), ...gone].values()),
    has: (path) => live.place(path) !== null || gone.has(path),
    read: (path) => (live.place(path) === null ? null : read(path)),
  };
}

/** The resolver of a view's imports; one of its own where there are files that are gone. */
export function resolverOf(view: CodeView, files: ShownFiles, gone: ReadonlySet<string> = new Set()): ImportResolver {
  const { live } = view;
  if (gone.size > 0) return importResolver(importTreeOf(view, (path) => files.get(path)?.text ?? null, gone));
  let known = made.get(live);
  if (known?.version !== live.version) {
    const own: Made = {
      version: live.version,
      files,
      resolver: importResolver(importTreeOf(view, (path) => own.files.get(path)?.text ?? null)),
    };
    known = own;
    made.set(live, known);
  }
  known.files = files;
  return known.resolver;
}

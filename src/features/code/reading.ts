// What the actions that read files share: a file by its path, and reading again what changed meanwhile.

import { HelixError, invalid } from "../../base/errors.ts";
import { nameOf, parentOf } from "../../base/path-names.ts";
import { counted } from "../../base/wording.ts";
import { isSecretPath } from "../../code/files/unread-names.ts";
import { FILE_STATES } from "../../code/index/generation.ts";
import { loadMask, type Mask } from "../../code/shown-code.ts";
import type { CodeTree } from "../../code/store/code-trees.ts";
import type { CodeView } from "../../code/store/code-view.ts";
import { quote } from "../../engine/text/clean.ts";
import { nearestNames } from "../../engine/text/near-names.ts";
import { takingTurns } from "../../notes/store/long-work.ts";
import { ParsedFiles } from "./parsed-files.ts";
import { type CodePorts, parsedViewOf, viewOf } from "./ports.ts";
import { type ShownFile, ShownFiles } from "./shown-file.ts";
import { leftOutBy, treeOf, treePaths } from "./tree.ts";

/** So often files are read again because they changed meanwhile. */
const ATTEMPTS_MAX = 3;
const NEAREST_SHOWN = 3;
const NAMES_MAX = 50_000;
const WHY_UNREAD: Readonly<Record<string, string>> = {
  secret: "is never read, because it may hold credentials",
  binary: "is no text",
  minified: "is minified and not read",
  generated: "is generated and not read",
  large: "is too large to be read: at most 1.5 MB are",
  unreadable: "cannot be read",
};

/** If more files than these have to be parsed for an answer, all of the tree are, and what was parsed is saved. */
const PARSED_FOR_ONE_MAX = 200;

/** A view, and the files of it that an answer shows. */
export interface Reading {
  readonly ports: CodePorts;
  readonly view: CodeView;
  readonly files: ShownFiles;
  readonly parsed: ParsedFiles;
  readonly mask: Mask;
}

/** Which tree is read; and which files will be parsed, if these may be many. */
export interface ReadingOptions {
  readonly tree?: CodeTree;
  readonly parsed?: (view: CodeView) => readonly string[];
}

/** An error as its reader may see it: without credentials, which names of files and symbols may hold. */
export function maskedError(error: unknown, mask: Mask): unknown {
  if (!(error instanceof HelixError)) return error;
  return new HelixError(error.code, (say) => mask(error.messageFor(say)), { cause: error });
}

/** What is said of files that were left out because they changed again and again. */
export function changingRemark({ changed }: ShownFiles): string[] {
  return changed.size === 0
    ? []
    : [`left out: ${counted(changed.size, "file that keeps", "files that keep")} changing`];
}

/**
 * Reads for an answer, anew if files changed meanwhile that it shows; the last time what changed stays in
 * `files.changed`. Throws what `read` throws.
 */
export async function settledReading<Found>(
  ports: CodePorts,
  read: (reading: Reading) => Found | Promise<Found>,
  { tree = treeOf(ports), parsed: parsedPaths }: ReadingOptions = {},
): Promise<Found> {
  const mask = await loadMask();
  for (let attempt = 1; ; attempt++) {
    let view = await viewOf(tree, ports);
    if (parsedPaths !== undefined && attempt === 1 && isMuch(view, parsedPaths(view)))
      view = await parsedViewOf(tree, ports);
    const files = new ShownFiles(view);
    try {
      const parsed = new ParsedFiles(view, files, takingTurns(ports));
      const found = await read({ ports, view, files, parsed, mask });
      if (files.changed.size === 0 || attempt === ATTEMPTS_MAX) return found;
    } catch (error) {
      // What was not found may be in a file that changed.
      if (files.changed.size === 0 || attempt === ATTEMPTS_MAX) throw maskedError(error, mask);
    }
    tree.source.changed([...files.changed]);
  }
}

/** Whether many of these files were not parsed. */
function isMuch(view: CodeView, paths: readonly string[]): boolean {
  const missing = new Set(view.parsed.missing());
  return missing.size > PARSED_FOR_ONE_MAX && paths.filter((path) => missing.has(path)).length > PARSED_FOR_ONE_MAX;
}

/** The path of a file of the tree that a caller names; null: there is none. */
export function knownPath({ ports, view }: Reading, given: string): string | null {
  return treePaths(ports, view.tree.root, given).find((path) => view.live.place(path) !== null) ?? null;
}

/** A file of the tree. Throws NOT_FOUND, INVALID_ARGUMENT for one that is not read. */
export function fileOf(reading: Reading, given: string): ShownFile {
  const { view, files } = reading;
  const path = knownPath(reading, given);
  if (path === null) throw unknownFile(reading, given);
  const place = view.live.place(path)!;
  const state = FILE_STATES[view.generations[place.generation]!.files.numbers("state").of(place.file)] ?? "unreadable";
  if (state !== "read") throw invalid(`${quote(path)} ${WHY_UNREAD[state] ?? WHY_UNREAD.unreadable!}`);
  const file = files.get(path);
  if (file === null) throw new HelixError("NOT_FOUND", `${quote(path)} keeps changing: read it again`);
  return file;
}

function unknownFile({ view, ports }: Reading, given: string): HelixError {
  const inside = treePaths(ports, view.tree.root, given)[0];
  if (inside === undefined) {
    return invalid(
      (say) =>
        `${say.given("path", quote(given))} leads out of ${view.tree.root}: give a file in it, e.g. ${say.option("path", "src/main.ts")}`,
    );
  }
  if (isSecretPath(inside)) return invalid(`${quote(inside)} ${WHY_UNREAD.secret!}`);
  const excluded = view.tree.excludedBy?.(inside) ?? null;
  if (excluded !== null) return leftOutBy(inside, excluded);
  const folder = `${inside}/`;
  const byStem = new Map<string, string[]>();
  const named: string[] = [];
  let inFolder = 0;
  for (const path of view.live.paths()) {
    if (path.startsWith(folder)) inFolder++;
    if (nameOf(path) === nameOf(inside)) named.push(path);
    const stem = stemOf(path);
    if (byStem.has(stem)) byStem.get(stem)!.push(path);
    else if (byStem.size < NAMES_MAX) byStem.set(stem, [path]);
  }
  if (inFolder > 0) {
    return invalid(
      (say) =>
        `${quote(inside)} is a folder with ${counted(inFolder, "file", "files")}: give a file, or search in it, e.g. ${say.either(`helix code WORDS path:${folder}`, `query="path:${folder} WORDS"`)}`,
    );
  }
  const near = nearestNames(stemOf(inside), byStem.keys(), NEAREST_SHOWN).flatMap((stem) => byStem.get(stem)!);
  const isBeside = (path: string) => Number(parentOf(`/${path}`) === parentOf(`/${inside}`));
  const ordered = near.toSorted((a, b) => isBeside(b) - isBeside(a));
  const hints = [...new Set([...named, ...ordered])].slice(0, NEAREST_SHOWN);
  const hint = hints.length > 0 ? `; nearest: ${hints.join(", ")}` : `; paths begin at ${view.tree.root}`;
  return new HelixError("NOT_FOUND", `there is no file ${quote(given)} that is read${hint}`);
}

/** The name of a file without its extension: a shared one does not make names similar. */
function stemOf(path: string): string {
  return nameOf(path).replace(/(?<=.)\.\w+$/, "");
}

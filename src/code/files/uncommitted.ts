// What of a work tree is not committed: which files differ from HEAD, staged or not, and what HEAD has of them.
//
// Invariants:
// - git is run as for the history: see platform/git/git-program.ts. Objects of others are not read.
// - What a bound leaves out is said.

import { type GitPorts, type GitTree, holdsOwnObjects, runGit, userExcludes } from "../../platform/git/git-program.ts";
import { headCommit } from "../../platform/git/git-refs.ts";
import { isTreePath, whyNot } from "./git-listing.ts";
import { isSecretPath } from "./unread-names.ts";

export interface UncommittedBounds {
  /** How many files count, and how many bytes of what HEAD has of them are read. */
  readonly filesMax: number;
  readonly bytesMax: number;
  /** How long one run of git may take, in milliseconds. */
  readonly timeMs: number;
}

export const UNCOMMITTED_BOUNDS: UncommittedBounds = { filesMax: 1000, bytesMax: 32 * 1024 * 1024, timeMs: 20_000 };

/** A file that is new, gone, renamed or changed since HEAD. */
export interface UncommittedFile {
  /** Its path now; null: it is gone. */
  readonly path: string | null;
  /** Its path in HEAD; null: it is new. */
  readonly before: string | null;
  /** What HEAD has of it; null for a new one, for what is no text, and where it was not read. */
  readonly text: string | null;
}

export interface Uncommitted {
  /** In the order of their paths. */
  readonly files: readonly UncommittedFile[];
  /** Files that a bound left out or whose content in HEAD could not be read. */
  readonly left: number;
}

interface Entry {
  readonly path: string | null;
  readonly before: string | null;
  readonly blob: string | null;
}

const NO_BLOB = /^0+$/;
const BLOB = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/** What is no file: a submodule, a link. */
const REGULAR = /^100/;
const RENAMES = ["-M", "-l400"];
const DIFF = ["--raw", "-z", "--no-abbrev", "--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=all"];
const OUTPUT_MAX = 8 * 1024 * 1024;

/**
 * What is not committed; else why that cannot be told, as a text that reads on from "what is not committed cannot be
 * told: ". Never throws for what is in the repository.
 */
export async function readUncommitted(
  ports: GitPorts,
  tree: GitTree,
  bounds: UncommittedBounds = UNCOMMITTED_BOUNDS,
): Promise<Uncommitted | string> {
  const head = headCommit(tree.repository, ports.files);
  if (head === null) return "there is no commit yet";
  if (!holdsOwnObjects(tree.repository, ports.files)) {
    return "the repository's objects lie elsewhere (objects/info/alternates, or a link)";
  }
  const changed = await changedEntries(ports, tree, head, bounds);
  if (typeof changed === "string") return changed;
  const untracked = await untrackedPaths(ports, tree, bounds);
  if (typeof untracked === "string") return untracked;
  const entries = [...changed, ...untracked.map((path) => ({ path, before: null, blob: null }))];
  const order = ({ path, before }: Entry) => path ?? before!;
  const counting = entries.sort((a, b) => (order(a) < order(b) ? -1 : 1)).slice(0, bounds.filesMax);
  const blobs = counting.flatMap(({ blob }) => blob ?? []);
  const texts = await blobTexts(ports, tree, blobs, bounds);
  const unread = blobs.filter((blob) => !texts.has(blob)).length;
  return {
    files: counting.map(({ path, before, blob }) => ({
      path,
      before,
      text: blob === null ? null : (texts.get(blob) ?? null),
    })),
    left: entries.length - counting.length + unread,
  };
}

async function changedEntries(ports: GitPorts, tree: GitTree, head: string, { timeMs }: UncommittedBounds) {
  const words = ["diff", ...DIFF, ...RENAMES, head, "--"];
  const output = await outputOf(ports, tree, { words, seesFiles: true, limitMs: timeMs });
  return typeof output === "string" ? output : entriesOf(output.parts);
}

async function untrackedPaths(ports: GitPorts, tree: GitTree, { timeMs }: UncommittedBounds) {
  const excludes = await userExcludes(ports, tree.root, tree.repository.config);
  const words = ["ls-files", "-z", "--others", "--exclude-standard"];
  const output = await outputOf(ports, tree, { words, seesFiles: true, excludes, limitMs: timeMs });
  return typeof output === "string" ? output : output.parts.filter(isUsable);
}

/** The parts of what git wrote, between zero bytes; or why there are none. */
async function outputOf(
  ports: GitPorts,
  tree: GitTree,
  command: { words: string[]; seesFiles: boolean; excludes?: string; limitMs: number },
): Promise<{ parts: string[] } | string> {
  const decoder = new TextDecoder();
  let text = "";
  const end = await runGit(ports, tree, {
    ...command,
    receive(bytes) {
      text += decoder.decode(bytes, { stream: true });
      return text.length <= OUTPUT_MAX;
    },
  });
  if (end.by !== "exit" || end.code !== 0) return `git ${whyNot(end, command.limitMs)}`;
  return { parts: text.split("\0").filter((part) => part !== "") };
}

/** `:MODE MODE BLOB BLOB STATUS`, a path, and for a rename or a copy a second one. */
function entriesOf(parts: readonly string[]): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < parts.length; ) {
    const [oldMode = "", , blob = "", , status = ""] = parts[at++]!.slice(1).split(" ");
    const first = parts[at++] ?? "";
    const second = /^[RC]/.test(status) ? (parts[at++] ?? "") : first;
    const isText = REGULAR.test(oldMode) && BLOB.test(blob) && !NO_BLOB.test(blob);
    const before = status === "A" || status.startsWith("C") ? null : first;
    const entry = {
      path: status === "D" ? null : second,
      before,
      blob: before !== null && isText && isUsable(before) ? blob : null,
    };
    if ([entry.path, entry.before].every((path) => path === null || isUsable(path))) entries.push(entry);
  }
  return entries;
}

function isUsable(path: string): boolean {
  return isTreePath(path) && !isSecretPath(path);
}

/** The texts of blobs, as many as the bound allows; what is no text is "". */
async function blobTexts(
  ports: GitPorts,
  tree: GitTree,
  blobs: readonly string[],
  { bytesMax, timeMs }: UncommittedBounds,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  if (blobs.length === 0) return texts;
  const pieces: Uint8Array[] = [];
  let length = 0;
  const end = await runGit(ports, tree, {
    words: ["cat-file", "--batch"],
    seesFiles: false,
    input: `${[...new Set(blobs)].join("\n")}\n`,
    limitMs: timeMs,
    receive(bytes) {
      length += bytes.length;
      if (length > bytesMax) return false;
      pieces.push(bytes.slice());
      return true;
    },
  });
  if (end.by === "failed" || end.by === "time") return texts;
  const all = Buffer.concat(pieces);
  for (let at = 0; at < all.length; ) {
    const lineEnd = all.indexOf("\n", at);
    if (lineEnd < 0) break;
    const [name = "", type = "", size = ""] = all.toString("latin1", at, lineEnd).split(" ");
    at = lineEnd + 1;
    if (type !== "blob") continue;
    const content = all.subarray(at, at + Number(size));
    if (content.length < Number(size)) break;
    texts.set(name, content.includes(0) ? "" : content.toString("utf8"));
    at += Number(size) + 1;
  }
  return texts;
}

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
  /** What HEAD has of it, "" for what is no text; null for a new one, and where it was not read. */
  readonly text: string | null;
}

export interface Uncommitted {
  /** In the order of their paths. */
  readonly files: readonly UncommittedFile[];
  /** Files that a bound left out. */
  readonly left: number;
  /** Files that are never read, as those with credentials and links, and those whose names cannot be shown. */
  readonly hidden: number;
}

interface Entry {
  readonly path: string | null;
  readonly before: string | null;
  readonly blob: string | null;
}

interface Entries {
  readonly entries: readonly Entry[];
  readonly hidden: number;
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
  const untracked = await untrackedEntries(ports, tree, bounds);
  if (typeof untracked === "string") return untracked;
  const entries = [...changed.entries, ...untracked.entries];
  const order = ({ path, before }: Entry) => path ?? before!;
  const counting = entries.sort((a, b) => (order(a) < order(b) ? -1 : 1)).slice(0, bounds.filesMax);
  const blobs = counting.flatMap(({ blob }) => blob ?? []);
  const texts = await blobTexts(ports, tree, blobs, bounds);
  return {
    files: counting.map(({ path, before, blob }) => ({
      path,
      before,
      text: blob === null ? null : (texts.get(blob) ?? null),
    })),
    left: entries.length - counting.length,
    hidden: changed.hidden + untracked.hidden,
  };
}

async function changedEntries(
  ports: GitPorts,
  tree: GitTree,
  head: string,
  { timeMs }: UncommittedBounds,
): Promise<Entries | string> {
  const words = ["diff", ...DIFF, ...RENAMES, head, "--"];
  const output = await outputOf(ports, tree, { words, seesFiles: true, limitMs: timeMs });
  return typeof output === "string" ? output : entriesOf(output.parts);
}

async function untrackedEntries(
  ports: GitPorts,
  tree: GitTree,
  { timeMs }: UncommittedBounds,
): Promise<Entries | string> {
  const excludes = await userExcludes(ports, tree.root, tree.repository.config);
  const words = ["ls-files", "-z", "--others", "--exclude-standard"];
  const output = await outputOf(ports, tree, { words, seesFiles: true, excludes, limitMs: timeMs });
  if (typeof output === "string") return output;
  const entries = output.parts.filter(isUsable).map((path) => ({ path, before: null, blob: null }));
  return { entries, hidden: output.parts.length - entries.length };
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

/** `:MODE MODE BLOB BLOB STATUS`, a path, and for a rename or a copy a second one. A side that is no file is not there. */
function entriesOf(parts: readonly string[]): Entries {
  const entries: Entry[] = [];
  let hidden = 0;
  for (let at = 0; at < parts.length; ) {
    const [oldMode = "", newMode = "", blob = "", , status = ""] = parts[at++]!.slice(1).split(" ");
    const first = parts[at++] ?? "";
    const second = /^[RC]/.test(status) ? (parts[at++] ?? "") : first;
    const isOld = REGULAR.test(oldMode) && !status.startsWith("C") && isUsable(first);
    const path = REGULAR.test(newMode) && isUsable(second) ? second : null;
    const before = isOld ? first : null;
    if (path === null && before === null) hidden++;
    else entries.push({ path, before, blob: isOld && BLOB.test(blob) && !NO_BLOB.test(blob) ? blob : null });
  }
  return { entries, hidden };
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

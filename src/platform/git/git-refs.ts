// The commits that a work tree stands at: those of its HEAD, and of HEAD and the usual branches of its origin. Reads
// git's files.
// Invariants:
// - A file that cannot be read, or refs in another format (reftable), name no commit.
// - A path that leads elsewhere names no commit either: with a link, anybody could appear to stand at another user's
//   commit.

import type { SmallFiles } from "../small-files.ts";
import type { GitDirectories } from "./repository.ts";

const REF_BYTES_MAX = 4096;
/** Repositories with very many branches and tags keep them in this one file. */
const PACKED_BYTES_MAX = 16 * 1024 * 1024;
/** How many refs may name each other in a chain. */
const CHAIN_MAX = 5;
const COMMIT_ID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/** Names in git's own folder of refs; none of them leads out of it. */
const REF_NAME = /^refs\/(?!.*(?:\.\.|\/\/|\0)).+$/;

/**
 * The ids of the commits that a work tree stands at, its own first: its HEAD, and what the origin had at the last fetch
 * for its HEAD, the same branch, main and master. Each id once.
 */
export function standsAt(found: GitDirectories, files: SmallFiles): string[] {
  const head = headOf(found, files);
  const branch = head.ref?.startsWith("refs/heads/") ? head.ref.slice("refs/heads/".length) : null;
  const origin = ["HEAD", ...(branch === null ? [] : [branch]), "main", "master"].map((name) =>
    commitOf(`refs/remotes/origin/${name}`, found, files),
  );
  return [...new Set([head.id, ...origin].filter((id) => id !== null))];
}

/** The commit that HEAD names; null if there is none yet. */
export function headCommit(found: GitDirectories, files: SmallFiles): string | null {
  return headOf(found, files).id;
}

function headOf(found: GitDirectories, files: SmallFiles): { readonly id: string | null; readonly ref: string | null } {
  const text = ownText(`${found.gitDirectory}/HEAD`, REF_BYTES_MAX, files)?.trim() ?? "";
  const ref = named(text);
  return ref === null ? { id: COMMIT_ID.test(text) ? text : null, ref } : { id: commitOf(ref, found, files), ref };
}

/** The id that a ref names, in a file of its own or among the packed refs. */
function commitOf(ref: string, { common }: Pick<GitDirectories, "common">, files: SmallFiles): string | null {
  let name = ref;
  for (let step = 0; step < CHAIN_MAX; step++) {
    const text = ownText(`${common}/${name}`, REF_BYTES_MAX, files)?.trim() ?? null;
    if (text === null) return packedCommit(name, common, files);
    const next = named(text);
    if (next === null) return COMMIT_ID.test(text) ? text : null;
    name = next;
  }
  return null;
}

function named(text: string): string | null {
  const ref = /^ref: *(.+)$/.exec(text)?.[1] ?? null;
  return ref !== null && REF_NAME.test(ref) ? ref : null;
}

function packedCommit(ref: string, common: string, files: SmallFiles): string | null {
  const packed = `${ownText(`${common}/packed-refs`, PACKED_BYTES_MAX, files) ?? ""}\n`;
  const end = packed.indexOf(` ${ref}\n`);
  const id = packed.slice(packed.lastIndexOf("\n", end) + 1, Math.max(0, end));
  return COMMIT_ID.test(id) ? id : null;
}

/** The text of the file at `path` itself, not through a link. The beginning of `path` holds no links. */
function ownText(path: string, bytesMax: number, files: SmallFiles): string | null {
  return files.realPath(path) === path ? files.readText(path, bytesMax) : null;
}

// The fingerprints that entries get when they are written: new ones, and those that an edit renews.

import { diskFiles } from "../../platform/disk-small-files.ts";
import { LINES_MAX } from "../text/citation-lines.ts";
import type { EntryText } from "../text/entry-text.ts";
import { FILE_BYTES_MAX } from "./hashed-files.ts";
import { SourceChecker } from "./source-checker.ts";
import { sourceRoot } from "./source-root.ts";
import type { SourceCaller } from "./stale-sources.ts";
import { citedSymbol } from "./symbol-citation.ts";
import { SymbolFollower } from "./symbol-follower.ts";
import type { SymbolReader } from "./symbol-reader.ts";

const MEGABYTE = 1024 * 1024;
/** The limits of a pass for one entry. They let one file be read; it is looked for in two places. */
const ENTRY_LIMITS = { files: 2, bytes: 1 };

/** The followers of symbols. A process has one reader of symbols, and one root. */
const followers = new WeakMap<SymbolReader, SymbolFollower>();

/** Follows the symbols that notes cite, for this call; null where no symbols are read. */
export function followerFor(context: SourceCaller): SymbolFollower | null {
  const { symbols } = context;
  if (symbols === undefined) return null;
  let follower = followers.get(symbols);
  if (follower !== undefined) return follower;
  const checker = checkerFor(context);
  if (checker.root === null) return null;
  follower = new SymbolFollower(checker, checker.root, symbols);
  followers.set(symbols, follower);
  return follower;
}

/** Checkers of calls that no watcher serves: one for each call, so that the call reads each file once. */
const checkers = new WeakMap<SourceCaller, SourceChecker>();

/** The checker that looks at files for this call. */
export function checkerFor(context: SourceCaller): SourceChecker {
  const watching = context.staleSources?.checker ?? checkers.get(context);
  if (watching !== undefined) return watching;
  const checker = new SourceChecker(sourceRoot(context, diskFiles), diskFiles);
  checkers.set(context, checker);
  return checker;
}

/** A source as it is stored, and the value of `cited` for it. */
export interface Citation {
  readonly source: string | null;
  /** The fingerprint of the cited text; null where the source is no readable file below the root. */
  readonly cited: string | null;
}

/**
 * The source of an entry with these project keys, with the fingerprint of what it names now. A symbol gets its full
 * name. `label` names the parameter in errors. Reads one file at most. Throws INVALID_ARGUMENT for a symbol that the file
 * does not have.
 */
export async function citationFor(
  source: string | null,
  context: SourceCaller,
  projects: readonly string[] = context.project?.keys ?? [],
  label = "source",
): Promise<Citation> {
  if (source === null) return { source, cited: null };
  const checker = checkerFor(context);
  const symbol =
    context.symbols === undefined ? null : await citedSymbol(checker, context.symbols, source, projects, label);
  return symbol ?? { source, cited: checker.cite(source, projects) };
}

/** Why an entry with this source gets no fingerprint, worded for a warning. Reads one file at most. Never throws. */
export function whyNotWatched(source: string, context: SourceCaller): string {
  switch (checkerFor(context).whyNotCited(source)) {
    case "over a limit":
      return `too large to be watched: over ${LINES_MAX.toLocaleString("en-US")} lines or ${FILE_BYTES_MAX / MEGABYTE} MB`;
    case "outside of this project":
      return "outside of the project";
    case "no such line":
      return "no such line";
    case "not readable":
      return "the file can not be read";
    default:
      return "no such file";
  }
}

/**
 * The value of `cited` for an entry whose text is revised while its source stays. Cited text that still exists keeps
 * its fingerprint, although its line may have moved. Cited text that has changed gets a new fingerprint, since the
 * revised text was written with it in view. A source that cannot be checked from here keeps its fingerprint, and so does
 * a symbol that is elsewhere now. Reads one file at most. Never throws.
 */
export async function renewedCitation(entry: EntryText, context: SourceCaller): Promise<string | null> {
  const { source, cited, projects } = entry;
  if (source === null) return null;
  const checker = checkerFor(context);
  const state = checker.pass(ENTRY_LIMITS).check({ source, cited, projects, minutes: 0 });
  const isToRenew = state?.kind === "changed" || state?.kind === "modified";
  if (!isToRenew) return cited;
  const renewed = await citationFor(source, context, projects).catch(() => null);
  return renewed?.cited ?? cited;
}

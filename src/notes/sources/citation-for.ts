// The fingerprints that entries get when they are written: new ones, and those that an edit renews.

import { diskFiles } from "../../platform/disk-small-files.ts";
import { LINES_MAX } from "../text/citation-lines.ts";
import type { EntryText } from "../text/entry-text.ts";
import { FILE_BYTES_MAX } from "./hashed-files.ts";
import { SourceChecker } from "./source-checker.ts";
import { sourceRoot } from "./source-root.ts";
import type { SourceCaller } from "./stale-sources.ts";

const MEGABYTE = 1024 * 1024;
/** The limits of a pass for one entry. They let one file be read; it is looked for in two places. */
const ENTRY_LIMITS = { files: 2, bytes: 1 };

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

/**
 * The value of `cited` for an entry that is stored now with this source: the fingerprint of the cited text, or null if
 * the source is no readable file below the root. Reads one file at most. Never throws.
 */
export function citationFor(source: string | null, context: SourceCaller): string | null {
  return source === null ? null : checkerFor(context).cite(source, context.project?.keys ?? []);
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
 * revised text was written with it in view. A source that cannot be checked from here keeps its fingerprint. Reads one
 * file at most. Never throws.
 */
export function renewedCitation(entry: EntryText, context: SourceCaller): string | null {
  const { source, cited, projects } = entry;
  if (source === null) return null;
  const checker = checkerFor(context);
  const state = checker.pass(ENTRY_LIMITS).check({ source, cited, projects, minutes: 0 });
  const isToRenew = state?.kind === "changed" || state?.kind === "modified";
  return (isToRenew ? checker.cite(source, projects) : null) ?? cited;
}

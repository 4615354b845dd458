// Shortens outputs for hooks, with this machine's files. It is loaded only for an output that may be shortened, where
// the settings ask for it.

import { loadRedaction, type Redaction } from "../../engine/text/secrets/redaction.ts";
import { type FilterSet, loadFilterSet } from "../../filters/filter-set.ts";
import { shorten } from "../../filters/shorten.ts";
import type { HookEvent } from "../../hooks/common/hook-event.ts";
import { type OutputOutcome, shortenOutput } from "../../hooks/outputs/shorten-output.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import { diskFiles } from "../../platform/disk-small-files.ts";
import { readOwnFile } from "../../platform/own-file.ts";
import { keptOutputs } from "../kept-outputs.ts";

/** How long it may take, and the time. */
export interface ShorteningTime {
  /** Milliseconds until the answer has to go out. */
  leftMs(): number;
  /** The longest output that is shortened in such a time. */
  readonly bytesMax: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

let redaction: Redaction | undefined;

/** The outcome for the output of an event in the project at `root`. `directory`: that of the knowledge base. */
export async function shortenHere(
  directory: string,
  event: HookEvent,
  root: string | null,
  { leftMs, now, bytesMax }: ShorteningTime,
): Promise<OutputOutcome> {
  redaction ??= await loadRedaction();
  const { redact } = redaction;
  const kept = keptOutputs(directory);
  let filters: FilterSet | undefined;
  return shortenOutput(event, {
    readOwnFile,
    bytesMax,
    shorten(output) {
      filters ??= loadFilterSet({
        files: { ...diskFiles, names: (path) => diskFileSystem.list(path) },
        directory,
        project: root,
      });
      return shorten(output, filters, { now: () => performance.now(), budgetMs: leftMs() });
    },
    holdsSecret: async (text) => redact(text).kinds.length > 0,
    withoutSecrets: async (text) => redact(text).text,
    keep: (original, by) => kept.keep(original, by),
    isLate: () => leftMs() <= 0,
    now,
  });
}

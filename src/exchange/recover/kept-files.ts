// Finds the files beside the log that may hold notes which do not count: bytes that repairs cut off or left out, logs
// that were moved aside, backups.

import { LOG_NAME } from "../../engine/log/data-log.ts";

const BESIDE_LOG = `${LOG_NAME}.`;
/** Files that are being written, and files whose notes were brought back. */
const NOT_KEPT = /\.tmp-\d+-|^data\.log\.recovered-/;

/** The kept files among the names of a directory, in order. */
export function keptFiles(names: readonly string[]): string[] {
  return names.filter((name) => name.startsWith(BESIDE_LOG) && !NOT_KEPT.test(name)).sort();
}

/** The new name of a file whose notes were brought back. */
export function recoveredName(name: string): string {
  return `${LOG_NAME}.recovered-${name.slice(BESIDE_LOG.length)}`;
}

// Opens the workspaces of a knowledge base on this machine's disk.

import { encodeEvents } from "../../events/log/event-line.ts";
import type { EventLog } from "../../events/log/event-log.ts";
import type { NewEvent } from "../../events/log/event-types.ts";
import { randomNoteId } from "../../notes/text/note-id.ts";
import { diskOnceFiles } from "../../platform/disk-once-files.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { uptimeSeconds } from "../../platform/libc-uptime.ts";
import type { OnceFiles } from "../../platform/once-files.ts";
import { orIoError } from "../../platform/told-failure.ts";
import { diskTreeEntries } from "../../platform/tree-entries.ts";
import { isCaseBlind } from "./shared-paths.ts";
import type { Actor } from "./workspace.ts";
import { WorkspaceStore } from "./workspace-store.ts";

export interface OpenWorkspaces {
  /** The knowledge base directory. */
  readonly directory: string;
  /** The user's home; "" where there is none. */
  readonly home: string;
  readonly files: FileSystem;
  /** The event log of the knowledge base. */
  readonly log: EventLog;
  readonly now: () => number;
  /** Left out: those of this machine. */
  readonly once?: OnceFiles | undefined;
  readonly uptime?: (() => number) | undefined;
}

/** The workspaces; nothing is read yet. */
export function openWorkspaces(options: OpenWorkspaces): WorkspaceStore {
  const { directory, home, files, log, now, once = diskOnceFiles, uptime = uptimeSeconds } = options;
  return new WorkspaceStore(directory, {
    files: once,
    home,
    now,
    uptime,
    record: (of, events) => recordFor(log, now(), of, events),
    tryLock: (path) => files.tryLock(path),
    isCaseBlind: (folder) => isCaseBlind(folder, diskTreeEntries),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
}

/** Writes events of an actor. They are on the disk when it returns. Throws IO. */
export function recordFor(
  log: EventLog,
  at: number,
  { session, agent, project }: Actor & { readonly project: readonly string[] },
  events: readonly NewEvent[],
): void {
  const lines = encodeEvents({ at, session, agent, project: [...project] }, events, randomNoteId);
  orIoError("the event log cannot be written", () => log.append(lines, true));
}

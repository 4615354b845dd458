// What the guard decides by: the active workspaces of the session, and what it can ask.

import type { OwnPlace } from "../guard/own-places.ts";
import type { PlaceLooker } from "../guard/real-place.ts";
import type { ShellWrites } from "../guard/shell-writes.ts";
import type { HeldWorkspace } from "../workspace/workspace-store.ts";

export interface GuardState {
  /** The active workspaces of the event's session; none: nothing is said. */
  readonly held: readonly HeldWorkspace[];
  readonly home: string;
  readonly isMac: boolean;
  /** The folders for temporary files, and helix's and the client's own places: all without links. */
  readonly temporary: readonly string[];
  readonly own: readonly OwnPlace[];
  readonly looker: PlaceLooker;
  /** The text of a file; null where there is none, or a very long one. */
  readonly textOf: (path: string) => string | null;
  readonly shellWrites: (line: string, where: { readonly directory: string; readonly root: string }) => ShellWrites;
  readonly forbiddenIn: (entries: readonly string[], before: string, after: string) => string[];
  /** A text of others without its credentials, for the words of a refusal. */
  readonly mask: (text: string) => string;
}

/** What the guard says of a call before it. `context`: what the assistant is told beside an allowed call, mostly "". */
export type Decision =
  | { readonly verdict: "silent" }
  | Allowed
  | { readonly verdict: "denied"; readonly reason: string; readonly by: HeldWorkspace | null };

export interface Allowed {
  readonly verdict: "allowed";
  /** Whether it takes of the budget. */
  readonly counted: boolean;
  readonly context: string;
  readonly by: HeldWorkspace | null;
  /** Of the verify command only: why its success will not count; "" where it will. */
  readonly verifyFlaw?: string;
}

// What the feature plan needs of surfaces beside what all features have.

import type { TranscriptReading } from "../../plan/workspace/transcript-gap.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import type { OnceFiles } from "../../platform/once-files.ts";

/** Who calls: a client's assistant by the tool, a person at a terminal, or some program on a command line. */
export type PlanCallerKind = "tool" | "person" | "program";

/** One caller of `plan`. */
export interface PlanCaller {
  readonly files: FileSystem;
  /** The id that the client gave this call of the tool; "" where it gave none, and for commands. */
  readonly toolUseId: string;
  /** On the command line, finding out takes a moment. */
  kind(): Promise<PlanCallerKind>;
  /** The processes that started this one, the nearest first; left out where nobody asks. */
  readonly processes?: () => readonly string[];
  /** The user's home directory; "" where there is none. */
  readonly home: string;
  /** The files of workspaces; left out: this machine's. */
  readonly once?: OnceFiles;
  /** The calls in an actor's transcript; left out where no transcripts are read. */
  readonly transcripts?: (transcript: string, agent: string) => TranscriptReading;
  /** The environment of a verify command that helix runs itself; left out: an empty one. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Whether there is no time for a verify command: then helix runs none, whoever approved it. */
  readonly isHurried?: boolean;
  /**
   * What is missing of the guard's hooks in the client's settings, a line each; null where these hold none of them, as
   * settings that helix cannot see may. Left out where it is not looked at.
   */
  readonly guardFlaws?: () => Promise<readonly string[] | null>;
  /** Seconds since the machine was started; left out: as it says itself. */
  readonly uptime?: () => number;
}

/** What features need for plans. */
export interface PlanCalling {
  /** Left out where there are no plans. */
  readonly plans?: PlanCaller;
}

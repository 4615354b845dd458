// Whether a call of the tool comes from the client, or from a program that plays one: the assistant may run anything,
// also a helix of its own that it then talks to. The tree of processes tells them apart. What is started by the client
// itself has it as the nearest process but for shells; what a program started has that program in between.
// Invariants:
// - Where the system does not tell who started whom, nobody is taken for a program.
// - A process that has left the client's tree is not recognized (docs/GUARD.md, out of reach).

import type { ParentProcess } from "../../platform/parent-programs.ts";
import type { Workspace } from "./workspace.ts";

/** Run the hooks' lines, and may stand between a client and its hook. A login shell's name begins with a dash. */
const SHELLS = /^-?(?:sh|ash|bash|dash|fish|ksh|zsh)$/;

/** The client among the processes above a hook: the nearest that is no shell; "" where that is not known. */
export function clientAmong(processes: readonly ParentProcess[]): string {
  return processes.find(({ name }) => !SHELLS.test(name))?.id ?? "";
}

/** What is known of the process of a call. */
export interface Lineage {
  /** The client, as the hook before the call saw it; "" where no hook did. */
  readonly client: string;
  /** The processes above the server, the nearest first. */
  readonly processes: readonly string[];
}

/** Whether the server of a call was started below one of these clients, and not by it. */
export function isBelow({ client, processes }: Lineage, clients: readonly string[]): boolean {
  const own = client === "" ? (processes[0] ?? "") : client;
  return clients.some((each) => each !== "" && each !== own && processes.includes(each));
}

/** Whether another workspace was begun by a program below the client of this one. */
export function wasBegunBelow(
  other: Pick<Workspace, "client" | "processes">,
  { client = "" }: Pick<Workspace, "client">,
): boolean {
  const { client: its = "", processes = [] } = other;
  return client !== "" && its !== client && processes.includes(client);
}

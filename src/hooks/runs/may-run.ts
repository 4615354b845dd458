// Tells from the text of a command line that it runs no build and no test, and no helix, without reading it as a shell
// does. A process that answers one event needs no parser then: most commands are of this kind.
// Invariants:
// - False only where no run would be recognised (recognise.ts) and nothing stored (post-build/stored-notes.ts).

import { TOOLS } from "./tools.ts";

/** What scripts of a project are called that are taken for builds and tests. */
const SCRIPTS = "build|tests?|check|lint|ci|compile";

let names: RegExp | undefined;

/** Whether a command line may run a build, a test or helix. */
export function mayRun(command: string): boolean {
  names ??= new RegExp(`(?<![a-z])(?:helix|${SCRIPTS}|${toolNames().map(escaped).join("|")})(?![a-z])`, "i");
  // Quotes and backslashes may stand within a name.
  return names.test(command.replace(/["'\\\n]/g, ""));
}

function toolNames(): string[] {
  // A row without names holds signs of any tool.
  return TOOLS.flatMap(([names]) => (names === "" ? [] : names.split(" ")));
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

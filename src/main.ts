// The entry point: dispatch and nothing else. Hooks come first: they run at every step of somebody's work, and must not be noticed. What they
// need to ask a server stands here, since to load a piece of code costs as much as 5 kB of it. All else is behind `await import()`, so that a
// command loads what it needs.

import { runHookProcess } from "./surfaces/hooks/process.ts";

if (process.argv[2] === "hook") {
  try {
    await runHookProcess(process.argv.slice(3));
  } catch {
    // A system on which not even the C library can be called is no reason for an error at every step of somebody's work.
    process.exit(0);
  }
} else {
  const { runCommandLine } = await import("./surfaces/cli/main.ts");
  process.exit(await runCommandLine(process.argv.slice(2)));
}

// The entry point: dispatch and nothing else. Hooks come first: they run at every step of somebody's work, and must not be noticed. What they
// need to ask a server stands here, since to load a piece of code costs as much as 5 kB of it. All else is behind `await import()`, so that a
// command loads what it needs.

import { askServer } from "./surfaces/hooks/asking.ts";

if (process.argv[2] === "hook") {
  try {
    const event = askServer(process.argv[3] ?? "", process.argv[4] ?? "");
    const { answerHere } = await import("./surfaces/hooks/local-answer.ts");
    await answerHere(event);
  } catch {
    // Nothing that goes wrong here is worth an error in somebody's conversation, not even a system whose C library cannot be called.
  }
  process.exit(0);
} else {
  const { runCommandLine } = await import("./surfaces/cli/main.ts");
  process.exit(await runCommandLine(process.argv.slice(2)));
}

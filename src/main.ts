// The entry point: it only dispatches. Hooks come first, because they run at every step of somebody's work and must not
// be noticed. Loading `hook-client.ts` asks a server for the answer, and most hook processes end there. All other code
// is behind `await import()`, so that a command loads only what it needs.

import { isGuard, isHook, unanswered } from "./surfaces/hooks/hook-client.ts";

if (isHook) {
  try {
    if (unanswered !== null) {
      const { answerHere } = await import("./surfaces/hooks/hook-fallback.ts");
      await answerHere(unanswered);
    }
  } catch {
    // Nothing that goes wrong here is worth an error in somebody's conversation.
  }
  process.exit(0);
} else if (isGuard) {
  const { runGuard } = await import("./surfaces/hooks/guard-hook.ts");
  await runGuard(process.argv.slice(3));
} else if (process.argv[2] === "_complete") {
  const { answerCompletion } = await import("./surfaces/completion/answer.ts");
  await answerCompletion(process.argv.slice(3));
  process.exit(0);
} else if (process.argv[2] === "run") {
  const { runFromLine } = await import("./surfaces/run/run-line.ts");
  const code = await runFromLine(process.argv.slice(3));
  process.exit(code ?? (await (await import("./surfaces/cli/main.ts")).runCommandLine(process.argv.slice(2))));
} else if (process.argv[2] === "gain" && process.argv[3] === "--status-line" && process.argv.length === 4) {
  const { answerStatusLine } = await import("./surfaces/status-line.ts");
  answerStatusLine();
  process.exit(0);
} else {
  const { runCommandLine } = await import("./surfaces/cli/main.ts");
  process.exit(await runCommandLine(process.argv.slice(2)));
}

// The entry point: dispatch and nothing else. Everything is behind `await import()`, so that a command loads what it needs. Hooks come first:
// they run at every step of somebody's work, and must not be noticed.

if (process.argv[2] === "hook") {
  try {
    const { runHookProcess } = await import("./surfaces/hooks/process.ts");
    await runHookProcess(process.argv.slice(3));
  } catch {
    // A system on which not even this can be loaded is no reason for an error at every step of somebody's work.
    process.exit(0);
  }
} else {
  const { runCommandLine } = await import("./surfaces/cli/main.ts");
  process.exit(await runCommandLine(process.argv.slice(2)));
}

export {};

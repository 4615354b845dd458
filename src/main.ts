// The entry point: dispatch and nothing else. Everything is behind `await import()`, so that a command loads what it needs.

const { runCommandLine } = await import("./surfaces/cli/main.ts");
process.exit(await runCommandLine(process.argv.slice(2)));

export {};

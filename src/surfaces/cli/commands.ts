// The commands of the command line: their names, what each is for, and which module has it. A module is loaded only
// when its command is run.

import type { Command } from "./command.ts";

export interface CommandEntry {
  readonly name: string;
  readonly description: string;
  load(): Promise<Command>;
}

const transfer = () => import("./transfer-commands.ts");
const maintenance = () => import("./maintenance-commands.ts");

/** All commands, in the order of the overview. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "serve",
    description: "Serve the tools over MCP on standard input and output: helix serve [DIR]",
    load: async () => (await import("./serve-command.ts")).serveCommand,
  },
  {
    name: "setup",
    description: "Set everything up for Claude Code: hooks, MCP server, a check (--user, else --project or --local)",
    load: async () => (await import("./setup-command.ts")).setupCommand,
  },
  {
    name: "hooks",
    description: "The hooks in Claude Code's settings: helix hooks install|uninstall|status [--user|--project|--local]",
    load: async () => (await import("./hooks-commands.ts")).hooksCommand,
  },
  {
    name: "hooks-install",
    description: "The same as: helix hooks install",
    load: async () => (await import("./hooks-commands.ts")).hooksInstallCommand,
  },
  {
    name: "store",
    description: "Store a note: helix store TOPIC TEXT... (text from standard input without TEXT, or with -)",
    load: async () => (await import("./store-command.ts")).storeCommand,
  },
  {
    name: "search",
    description: "Search the notes: helix search WORD... (also tag:x topic:y source:file; without words: newest first)",
    load: async () => (await import("./search-command.ts")).searchCommand,
  },
  {
    name: "brief",
    description: "A briefing: helix brief [TOPIC, KEYWORD or GLOB] (without: an overview of everything)",
    load: async () => (await import("./brief-command.ts")).briefCommand,
  },
  {
    name: "read",
    description: "Read a topic, or one entry of it: helix read TOPIC [INDEX]",
    load: async () => (await import("./read-command.ts")).readCommand,
  },
  {
    name: "edit",
    description: "Change notes: helix edit ACTION TOPIC [TEXT...] (append, revise, delete, tag, rename, merge)",
    load: async () => (await import("./edit-commands.ts")).editCommand,
  },
  {
    name: "undo",
    description: "Take back the last change of this project: helix undo [CHANGE] [--list] [--dry-run]",
    load: async () => (await import("./edit-commands.ts")).undoCommand,
  },
  {
    name: "redo",
    description: "Make again what an undo took back: helix redo [CHANGE] [--list] [--dry-run]",
    load: async () => (await import("./edit-commands.ts")).redoCommand,
  },
  {
    name: "topics",
    description: "List the topics, or: helix topics recent|entries|xref|graph|stale|prune|session [--topic NAME]",
    load: async () => (await import("./topics-command.ts")).topicsCommand,
  },
  {
    name: "trace",
    description: "Code structure: helix trace PATH [SYMBOL] [--action symbols|blast|analyze]",
    load: async () => (await import("./trace-command.ts")).traceCommand,
  },
  {
    name: "checkpoint",
    description: "Save the state of your work: helix checkpoint TASK... [--next STEPS] (or --clear)",
    load: async () => (await import("./checkpoint-commands.ts")).checkpointCommand,
  },
  {
    name: "resume",
    description: "Show what the last checkpoint of this project says",
    load: async () => (await import("./checkpoint-commands.ts")).resumeCommand,
  },
  {
    name: "project",
    description: "Which project this directory belongs to, and why: helix project (--trust: it is a clone of yours)",
    load: async () => (await import("./project-command.ts")).projectCommand,
  },
  {
    name: "stats",
    description: "Figures of the knowledge base: helix stats [--detail tags|index]",
    load: async () => (await import("./stats-command.ts")).statsCommand,
  },
  {
    name: "export",
    description: "Print everything as JSON: helix export > notes.json",
    load: async () => (await transfer()).exportCommand,
  },
  {
    name: "import",
    description: "Add the notes of a JSON file: helix import FILE (or standard input)",
    load: async () => (await transfer()).importCommand,
  },
  {
    name: "index",
    description: "Build the index anew from the log: helix index [DIR]",
    load: async () => (await maintenance()).indexCommand,
  },
  {
    name: "compact",
    description:
      "Rewrite the log without deleted and replaced entries: helix compact --apply (without: says what it would do)",
    load: async () => (await maintenance()).compactCommand,
  },
  {
    name: "check",
    description: "Verify log and index, and say what recovery would do: helix check [DIR]",
    load: async () => (await maintenance()).checkCommand,
  },
  {
    name: "recover",
    description: "List the notes in copies of cut off bytes, and bring them back: helix recover [FILE] [--apply]",
    load: async () => (await import("./recover-command.ts")).recoverCommand,
  },
  {
    name: "doctor",
    description: "Look over client, settings, binary, permissions and index, and say what to do: helix doctor [DIR]",
    load: async () => (await import("./doctor-command.ts")).doctorCommand,
  },
  {
    name: "prove",
    description:
      "Simulate power cuts on your disk, beside your notes, and count what is lost: helix prove [--seconds N]",
    load: async () => (await import("./prove-command.ts")).proveCommand,
  },
  {
    name: "_reload",
    description: "Verify a new build of helix and install it over this one",
    load: async () => (await import("./reload-command.ts")).reloadCommand,
  },
  {
    name: "inspect",
    description: "List the records of the log: helix inspect [DIR] [--from OFFSET] [--limit N]",
    load: async () => (await maintenance()).inspectCommand,
  },
];

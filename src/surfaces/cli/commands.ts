// The commands of the command line: their names, what each is for, and which module has it. A module is loaded only
// when its command is run. Those of the tools come from the registry (features/tools.ts).

import type { Feature } from "../../features/common/feature.ts";
import { loadTools, TOOLS, type Tool } from "../../features/tools.ts";
import type { Command } from "./command.ts";

export interface CommandEntry {
  readonly name: string;
  readonly description: string;
  /** Command lines that help shows. A test runs each. */
  readonly examples: readonly [string, string];
  load(): Promise<Command>;
}

const transfer = () => import("./transfer-commands.ts");
const maintenance = () => import("./maintenance-commands.ts");

/** Commands that stand before those of the tools in the overview. */
const FIRST: readonly CommandEntry[] = [
  {
    name: "serve",
    description: "Serve the tools over MCP on standard input and output: helix serve [DIR]",
    examples: ["helix serve", "helix serve ~/.helix-kb"],
    load: async () => (await import("./serve-command.ts")).serveCommand,
  },
  {
    name: "setup",
    description:
      "Set everything up for Claude Code: hooks, MCP server, then the doctor (--user, --project, --local or --plugin)",
    examples: ["helix setup --dry-run", "helix setup --project"],
    load: async () => (await import("./setup-command.ts")).setupCommand,
  },
  {
    name: "plugin",
    description: "Write helix's plugin for Claude Code, with agents and skills, into a folder: helix plugin DIR",
    examples: ["helix plugin ./helix-plugin --dry-run", "helix plugin ./helix-plugin --transport command"],
    load: async () => (await import("./plugin-command.ts")).pluginCommand,
  },
  {
    name: "demo",
    description: "A session of two minutes that shows what all this does, in a temporary folder: helix demo [--fast]",
    examples: ["helix demo", "helix demo --fast"],
    load: async () => (await import("./demo-command.ts")).demoCommand,
  },
  {
    name: "hooks",
    description:
      "The hooks in Claude Code's settings: helix hooks install|uninstall|status|why [--user|--project|--local]",
    examples: ["helix hooks install --project --dry-run", "helix hooks status"],
    load: async () => (await import("./hooks-commands.ts")).hooksCommand,
  },
  {
    name: "hook",
    description: "What the client's settings call at an event, which standard input holds: helix hook TYPE [DIR]",
    examples: ["helix hook session < event.json", "helix hook post-build ~/.helix-kb < event.json"],
    load: async () => (await import("./hook-command.ts")).hookCommand,
  },
  {
    name: "hooks-install",
    description: "Install the hooks: helix hooks-install (the same as: helix hooks install)",
    examples: ["helix hooks-install --user --dry-run", "helix hooks-install --transport command"],
    load: async () => (await import("./hooks-commands.ts")).hooksInstallCommand,
  },
  {
    name: "completions",
    description: "Complete commands, topics and ids in your shell: helix completions bash|zsh|fish (prints a script)",
    examples: ["helix completions zsh > ~/.helix-completions.zsh", "helix completions bash --json"],
    load: async () => (await import("./completions-command.ts")).completionsCommand,
  },
];

/** Commands that stand behind those of the tools. */
const OTHERS: readonly CommandEntry[] = [
  {
    name: "undo",
    description: "Take back the last change of this project: helix undo [CHANGE] [--list] [--dry-run]",
    examples: ["helix undo", "helix undo --list"],
    load: async () => (await import("./undo-commands.ts")).undoCommand,
  },
  {
    name: "redo",
    description: "Make again what an undo took back: helix redo [CHANGE] [--list] [--dry-run]",
    examples: ["helix redo", "helix redo --list"],
    load: async () => (await import("./undo-commands.ts")).redoCommand,
  },
  {
    name: "checkpoint",
    description: "Save the state of your work: helix checkpoint TASK... [--next STEPS] (or --clear)",
    examples: ['helix checkpoint "port the parser" --next "fix the lexer;run the tests"', "helix checkpoint --clear"],
    load: async () => (await import("./checkpoint-commands.ts")).checkpointCommand,
  },
  {
    name: "resume",
    description: "Show what the last checkpoint of this project says",
    examples: ["helix resume", "helix resume --json"],
    load: async () => (await import("./checkpoint-commands.ts")).resumeCommand,
  },
  {
    name: "project",
    description: "Which project this directory belongs to, and why: helix project (--trust: it is a clone of yours)",
    examples: ["helix project", "helix project --json"],
    load: async () => (await import("./project-command.ts")).projectCommand,
  },
  {
    name: "config",
    description: "Every setting with where it comes from: helix config [KEY], or: set KEY VALUE, unset KEY",
    examples: ["helix config", "helix config set code.context off"],
    load: async () => (await import("./config-command.ts")).configCommand,
  },
  {
    name: "economy",
    description:
      "Shorter outputs of commands: helix economy on|off|status, or section FILE: how to search, for CLAUDE.md",
    examples: ["helix economy status", "helix economy section CLAUDE.md --dry-run"],
    load: async () => (await import("./economy-command.ts")).economyCommand,
  },
  {
    name: "filter",
    description: "The filters that shorten outputs of commands: helix filter list|active|show|test|trust|new",
    examples: ["helix filter list", 'helix filter active "git log"'],
    load: async () => (await import("./filter-command.ts")).filterCommand,
  },
  {
    name: "run",
    description: "Run a command with its output shortened, the original kept: helix run [--whole] [--] COMMAND...",
    examples: ["helix run -- ls -l", "helix run 'cd . && ls 2>&1 | tail -50'"],
    load: async () => (await import("./program-command.ts")).programCommand,
  },
  {
    name: "gain",
    description:
      "What shortened outputs took away and what was fetched again: helix gain [--session|--history|--svg FILE] [--prices]",
    examples: ["helix gain", "helix gain --history week --since 2026-11-01"],
    load: async () => (await import("./gain-command.ts")).gainCommand,
  },
  {
    name: "stats",
    description: "Figures of the knowledge base: helix stats [--detail tags|index|events]",
    examples: ["helix stats", "helix stats --detail tags"],
    load: async () => (await import("./stats-command.ts")).statsCommand,
  },
  {
    name: "lift",
    description: "Whether help helps, by sessions that go without: helix lift on|off|status|plan [--effect N] (off)",
    examples: ["helix lift status", "helix lift plan --effect 0.2"],
    load: async () => (await import("./lift-command.ts")).liftCommand,
  },
  {
    name: "export",
    description: "Print all notes as JSON, or with --events what hooks recorded: helix export > notes.json",
    examples: ["helix export > notes.json", "helix export --project here"],
    load: async () => (await transfer()).exportCommand,
  },
  {
    name: "import",
    description:
      "Add the notes of a JSON file, or with --events what hooks recorded: helix import FILE (or standard input)",
    examples: ["helix import notes.json", "helix export --kb ~/.helix-kb | helix import --kb ~/copy"],
    load: async () => (await transfer()).importCommand,
  },
  {
    name: "index",
    description: "Build the index anew from the log: helix index [DIR]",
    examples: ["helix index", "helix index ~/.helix-kb"],
    load: async () => (await maintenance()).indexCommand,
  },
  {
    name: "compact",
    description:
      "Rewrite the log without deleted and replaced entries: helix compact --apply (without: says what it would do)",
    examples: ["helix compact", "helix compact --apply"],
    load: async () => (await maintenance()).compactCommand,
  },
  {
    name: "check",
    description: "Check log and index, and say what recovery would do: helix check [DIR]",
    examples: ["helix check", "helix check ~/.helix-kb --json"],
    load: async () => (await maintenance()).checkCommand,
  },
  {
    name: "recover",
    description: "List the notes in copies of cut off bytes, and bring them back: helix recover [FILE] [--apply]",
    examples: ["helix recover", "helix recover ~/.helix-kb/data.log --apply"],
    load: async () => (await import("./recover-command.ts")).recoverCommand,
  },
  {
    name: "forget",
    description: "Remove what is kept of a work tree, its code index: helix forget PATH",
    examples: ["helix forget .", "helix forget ~/src/shop --json"],
    load: async () => (await import("./forget-command.ts")).forgetCommand,
  },
  {
    name: "doctor",
    description: "Look over client, settings, binary, permissions and index, and say what to do: helix doctor [DIR]",
    examples: ["helix doctor", "helix doctor --json"],
    load: async () => (await import("./doctor-command.ts")).doctorCommand,
  },
  {
    name: "prove",
    description:
      "Simulate power cuts on your disk, beside your notes, and count what is lost: helix prove [--seconds N]",
    examples: ["helix prove --seconds 1", "helix prove --seconds 1 --seed 7"],
    load: async () => (await import("./prove-command.ts")).proveCommand,
  },
  {
    name: "_reload",
    description: "Verify a new build of helix and install it over this one",
    examples: ["helix _reload", "HELIX_RELOAD_FROM=~/src/helix/dist/helix helix _reload"],
    load: async () => (await import("./reload-command.ts")).reloadCommand,
  },
  {
    name: "inspect",
    description: "List the records of the log: helix inspect [DIR] [--from OFFSET] [--limit N]",
    examples: ["helix inspect --limit 20", "helix inspect ~/.helix-kb --from 8"],
    load: async () => (await maintenance()).inspectCommand,
  },
];

/** The command of that name; undefined for none. Of the tools, only that one is loaded. */
export async function commandNamed(name: string, tools: readonly Tool[] = TOOLS): Promise<CommandEntry | undefined> {
  const known = [...FIRST, ...OTHERS].find((command) => command.name === name);
  const tool = tools.find((candidate) => candidate.name === name);
  return known ?? (tool && toolCommand(await tool.load()));
}

/** All commands, in the order of the overview. */
export async function allCommands(tools: readonly Tool[] = TOOLS): Promise<CommandEntry[]> {
  const ofTools = (await loadTools(tools)).flatMap((feature) => toolCommand(feature) ?? []);
  return [...FIRST, ...ofTools, ...OTHERS];
}

/** The command of a tool; undefined for a tool that has none. */
function toolCommand(feature: Feature): CommandEntry | undefined {
  const { name, command } = feature;
  if (command === undefined) return undefined;
  const load = async () => {
    if (name === "code") return (await import("./code-command.ts")).codeCommand(feature, command);
    if (name === "plan") return (await import("./plan-command.ts")).planCommand(feature, command);
    if (name === "output") return (await import("./output-command.ts")).outputCommand(feature, command);
    return (await import("./feature-command.ts")).commandOf(feature, command);
  };
  return { name, description: command.summary, examples: command.examples, load };
}

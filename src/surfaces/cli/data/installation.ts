// What setup, hooks and doctor print.

import { z } from "zod";
import { count, list, text, texts } from "../../../notes/data.ts";

const scope = z.enum(["user", "project", "local"]);
const transport = z.enum(["command", "mcp"]);

const client = z
  .strictObject({ path: text, version: text.nullable() })
  .meta({ id: "Client", description: "Claude Code on PATH" })
  .nullable();

const changes = list(
  z
    .strictObject({
      file: text,
      change: z.enum(["created", "changed", "removed"]),
      backup: text.nullable().describe("path of the copy of the old file; null where nothing is lost"),
      diff: text,
    })
    .meta({ id: "FileChange" }),
);

const finding = z
  .strictObject({
    status: z.enum(["ok", "note", "problem"]),
    what: text,
    fix: text.optional().describe("a command, or a step by hand"),
  })
  .meta({ id: "Finding" });

const plugin = z
  .strictObject({
    state: z.enum(["installed", "updated", "unchanged", "taken out"]).describe("with dryRun: what it would be"),
    directory: text.describe("the folder of its marketplace"),
    commands: texts.describe("the client's commands that were run"),
    kept: texts.describe("files in it that were changed by hand, and stay"),
    notes: texts,
  })
  .meta({ id: "Plugin", description: "What became of the plugin" });
export type PluginData = z.infer<typeof plugin>;

export const installData = z
  .strictObject({
    scope,
    transport,
    dryRun: z.boolean(),
    client,
    events: list(z.strictObject({ event: text.describe("the client's name"), hook: text, transport })),
    changes,
    notes: texts,
  })
  .describe("The hooks that were installed.");
export type InstallData = z.infer<typeof installData>;

export const uninstallData = z
  .strictObject({
    scope,
    dryRun: z.boolean(),
    hooks: count.describe("how many were taken out"),
    server: z.boolean().describe("whether the registration of the server was taken out"),
    plugin: plugin.nullable().describe("null: nothing of it was there"),
    changes,
    notes: texts,
  })
  .describe("The hooks that were taken out.");
export type UninstallData = z.infer<typeof uninstallData>;

export const hookStatusData = z
  .strictObject({
    client,
    hooks: list(
      z.strictObject({
        event: text,
        file: text,
        scope,
        type: text,
        transport,
        program: text.nullable(),
        version: text.nullable(),
        problem: text.nullable().describe("why it would not run"),
      }),
    ),
    missing: texts.describe("events without a hook"),
    guard: z
      .strictObject({ state: z.enum(["whole", "in part", "none"]), missing: texts })
      .describe("whether the guard of plans is installed whole, and what is missing"),
    twice: texts.describe("events that several hooks answer"),
    plugin: z.enum(["on", "off"]).nullable().describe("the plugin in the client; null: it is not installed here"),
    disabledBy: text.nullable().describe("settings file that turns all hooks off"),
    servers: texts.describe("where the server is registered, the one that takes effect first"),
    faults: texts.describe("what is wrong with files that cannot be used"),
  })
  .describe("The hooks that are installed, and whether they run.");
export type HookStatusData = z.infer<typeof hookStatusData>;

export const pluginFolderData = z
  .strictObject({
    directory: text,
    version: text,
    transport,
    dryRun: z.boolean(),
    written: texts.describe("paths below the directory"),
    removed: texts.describe("files of an older helix"),
    kept: texts.describe("files that were changed by hand, and stay"),
  })
  .describe("The plugin that was written.");
export type PluginFolderData = z.infer<typeof pluginFolderData>;

export const setupData = z
  .strictObject({
    scope,
    transport,
    dryRun: z.boolean(),
    client,
    changes,
    plugin: plugin.nullable().describe("null: it is not installed, and was not"),
    notes: texts,
    problems: list(finding),
    here: texts.describe("what helix sees of the project around the working directory"),
    next: texts.describe("commands to try"),
  })
  .describe("What was set up.");
export type SetupData = z.infer<typeof setupData>;

export const doctorData = z
  .strictObject({
    problems: count,
    notes: count,
    closed: list(z.strictObject({ path: text, before: text.describe("permissions, octal"), after: text })).describe(
      "with --apply",
    ),
    client,
    otherClients: list(z.strictObject({ name: text, folder: text.describe("below the home directory") })),
    hooks: list(
      z.strictObject({ hook: text, last: text.nullable().describe("when it last decided something; null: never") }),
    ),
    servers: list(z.strictObject({ pid: count, program: text, version: text.nullable() })).describe("those that run"),
    areas: list(z.strictObject({ area: text, findings: list(finding) })),
  })
  .describe("What the doctor found.");
export type DoctorData = z.infer<typeof doctorData>;

export const completionsData = z
  .strictObject({
    shell: z.enum(["bash", "zsh", "fish"]),
    line: text.describe("what switches completions on"),
    file: text.describe("the file of the shell that the line belongs into"),
    script: text,
  })
  .describe("The script that completes helix's commands in a shell.");
export type CompletionsData = z.infer<typeof completionsData>;

// Which hooks of helix the client's settings hold, and whether what they start is there.

import { basename } from "node:path";
import { isRecord } from "../checkpoint/checkpoint.ts";
import type { SettingsFile } from "./client-settings.ts";
import { type Finding, note, ok, problem, type Surroundings } from "./finding.ts";
import { findProgram } from "./programs.ts";

const SERVER_NAME = "helix";
/** `helix hook TYPE`, with or without a path before it and quotes around it. */
const HOOK_COMMAND = /(?:^|[\s/"'])helix["']?\s+hook\s/;
const FIRST_WORD = /^\s*(?:"([^"]*)"|'([^']*)'|(\S+))/;
/** What installs them; there is no command for it yet. */
const INSTALL: string | undefined = undefined;

/** Says which settings hold hooks of helix. */
export function checkHooks(settings: readonly SettingsFile[], surroundings: Surroundings): Finding[] {
  const findings: Finding[] = [];
  for (const { content, label } of settings) {
    if (content === null) continue;
    const hooks = helixHooks(content.hooks);
    if (hooks.length === 0) continue;
    const events = [...new Set(hooks.map(({ event }) => event))];
    const missing = hooks
      .map(({ program }) => program)
      .find((program) => program !== null && findProgram(program, surroundings) === null);
    if (missing)
      findings.push(problem(`hooks in ${label} start ${missing}, which is not there, or may not be run`, INSTALL));
    else findings.push(ok(`hooks in ${label}: ${events.join(", ")}`));
  }
  if (findings.length === 0) return [note("no hooks of helix are in the client's settings", INSTALL)];
  const off = settings.find(({ content }) => content?.disableAllHooks === true);
  if (off !== undefined) findings.push(note(`${off.label} turns all hooks off (disableAllHooks)`));
  return findings;
}

/** One hook of helix; `program` is what its command starts when that is helix by name or path, null for a call of the server. */
interface HelixHook {
  readonly event: string;
  readonly program: string | null;
}

function helixHooks(hooks: unknown): HelixHook[] {
  if (!isRecord(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group) =>
      isRecord(group) ? listOf(group.hooks).flatMap((hook) => helixHook(event, hook)) : [],
    ),
  );
}

function helixHook(event: string, hook: unknown): HelixHook[] {
  // Names of events are words; anything else is not told.
  if (!isRecord(hook) || !/^\w{1,40}$/.test(event)) return [];
  if (hook.type === "mcp_tool") return hook.server === SERVER_NAME ? [{ event, program: null }] : [];
  if (typeof hook.command !== "string" || !HOOK_COMMAND.test(hook.command)) return [];
  const [, double, single, plain] = FIRST_WORD.exec(hook.command) ?? [];
  const word = double ?? single ?? plain ?? "";
  return [{ event, program: basename(word) === SERVER_NAME ? word : null }];
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

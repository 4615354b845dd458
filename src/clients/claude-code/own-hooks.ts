// Recognises helix's own hooks in the client's settings: calls of the server's `hook` tool, and commands that are
// `helix hook TYPE` and nothing else, with any path before `helix`. A command that does more (`cd x && helix hook
// stop`) belongs to the user. A program with another name is recognised by a mark behind its command, which the shell
// takes for a comment. Around the command stand lines of the shell exactly as helix writes them: a look whether the
// program is there (start-line.ts; helix 0.2 wrote none), and the guard's (guard-hooks.ts).

import { isRecord } from "../../base/is-record.ts";
import { nameOf } from "../../base/path-names.ts";
import { type PlainWord, plainCommand } from "../../base/shell/plain-command.ts";
import { PLUGIN_WORD } from "../../hooks/common/hook-types.ts";
import { guardedCommand, isGuardType } from "./guard-hooks.ts";
import { EVENTS } from "./settings-shapes.ts";
import { type Around, parseStartLine } from "./start-line.ts";

export const SERVER_NAME = "helix";
/** The name by which hooks of the plugin call the plugin's server. */
export const PLUGIN_SERVER = "plugin:helix:helix";
/** The name of the tool, which the server does not list. */
export const HOOK_TOOL_NAME = "hook";

/** A hook of helix. */
export interface OwnHook {
  /** Its type as it is written; "" where none is given. */
  readonly type: string;
  /** The program that a command starts; null for a server call. */
  readonly program: string | null;
  /** Whether the shell takes the program as it stands: within quotes, a tilde is not the home directory. */
  readonly isLiteral: boolean;
  /** What stands around the command, for example variables and a redirection; empty for a server call. */
  readonly around: Around;
  readonly setsVariables: boolean;
  /** The knowledge base directory that a command names; null when it names none. */
  readonly directory: string | null;
  /** Whether the shell refuses the call when the command cannot decide: a hook of the guard before a call. */
  readonly isClosed: boolean;
  /** Whether it ends silently where helix is not there; a hook of the guard before a call refuses the call then. */
  readonly isQuiet: boolean;
  /** The client treats two hooks with the same identity in one event as one hook. */
  readonly identity: string;
}

/** A hook of helix with its place: the index of its group within the event, and its index within the group. */
export interface PlacedHook extends OwnHook {
  readonly event: string;
  readonly group: number;
  readonly index: number;
  /** The matcher of its group; "" where it has none. */
  readonly matcher: string;
}

/** `helix`, or the name that the build gives to a binary for one system. */
export const PROGRAM_NAME = /^helix(?:-(?:darwin|linux)-(?:x64|arm64))?$/;
/** The mark behind the command of a program with another name. */
export const PROGRAM_MARK = " # helix";
const SERVERS: readonly unknown[] = [SERVER_NAME, PLUGIN_SERVER];
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
const TYPE = /^[a-z][a-z-]{0,30}$/;
const MENTION = /(?:^|[\s;&|(/"'])helix["']?\s+hook\s+[a-z]/;
const COMMAND_LENGTH_MAX = 10_000;

/** Reads a hook's settings as a hook of helix; null for any other hook. */
export function ownHook(hook: unknown): OwnHook | null {
  if (!isRecord(hook)) return null;
  if (hook.type === "mcp_tool") {
    if (!SERVERS.includes(hook.server) || hook.tool !== HOOK_TOOL_NAME) return null;
    const type = isRecord(hook.input) ? hook.input.type : "";
    const identity = JSON.stringify([hook.server, hook.tool, hook.input]);
    const around = { variables: "", env: "", behind: "" };
    const call = { program: null, directory: null, isLiteral: false, around, setsVariables: false };
    return { ...call, type: typeof type === "string" ? type : "", isClosed: false, isQuiet: true, identity };
  }
  return typeof hook.command === "string" ? ownCommand(hook.command) : null;
}

/** All hooks of helix in the value of `hooks`, whatever else that value holds. */
export function ownHooks(hooks: unknown): PlacedHook[] {
  return Object.entries(EVENTS.parse(hooks)).flatMap(([event, groups]) =>
    groups.flatMap((each, group) =>
      each.hooks.flatMap((hook, index) => {
        const own = ownHook(hook);
        return own === null ? [] : [{ ...own, event, group, index, matcher: each.matcher ?? "" }];
      }),
    ),
  );
}

/**
 * The number of commands that run `helix hook` as a part of something else. These belong to the user and are left
 * alone.
 */
export function mentions(hooks: unknown): number {
  const groups = Object.values(EVENTS.parse(hooks)).flat();
  return groups
    .flatMap((group) => group.hooks)
    .filter((hook) => {
      if (!isRecord(hook) || typeof hook.command !== "string" || ownHook(hook) !== null) return false;
      return MENTION.test(hook.command.slice(0, COMMAND_LENGTH_MAX));
    }).length;
}

/**
 * What tells the hooks of helix within one event apart: the guard's are beside the one that shows notes. "" for the
 * latter.
 */
export function slotOf(type: string): string {
  return isGuardType(type) ? type : "";
}

function ownCommand(command: string): OwnHook | null {
  const whole = command.trim();
  const isMarked = whole.endsWith(PROGRAM_MARK);
  const unmarked = isMarked ? whole.slice(0, -PROGRAM_MARK.length).trimEnd() : whole;
  const guarded = guardedCommand(unmarked);
  const { looksFor, command: line } = parseStartLine(guarded?.command ?? unmarked);
  const words = plainCommand(line) ?? [];
  const start = words.findIndex(({ text }) => !ASSIGNMENT.test(text) && text !== "exec" && text !== "env");
  const [program, verb, type, ...rest] = start < 0 ? [] : words.slice(start);
  if (type === undefined || verb?.text !== "hook" || !TYPE.test(type.text)) return null;
  const last = rest.at(-1) ?? type;
  const [directory, ...more] = rest.filter((word) => word !== last || word.text !== PLUGIN_WORD);
  if (more.length > 0) return null;
  if (!isMarked && !PROGRAM_NAME.test(nameOf(program!.text))) return null;
  if (guarded !== null && type.text !== "guard") return null;
  return {
    type: type.text,
    program: program!.text,
    directory: directory?.text ?? null,
    isLiteral: /^['\\]/.test(program!.raw) || (program!.raw.startsWith('"') && program!.text.startsWith("~")),
    around: {
      ...variablesBefore(line, words.slice(0, start), program!.at),
      behind: line.slice(last.at + last.raw.length),
    },
    isClosed: guarded?.isClosed ?? false,
    isQuiet: guarded?.isClosed === true || looksFor === program!.raw,
    setsVariables: words.slice(0, start).some(({ text }) => ASSIGNMENT.test(text)),
    identity: command,
  };
}

/** The variables before a program at `end`, and `env` with its own. `exec` is none of them: helix writes it anew. */
function variablesBefore(line: string, words: readonly PlainWord[], end: number): Pick<Around, "variables" | "env"> {
  const exec = words.find(({ text }) => text === "exec");
  const first = words.find(({ text }) => !ASSIGNMENT.test(text))?.at ?? end;
  const rest = line.slice(first, end);
  return { variables: line.slice(0, first), env: exec?.at === first ? rest.slice(exec.raw.length).trimStart() : rest };
}

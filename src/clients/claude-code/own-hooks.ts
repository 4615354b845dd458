// Recognises helix's own hooks in the client's settings: calls of the server's `hook` tool, and commands that are
// `helix hook TYPE` and nothing else, with any path before `helix`. A command that does more (`cd x && helix hook
// stop`) belongs to the user. A program with another name is recognised by a mark behind its command, which the shell
// takes for a comment.

import { isRecord } from "../../features/checkpoint/checkpoint.ts";
import { EVENTS } from "./settings-shapes.ts";

export const SERVER_NAME = "helix";
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
  /** The text before the program, for example variables; "" for a server call. */
  readonly before: string;
  /** The text behind the words, for example a redirection; "" for a server call. */
  readonly behind: string;
  readonly setsVariables: boolean;
  /** The knowledge base directory that a command names; null when it names none. */
  readonly directory: string | null;
  /** The client treats two hooks with the same identity in one event as one hook. */
  readonly identity: string;
}

/** A hook of helix with its place: the index of its group within the event, and its index within the group. */
export interface PlacedHook extends OwnHook {
  readonly event: string;
  readonly group: number;
  readonly index: number;
}

/** `helix`, or the name that the build gives to a binary for one system. */
export const PROGRAM_NAME = /^helix(?:-(?:darwin|linux)-(?:x64|arm64))?$/;
/** The mark behind the command of a program with another name. */
export const PROGRAM_MARK = " # helix";
/**
 * What may stand behind a command without making it another one. It is searched for only in the last TAIL_LENGTH_MAX
 * characters.
 */
const TAIL = /(?:\|\|\s*true|2?>\s*\/dev\/null|2>&1)$/;
const TAIL_LENGTH_MAX = 40;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
const OPERATORS = /[;&|<>()`\n]|\$\(/;
const WORD = /\s*((?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+)/y;
const TYPE = /^[a-z][a-z-]{0,30}$/;
const MENTION = /(?:^|[\s;&|(/"'])helix["']?\s+hook\s+[a-z]/;
const COMMAND_LENGTH_MAX = 10_000;

/** Reads a hook's settings as a hook of helix; null for any other hook. */
export function ownHook(hook: unknown): OwnHook | null {
  if (!isRecord(hook)) return null;
  if (hook.type === "mcp_tool") {
    if (hook.server !== SERVER_NAME || hook.tool !== HOOK_TOOL_NAME) return null;
    const type = isRecord(hook.input) ? hook.input.type : "";
    const identity = JSON.stringify([hook.server, hook.tool, hook.input]);
    const call = { program: null, directory: null, isLiteral: false, before: "", behind: "", setsVariables: false };
    return { ...call, type: typeof type === "string" ? type : "", identity };
  }
  return typeof hook.command === "string" ? ownCommand(hook.command) : null;
}

/** All hooks of helix in the value of `hooks`, whatever else that value holds. */
export function ownHooks(hooks: unknown): PlacedHook[] {
  return Object.entries(EVENTS.parse(hooks)).flatMap(([event, groups]) =>
    groups.flatMap((each, group) =>
      each.hooks.flatMap((hook, index) => {
        const own = ownHook(hook);
        return own === null ? [] : [{ ...own, event, group, index }];
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

function ownCommand(command: string): OwnHook | null {
  if (command.length > COMMAND_LENGTH_MAX) return null;
  const whole = command.trim();
  const isMarked = whole.endsWith(PROGRAM_MARK);
  const unmarked = isMarked ? whole.slice(0, -PROGRAM_MARK.length).trimEnd() : whole;
  const simple = withoutTails(unmarked);
  const words = wordsOf(simple);
  if (words === null) return null;
  const start = words.findIndex(({ text }) => !ASSIGNMENT.test(text) && !PREFIXES.has(text));
  const [program, verb, type, directory] = start < 0 ? [] : words.slice(start);
  if (type === undefined || words.length > start + 4 || verb?.text !== "hook" || !TYPE.test(type.text)) return null;
  const name = program!.text.slice(program!.text.lastIndexOf("/") + 1);
  if (!isMarked && !PROGRAM_NAME.test(name)) return null;
  return {
    type: type.text,
    program: program!.text,
    directory: directory?.text ?? null,
    isLiteral: /^['\\]/.test(program!.raw) || (program!.raw.startsWith('"') && program!.text.startsWith("~")),
    before: simple.slice(0, program!.at),
    behind: unmarked.slice(simple.length),
    setsVariables: words.slice(0, start).some(({ text }) => ASSIGNMENT.test(text)),
    identity: command,
  };
}

const PREFIXES = new Set(["exec", "env"]);

/**
 * The command without its tails. Each tail is searched for in a few characters only, so the cost is linear in the
 * length.
 */
function withoutTails(command: string): string {
  let end = command.length;
  for (;;) {
    const tail = TAIL.exec(command.slice(Math.max(0, end - TAIL_LENGTH_MAX), end))?.[0].length ?? 0;
    if (tail === 0) return command.slice(0, end);
    end -= tail;
    while (end > 0 && /\s/.test(command[end - 1]!)) end--;
  }
}

/** A word of a command, without its quotes and with them. */
interface Word {
  readonly text: string;
  readonly raw: string;
  readonly at: number;
}

/** The words of a simple command; null for a text that is more than one command. */
function wordsOf(command: string): Word[] | null {
  const words: Word[] = [];
  for (let at = 0; at < command.length; ) {
    WORD.lastIndex = at;
    const raw = WORD.exec(command)?.[1];
    if (raw === undefined || OPERATORS.test(raw.replace(/"(?:[^"\\]|\\.)*"|'[^']*'|\\./g, ""))) return null;
    at = WORD.lastIndex;
    const text = raw.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/g, unquoted);
    words.push({ text, raw, at: at - raw.length });
  }
  return words;
}

function unquoted(
  _: string,
  double: string | undefined,
  single: string | undefined,
  escaped: string | undefined,
): string {
  return double === undefined ? (single ?? escaped ?? "") : double.replace(/\\(["\\$`])/g, "$1");
}

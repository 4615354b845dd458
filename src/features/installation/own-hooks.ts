// Which hooks in the client's settings are helix's own: those that call the server's `hook` tool, and commands that are
// `helix hook TYPE` and nothing else, with any path before it. A command that does more (`cd x && helix hook stop`) is somebody's own.

import { isRecord } from "../checkpoint/checkpoint.ts";

export const SERVER_NAME = "helix";
/** The tool that the server does not list. */
export const HOOK_TOOL_NAME = "hook";

/** A hook that is helix's. */
export interface OwnHook {
  /** Its type as it is written; "" where it is not told. */
  readonly type: string;
  /** What a command starts; null for a call of the server. */
  readonly program: string | null;
  /** The knowledge base directory that a command names; null: none. */
  readonly directory: string | null;
  /** Two hooks of one identity in one event are one to the client. */
  readonly identity: string;
}

/** An own hook at its place: the group's and the hook's index within the event. */
export interface PlacedHook extends OwnHook {
  readonly event: string;
  readonly group: number;
  readonly index: number;
}

/** `helix`, or a build of it under the name that the build gives it. */
export const PROGRAM_NAME = /^helix(?:-(?:darwin|linux)-(?:x64|arm64))?$/;
/** What may stand behind a command without making it another. */
const TAIL = /\s*(?:\|\|\s*true|2?>\s*\/dev\/null|2>&1)\s*$/;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
const OPERATORS = /[;&|<>()`\n]|\$\(/;
const WORD = /\s*((?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+)/y;
const TYPE = /^[a-z][a-z-]{0,30}$/;
const MENTION = /(?:^|[\s;&|(/"'])helix["']?\s+hook\s+[a-z]/;
const COMMAND_LENGTH_MAX = 10_000;

/** The hook of helix that a hook's settings are; null for any other. */
export function ownHook(hook: unknown): OwnHook | null {
  if (!isRecord(hook)) return null;
  if (hook.type === "mcp_tool") {
    if (hook.server !== SERVER_NAME || hook.tool !== HOOK_TOOL_NAME) return null;
    const type = isRecord(hook.input) ? hook.input.type : "";
    const identity = JSON.stringify([hook.server, hook.tool, hook.input]);
    return { type: typeof type === "string" ? type : "", program: null, directory: null, identity };
  }
  return typeof hook.command === "string" ? ownCommand(hook.command) : null;
}

/** All hooks of helix in the value of `hooks`, whatever else that holds. */
export function ownHooks(hooks: unknown): PlacedHook[] {
  if (!isRecord(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group, groupIndex) =>
      listOf(isRecord(group) ? group.hooks : null).flatMap((hook, index) => {
        const own = ownHook(hook);
        return own === null ? [] : [{ ...own, event, group: groupIndex, index }];
      }),
    ),
  );
}

/** How many commands run `helix hook` as a part of something else: somebody's own, and left alone. */
export function mentions(hooks: unknown): number {
  if (!isRecord(hooks)) return 0;
  const all = Object.values(hooks).flatMap((groups) =>
    listOf(groups).flatMap((group) => listOf(isRecord(group) ? group.hooks : null)),
  );
  return all.filter((hook) => {
    if (!isRecord(hook) || typeof hook.command !== "string" || ownHook(hook) !== null) return false;
    return MENTION.test(hook.command.slice(0, COMMAND_LENGTH_MAX));
  }).length;
}

/** The value if it is an array, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function ownCommand(command: string): OwnHook | null {
  if (command.length > COMMAND_LENGTH_MAX) return null;
  let simple = command.trim();
  while (TAIL.test(simple)) simple = simple.replace(TAIL, "");
  const words = wordsOf(simple);
  while (words !== null && words[0] !== undefined && (ASSIGNMENT.test(words[0]) || PREFIXES.has(words[0])))
    words.shift();
  if (words === null || words.length < 3 || words.length > 4) return null;
  const [program, verb, type, directory = null] = words as [string, string, string, string?];
  const name = program.slice(program.lastIndexOf("/") + 1);
  return PROGRAM_NAME.test(name) && verb === "hook" && TYPE.test(type)
    ? { type, program, directory, identity: command }
    : null;
}

const PREFIXES = new Set(["exec", "env"]);

/** The words of a simple command without their quotes; null for what is more than one command. */
function wordsOf(command: string): string[] | null {
  const words: string[] = [];
  for (let at = 0; at < command.length; ) {
    WORD.lastIndex = at;
    const word = WORD.exec(command)?.[1];
    if (word === undefined || OPERATORS.test(word.replace(/"(?:[^"\\]|\\.)*"|'[^']*'|\\./g, ""))) return null;
    words.push(word.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/g, unquoted));
    at = WORD.lastIndex;
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

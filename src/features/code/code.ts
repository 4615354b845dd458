// code: finds and reads the code of the work tree as it is now. The index and everything it needs are loaded only when
// the tool is called.

import type { CommandInput } from "../common/command-line.ts";
import { checkAction, defineFeature } from "../common/feature.ts";
import type { ParameterTable } from "../common/parameters.ts";
import type { CodePorts } from "./ports.ts";

/** Which parameters each action takes besides `action`; "!" marks those it needs. */
export const CODE_ACTIONS = {
  search: ["!query", "detail", "explain"],
  context: ["!query"],
  explore: ["!symbol", "path"],
  read: ["path", "symbol", "lines"],
  outline: ["path"],
  symbols: ["!symbol", "path"],
  callers: ["!symbol", "path"],
  callees: ["!symbol", "path"],
  impact: ["symbol", "path", "depth", "direction", "rename", "diff"],
  map: ["path", "format"],
  status: ["path"],
  index: ["path", "force", "if_stale"],
  forget: ["path"],
} as const satisfies Record<string, readonly string[]>;
type CodeAction = keyof typeof CODE_ACTIONS;

const ACTIONS = Object.keys(CODE_ACTIONS) as CodeAction[];

const parameters = {
  query: {
    kind: "text",
    description: "search, context: a task, an error, code; also path:x lang:x kind:x test:only|no",
    example: 'query="where are retries limited"',
  },
  action: {
    kind: "choice",
    choices: ACTIONS,
    description: "Default: search. context: a task; explore: a symbol (2500 tokens). forget: remove the index",
    example: 'action="read"',
  },
  path: {
    kind: "text",
    description: "read: file; outline: file, folder; map, status, index, forget: folder",
    example: 'path="src/cache.ts"',
  },
  symbol: { kind: "text", description: "A name, e.g. Cache.get", example: 'symbol="Cache.get"' },
  lines: { kind: "text", description: "read: e.g. 10-40", example: 'lines="10-40"' },
  detail: {
    kind: "choice",
    choices: ["functions", "files", "bodies"],
    description: "search: default functions",
    example: 'detail="files"',
  },
  depth: {
    kind: "count",
    min: 1,
    max: 4,
    description: "impact",
    help: "impact: how far it is followed, default 2",
    example: "depth=3",
  },
  direction: {
    kind: "choice",
    choices: ["both", "callers", "callees"],
    description: "impact",
    help: "impact: who uses it, what it uses, or both (default)",
    example: 'direction="callers"',
  },
  rename: {
    kind: "flag",
    description: "impact",
    help: "impact: every place that a rename must change",
    example: 'rename="true"',
  },
  diff: {
    kind: "flag",
    description: "impact: of what is uncommitted",
    help: "impact: of what is not committed",
    example: 'diff="true"',
  },
  format: {
    kind: "choice",
    choices: ["text", "json", "mermaid", "dot"],
    description: "map",
    help: "map: as text (default), JSON, or a graph of modules",
    example: 'format="mermaid"',
  },
  explain: {
    kind: "flag",
    description: "search: why each file ranks there",
    isUnlisted: true,
    example: 'explain="true"',
  },
  force: { kind: "flag", description: "index: anew", isUnlisted: true, example: 'force="true"' },
  if_stale: {
    kind: "flag",
    description: "index: only what changed (default)",
    isUnlisted: true,
    example: 'if_stale="true"',
  },
} as const satisfies ParameterTable;

export const codeFeature = defineFeature({
  name: "code",
  title: "Search code",
  command: {
    summary:
      "Find and read code: helix code WORD..., context WORD..., or: helix code read|outline|map|status|index|forget [PATH], explore|symbols|callers|callees|impact NAME; ask QUESTION, enhance PROMPT",
    examples: ["helix code where are retries limited", "helix code context limit the retries"],
    words: [
      { name: "action", description: `One of ${ACTIONS.join(", ")}; left out: search`, isOptional: true },
      {
        name: "subject",
        description:
          "Words to search for, - for standard input; context: a task; a file to read; a folder; explore, symbols, callers, callees, impact: a name; impact diff: what is not committed",
        isOptional: true,
      },
    ],
    meaning: commandMeaning,
  },
  description:
    "Find the code for a task, an error or a question, as it is now. context: notes, source, callers, tests for a task in one call; explore: a symbol from all sides; read; outlines, definitions, callers, callees, impact, tests to run; map: overview of a project.",
  searchHint: "grep find function file symbol source callers usages callees rename",
  hints: { readOnly: false, destructive: true, idempotent: true },
  isLong: true,
  budget: 1200,
  parameters,
  // An index is derived from the files, and no note depends on it.
  onlyReads: ({ action }) =>
    String(action ?? "")
      .trim()
      .toLowerCase() !== "forget",
  async run(ports: CodePorts, values) {
    const action = values.action ?? "search";
    checkAction("code", action, CODE_ACTIONS[action], parameters, values);
    const { query = "", detail = "functions", explain = false } = values;
    switch (action) {
      case "search":
        return (await import("./search.ts")).searchAnswer(ports, { query, detail, explain });
      case "context":
        return (await import("./context.ts")).contextAnswer(ports, { query });
      case "explore":
        return (await import("./explore.ts")).exploreAnswer(ports, { ...values, symbol: values.symbol ?? "" });
      case "read":
        return (await import("./read.ts")).readAnswer(ports, values);
      case "outline":
        return (await import("./outline.ts")).outlineAnswer(ports, values);
      case "symbols":
        return (await import("./symbols.ts")).symbolsAnswer(ports, { ...values, symbol: values.symbol ?? "" });
      case "callers":
        return (await import("./callers.ts")).callersAnswer(ports, { ...values, symbol: values.symbol ?? "" });
      case "callees":
        return (await import("./callees.ts")).calleesAnswer(ports, { ...values, symbol: values.symbol ?? "" });
      case "impact":
        return (await import("./impact.ts")).impactAnswer(ports, values);
      case "map":
        return (await import("./map.ts")).mapAnswer(ports, values);
      case "status":
        return (await import("./status.ts")).statusAnswer(ports, values);
      case "index":
        return (await import("./status.ts")).indexAnswer(ports, values);
      case "forget":
        return (await import("./status.ts")).forgetAnswer(ports, values);
    }
  },
});

/** Actions whose subject on the command line is a symbol. */
const OF_SYMBOLS: readonly CodeAction[] = ["symbols", "explore", "callers", "callees", "impact"];
/** Actions whose subject is words. */
const OF_WORDS: readonly CodeAction[] = ["search", "context"];

/** The first word is an action if it names one; else all words are searched for. */
async function commandMeaning({
  words,
  options,
  atMost,
  read,
}: CommandInput): Promise<Readonly<Record<string, unknown>>> {
  const named = ACTIONS.find((each) => each === words[0]?.toLowerCase());
  const action = named ?? options.action;
  const rest = named === undefined ? words : words.slice(1);
  if (action === undefined || OF_WORDS.some((each) => each === action)) {
    const isInput = rest.length === 1 && rest[0] === "-";
    return { action, ...(rest.length > 0 && { query: isInput ? await read("query") : rest.join(" ") }) };
  }
  atMost(named === undefined ? 1 : 2);
  if (action === "impact" && rest[0] === "diff") return { action, diff: true };
  return {
    action,
    ...(rest[0] === undefined ? {} : { [OF_SYMBOLS.some((each) => each === action) ? "symbol" : "path"]: rest[0] }),
  };
}

// Writes docs/JSON.md, what each command prints with `--json`: `npm run docs`. The shapes come from the schemas of
// src/surfaces/cli/data/answers.ts, the calls from the commands. tests/docs/json.test.ts fails when the page is not what
// this would write.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { allCommands } from "../src/surfaces/cli/commands.ts";
import { JSON_ANSWERS, type JsonAnswer, TOOLS_ONLY } from "../src/surfaces/cli/data/answers.ts";
import { errorData } from "../src/surfaces/cli/data/error.ts";
import { shapeOf, typesIn } from "./json-shapes.ts";

const LINE_LENGTH_MAX = 120;

const INTRODUCTION = `# What \`--json\` prints

With \`--json\` a command prints data on standard output, in one line; \`inspect\` and \`export\` print a line for each record
or note. \`export\` prints JSON without being asked for it, with \`--events\` the lines of [FORMAT.md](FORMAT.md). \`serve\`
speaks MCP instead.

- Exit codes are the same: 0 found or done, 1 nothing found, 2 error. \`check\`, \`doctor\`, \`setup\`, \`prove\` and \`export\`
  print data with 2, too, when something is wrong with what they look at.
- An error is JSON, too, in one line on standard error (\`2>&1 | jq\` reads it). Standard output is empty then, so that
  what reads it meets no other shape. Remarks are text on standard error.
- The shapes are in the notation of TypeScript. \`name?\` may be missing, \`...Place\` stands for the fields of Place. No
  field is printed that is not named here. Entries are notes. A number that says nothing else is a count.
  A \`source\` is \`path\` or \`path:line\`; \`projects\` are keys of one project, none for a note of no project.

\`npm run docs\` writes this page, from the schemas by which tests check what commands print.
`;

/** The sections, each by the command that it begins with. */
const SECTIONS: Readonly<Record<string, string>> = {
  store: "Notes",
  edit: "Changes",
  topics: "Topics and figures",
  trace: "Code",
  check: "Files",
  project: "Installation",
};

/** One shape, and the calls that print it. */
interface Printed {
  readonly calls: string[];
  readonly form: z.core.JSONSchema.BaseSchema;
}

/** What the answers of a section print; each shape once. */
function printedBy(answers: readonly JsonAnswer[], words: ReadonlyMap<string, string>): Printed[] {
  const found = new Map<string, Printed>();
  for (const { calls, schema } of answers) {
    const shown = calls.flatMap((call) => (TOOLS_ONLY.includes(call) ? [] : `helix ${call}${words.get(call) ?? ""}`));
    const json = z.toJSONSchema(schema);
    const forms = json.description === undefined ? (json.anyOf ?? [json]) : [json];
    for (const form of forms as z.core.JSONSchema.BaseSchema[]) {
      const { $schema: _, $defs: __, ...rest } = form;
      if (shown.length === 0) continue;
      const key = JSON.stringify(rest);
      const same = found.get(key);
      if (same) same.calls.push(...shown);
      else found.set(key, { calls: [...shown], form: rest });
    }
  }
  return [...found.values()];
}

function linesOf({ calls, form: { description = "", ...type } }: Printed): string {
  const head = `// ${calls.join(", ")}: ${description}`;
  const lines = head.length <= LINE_LENGTH_MAX ? head : head.replace(`: ${description}`, `:\n// ${description}`);
  return `${lines}\n${shapeOf(type)}`;
}

/** The words that each command takes, as its help shows them. */
async function wordsOfCommands(): Promise<ReadonlyMap<string, string>> {
  const words = new Map<string, string>();
  for (const { name, load } of await allCommands()) {
    const taken = Object.entries((await load()).arguments).filter(([, { type }]) => type === "positional");
    const shown = taken.map(([word, { isOptional }]) => (isOptional ? ` [${word}]` : ` ${word}`).toUpperCase());
    words.set(name, shown.join(""));
  }
  return words;
}

/** The whole page. Throws for an answer that stands in no section. */
export async function renderJsonPage(answers: readonly JsonAnswer[] = JSON_ANSWERS): Promise<string> {
  const words = await wordsOfCommands();
  const sections: { title: string; commands: Set<string>; answers: JsonAnswer[] }[] = [];
  for (const answer of answers) {
    const [first] = answer.calls[0]!.split(" ");
    const title = SECTIONS[first!];
    if (title !== undefined && sections.at(-1)?.title !== title)
      sections.push({ title, commands: new Set(), answers: [] });
    const { commands, answers: own } = sections.at(-1)!;
    for (const call of answer.calls) {
      const [command = ""] = call.split(" ");
      if (!TOOLS_ONLY.includes(call) && [title, undefined].includes(SECTIONS[command])) commands.add(command);
    }
    own.push(answer);
  }
  const known = new Set<string>();
  const parts = sections.map(({ title, commands, answers: own }) => {
    const printed = printedBy(own, words).map(linesOf).join("\n\n");
    const types = typesIn(printed, known);
    const code = [...(types.length > 0 ? [types.join("\n")] : []), printed].join("\n\n");
    return `## ${title}: ${[...commands].join(", ")}\n\n\`\`\`ts\n${code}\n\`\`\`\n`;
  });
  const { $schema: _, description: __, ...error } = z.toJSONSchema(errorData);
  const errors = `## Errors\n\n\`\`\`ts\n// any command, on standard error; INTERNAL is a fault of helix:\n${shapeOf(error)}\n\`\`\`\n`;
  return [INTRODUCTION, ...parts, errors].join("\n");
}

if (import.meta.main) {
  const path = fileURLToPath(new URL("../docs/JSON.md", import.meta.url));
  const rendered = await renderJsonPage();
  const isSame = readFileSync(path, "utf8") === rendered;
  if (!isSame) writeFileSync(path, rendered);
  process.stdout.write(isSame ? "docs/JSON.md is up to date\n" : "docs/JSON.md was written\n");
}

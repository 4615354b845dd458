// docs/JSON.md is what the schemas of src/surfaces/cli/data/answers.ts say, and these have every command and every action.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { renderJsonPage } from "../../scripts/generated-json.ts";
import { loadTools, TOOLS } from "../../src/features/tools.ts";
import { allCommands } from "../../src/surfaces/cli/commands.ts";
import { JSON_ANSWERS, jsonSchemaOf, TOOLS_ONLY, WITHOUT_JSON } from "../../src/surfaces/cli/data/answers.ts";
import { hooksCommand } from "../../src/surfaces/cli/hooks-commands.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/JSON.md", import.meta.url)), "utf8");
/** How long the page may be. */
const LINES_EACH = 13;

const COMMANDS = (await allCommands()).map(({ name }) => name);
const FEATURES = await loadTools();
const CALLS = JSON_ANSWERS.flatMap(({ calls }) => calls);

/** The actions of each tool that has several, and those of hooks, which its help names. */
const ACTIONS = [
  ...FEATURES.flatMap(({ name, parameters: { action } }) =>
    action?.kind === "choice" ? action.choices.map((choice) => ({ command: name, action: choice })) : [],
  ),
  ...hooksCommand.arguments.action!.description!.split(", ").map((action) => ({ command: "hooks", action })),
];

describe("the schemas", () => {
  test("are of every command that prints JSON, and of every tool", () => {
    const known = new Set(CALLS.map((call) => call.split(" ")[0]));
    const named = [...COMMANDS, ...TOOLS.map(({ name }) => name)];
    expect(named.filter((name) => !known.has(name))).toEqual(WITHOUT_JSON);
    expect([...known].filter((name) => !named.includes(name!))).toEqual([]);
    expect(named).toContain("doctor");
  });

  test.each(ACTIONS)("are of $command action=$action", ({ command, action }) => {
    const option = `--action=${action}`;
    expect(CALLS.filter((call) => [`${command} ${action}`, `${command} ${option}`].includes(call))).toHaveLength(1);
    expect(jsonSchemaOf([command, option])).toBeDefined();
  });

  test("are of no action that there is not", () => {
    const known = ACTIONS.map(({ command, action }) => `${command} ${action}`);
    const actions = CALLS.filter((call) => /^(?:edit|topics|hooks) [a-z]/.test(call)).map((call) =>
      call.split(" ", 2).join(" "),
    );
    expect(actions.filter((action) => !known.includes(action))).toEqual([]);
    expect(actions).toContain("topics xref");
  });

  test("have each call once, and describe each", () => {
    expect(new Set(CALLS).size).toBe(CALLS.length);
    const bare = JSON_ANSWERS.filter(({ schema }) => {
      const { description, anyOf } = z.toJSONSchema(schema);
      return description === undefined && !anyOf?.every((form) => (form as { description?: string }).description);
    });
    expect(bare).toEqual([]);
  });

  test("are found by the words of a call", () => {
    const callsOf = (...words: string[]) => JSON_ANSWERS.find(({ schema }) => schema === jsonSchemaOf(words))?.calls[0];
    expect(callsOf("topics")).toBe("topics");
    expect(callsOf("topics", "--kb", "/kb", "ENTRIES", "list")).toBe("topics entries");
    expect(callsOf("topics", "entries", "list", "--index", "3")).toBe("read");
    expect(callsOf("edit", "delete", "append")).toBe("edit delete");
    expect(callsOf("stats", "--detail", "tags")).toBe("topics stats --detail=tags");
    expect(callsOf("serve")).toBeUndefined();
    expect(callsOf("edit", "invent")).toBeUndefined();
  });
});

describe("docs/JSON.md", () => {
  test("is what `npm run docs` writes", async () => {
    expect(await renderJsonPage()).toBe(page);
  });

  test("has every call that prints JSON, and no other", () => {
    const shown = (call: string) => page.includes(`helix ${call}`);
    expect(CALLS.filter((call) => !shown(call))).toEqual(TOOLS_ONLY);
    expect(page.split("\n").length).toBeLessThan(LINES_EACH * JSON_ANSWERS.length);
  });

  test("would change with a field", async () => {
    const changed = JSON_ANSWERS.map(({ calls, schema }) =>
      calls.includes("project")
        ? { calls, schema: (schema as z.ZodObject).extend({ added: z.null() }) }
        : { calls, schema },
    );
    const changedPage = await renderJsonPage(changed);
    expect(changedPage).toContain("  added: null,\n");
    expect(page).not.toContain("added: null");
  });
});

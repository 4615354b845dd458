// Attempts to write beyond the limits of a task by tools that edit files, each before the guard's own process in a world
// whose task was begun through the tool plan (docs/GUARD.md has the table).

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { EDIT_ROWS } from "../support/bypass-rows.ts";
import { BypassWorld } from "../support/bypass-world.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("all");
const world = BypassWorld.begun(folder());

describe("a tool that edits files", () => {
  test.each(EDIT_ROWS)("$name", async ({ tool, input, why, by }) => {
    const at = await world;
    const tool_input = JSON.parse(at.placed(JSON.stringify(input)));
    const said = at.guard({ tool_name: tool, tool_input, ...(by === "main" ? { agent_id: undefined } : {}) });
    expect(said).toContain(why);
    expect(said!.length).toBeLessThanOrEqual(600);
  });

  test("within the delta it is allowed, and nothing was changed by asking", async () => {
    const at = await world;
    for (const file_path of ["src/a.ts", `${at.root}/lib/new/x.ts`, `${at.root}/src/caf\u00e9.ts`])
      expect(at.guard({ tool_name: "Write", tool_input: { file_path, content: "x" } })).toBeNull();
    expect(readFileSync(`${at.root}/src/b.ts`, "utf8")).toBe("export const b = 1;\n");
  });
});

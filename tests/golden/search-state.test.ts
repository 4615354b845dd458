// What every list says of a note besides its text: its id, its project where that is another's, and whether its source
// is stale. The files are looked at when the list is made, on the command line too.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const ID = "@[0-9a-z]{10}";
const STALE = " \\(stale: changed\\)";
const BANK = " \\(acme/bank\\)";

describe("lists: ids and state", () => {
  const serve = useServers("each");
  const folder = useFolders("each");

  /** A stale note and a fresh one of this project, which cite a file, and one of another project. */
  async function start() {
    const [directory, root] = [folder(), folder()];
    const repository = (name: string) => makeRepository(join(root, name), `https://example.org/acme/${name}.git`);
    const [cwd, other] = [repository("shop"), repository("bank")];
    writeFileSync(join(cwd, "a.ts"), "one\ntwo\nthree\n");
    const shop = await serve({ directory, cwd });
    await shop.store("engine", "valve alpha sticks", { source: "a.ts:2" });
    await shop.store("engine", "valve beta sticks", { source: "a.ts:3", links: "engine:0" });
    await shop.store("pump", "gotcha: engine valve of the pump", { source: "a.ts:2" });
    await (await serve({ directory, cwd: other })).store("engine", "valve gamma sticks");
    writeFileSync(join(cwd, "a.ts"), "one\nTWO\nthree\n");
    return { directory, cwd };
  }

  /** Expects the lines in the answers of the tool and of the command, asked at once. */
  async function expectLines(tool: string, values: Record<string, unknown>, words: string[], lines: string[]) {
    const { directory, cwd } = await start();
    const answer = await (await serve({ directory, cwd })).asWritten(tool, values);
    const printed = runHelix(words, { base: directory, cwd, keepsIds: true }).stdout;
    for (const line of lines) {
      expect(answer).toMatch(new RegExp(`^${line}`, "m"));
      expect(printed).toMatch(new RegExp(`^${line}`, "m"));
    }
  }

  test.each(["medium", "brief"])("detail=%s: says so of each result", async (detail) => {
    const date = detail === "medium" ? " \\d{4}-\\d\\d-\\d\\d" : "";
    await expectLines(
      "search",
      { query: "valve", detail },
      ["search", "valve", `--detail=${detail}`],
      [
        ` {2}\\[engine ${ID}\\]${date} valve alpha sticks${STALE}$`,
        ` {2}\\[engine ${ID}\\]${date} valve beta sticks$`,
        ` {2}\\[engine ${ID}\\]${date} valve gamma sticks${BANK}$`,
      ],
    );
  });

  test("detail=grouped: says so of each result", async () => {
    await expectLines(
      "search",
      { query: "valve", detail: "grouped" },
      ["search", "valve", "--detail=grouped"],
      [` {2}${ID} valve alpha sticks${STALE}$`, ` {2}${ID} valve beta sticks$`, ` {2}${ID} valve gamma sticks${BANK}$`],
    );
  });

  test("detail=full: says so beside the source", async () => {
    await expectLines(
      "search",
      { query: "valve", detail: "full" },
      ["search", "valve", "--detail=full"],
      [`--- engine ${ID} ---`, `\\[source: a\\.ts:2\\]${STALE}$`, "\\[source: a\\.ts:3\\] \\(unchanged\\)$"],
    );
  });

  test.each<[string, Record<string, unknown>, string[], string[]]>([
    [
      "recent",
      { project: "any" },
      ["--project=any"],
      [`engine:0 ${ID}\\] .* alpha sticks${STALE}$`, `engine:2 ${ID}\\] .* gamma sticks${BANK}$`],
    ],
    [
      "entries",
      { topic: "engine", project: "any" },
      ["engine", "--project=any"],
      [`0 ${ID}\\] .* alpha sticks${STALE}$`, `2 ${ID}\\] .* gamma sticks${BANK}$`],
    ],
    ["xref", { topic: "engine" }, ["engine"], [`pump:0 ${ID}\\] .* engine valve of the pump #gotcha${STALE}$`]],
  ])("topics %s says so of each note", async (action, values, words, lines) => {
    await expectLines(
      "topics",
      { action, ...values },
      ["topics", action, ...words],
      lines.map((line) => ` {2}\\[${line}`),
    );
  });

  test("a briefing says so of each note", async () => {
    await expectLines(
      "brief",
      { query: "engine" },
      ["brief", "engine"],
      [
        ` {2}\\[engine:0 ${ID}\\] .* alpha sticks \\(~70%\\)${STALE}$`,
        ` {2}\\[engine:2 ${ID}\\] .* gamma sticks${BANK}$`,
      ],
    );
  });
});

// A changed source lowers what an entry counts: found in the background after a server has started and after writes,
// never on the way of a search. The tests wait by asking, as a client would that goes on working.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeRepository } from "../support/git-repository.ts";
import { type Served, useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

/** Calls are answered in about a millisecond; the background begins within some seconds. */
const TRIES_MAX = 60_000;

/** Asks until the answer is as wanted; gives the last answer. */
async function askUntil(ask: () => Promise<string>, isWanted: (answer: string) => boolean): Promise<string> {
  let answer = await ask();
  for (let tries = 0; tries < TRIES_MAX && !isWanted(answer); tries++) answer = await ask();
  return answer;
}

describe("stale entries in search", () => {
  const serve = useServers("each");
  const folder = useFolders("each");

  /**
   * Two entries that score alike but that the second, which cites something, is younger by its place and so comes
   * first.
   */
  async function start() {
    const root = makeRepository(join(folder(), "project"));
    const write = (path: string, content: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    };
    write("a/one.ts", "first\nsecond\nthird\n");
    const helix = await serve({ cwd: root });
    // Equal words in equal places: topic, source and text of one length.
    await helix.store("engine", "linker flag alpha", { source: "a/two.ts:2" });
    await helix.store("engine", "linker flag gamma", { source: "a/one.ts:2" });
    return { helix, root, write };
  }

  const search = (helix: Served, detail: string) => () => helix.search("linker flag", { detail });

  /** The mark is there at once, the order when the server has looked at all sources. */
  const isBehind = (answer: string) => answer.indexOf("gamma") > answer.indexOf("alpha");

  test("a stale entry falls behind an equal one, and is marked", async () => {
    const { helix, root, write } = await start();
    expect(await helix.search("linker flag", { detail: "brief" })).toBe(
      "  [engine] linker flag gamma\n  [engine] linker flag alpha\n2 match(es)",
    );
    write("a/one.ts", "first\nother\nthird\n");
    const later = await serve({ directory: helix.directory, cwd: root });
    const brief = await askUntil(search(later, "brief"), isBehind);
    expect(brief).toBe("  [engine] linker flag alpha\n  [engine] linker flag gamma (stale: changed)\n2 match(es)");
    expect(await later.search("linker flag")).toBe(
      "  [engine] 2026-02-21 linker flag alpha\n  [engine] 2026-02-21 linker flag gamma (stale: changed)\n2 match(es)",
    );
    expect(await later.search("linker flag", { detail: "full" })).toBe(
      [
        "--- engine ---",
        "[source: a/two.ts:2]",
        "> linker flag alpha",
        "",
        "--- engine ---",
        "[source: a/one.ts:2] (stale: changed)",
        "> linker flag gamma",
        "",
        "2 matching section(s)",
      ].join("\n"),
    );
  });

  test("in a running server after a write, and the other way round when the file is back", async () => {
    const { helix, root, write } = await start();
    rmSync(join(root, "a/one.ts"));
    // A write is a reason to look again, not within seconds of the last look.
    await helix.store("other", "something else");
    const gone = await askUntil(search(helix, "brief"), isBehind);
    expect(gone).toBe("  [engine] linker flag alpha\n  [engine] linker flag gamma (stale: gone)\n2 match(es)");
    write("a/one.ts", "first\nsecond\nthird\n");
    await helix.store("other", "one more thing");
    const back = await askUntil(search(helix, "brief"), (answer) => !isBehind(answer));
    expect(back).toBe("  [engine] linker flag gamma\n  [engine] linker flag alpha\n2 match(es)");
  });

  test("a line that only moved counts as before", async () => {
    const { helix, root, write } = await start();
    write("a/one.ts", "new\nnew too\nfirst\nsecond\nthird\n");
    const later = await serve({ directory: helix.directory, cwd: root });
    const full = await askUntil(search(later, "full"), (answer) => answer.includes("(moved"));
    expect(full).toContain("[source: a/one.ts:2] (moved to line 4)\n> linker flag gamma\n");
    expect(await later.search("linker flag", { detail: "brief" })).toBe(
      "  [engine] linker flag gamma\n  [engine] linker flag alpha\n2 match(es)",
    );
  });

  test("an edited entry and a rewritten log take nobody else's state", async () => {
    const { helix, root, write } = await start();
    write("a/one.ts", "first\nother\nthird\n");
    const later = await serve({ directory: helix.directory, cwd: root });
    await askUntil(search(later, "brief"), (answer) => answer.includes("gamma (stale: changed)"));
    // The first entry goes, so that every offset in the log changes.
    await later.answer("edit", { action: "delete", topic: "engine", index: 0 });
    await later.answer("topics", { action: "compact", log: true, apply: true });
    const brief = await askUntil(search(later, "brief"), (answer) => answer.includes("(stale: changed)"));
    expect(brief).toBe("  [engine] linker flag gamma (stale: changed)\n1 match(es)");
    // Revised with the file in view, the entry is as good as new.
    await later.answer("edit", { action: "revise", topic: "engine", index: 0, text: "linker flag delta" });
    const revised = await later.search("linker flag", { detail: "brief" });
    expect(revised).toBe("  [engine] linker flag delta\n1 match(es)");
    expect(await later.answer("topics", { action: "stale" })).toBe("1 source looked at, 1 unchanged");
  });
});

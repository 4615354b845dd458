// The home that 0.2.0 wrote opens in every version: what 0.2.0 answered is answered still, whatever is done to its index;
// what 0.2.0 began can be ended; and 0.2.0 opens what this version wrote into it.

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fixturePath } from "../support/fixtures.ts";
import { CHANGED } from "../support/frozen/changed-since.ts";
import { differences } from "../support/frozen/differences.ts";
import { answerOf, copyFrozenHome, FROZEN, keyOf, QUESTIONS } from "../support/frozen/frozen-home.ts";
import { oldBinary } from "../support/frozen/old-binary.ts";
import { idOf, type Player, playedPlaces } from "../support/frozen/played-home.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
const ANSWERS = JSON.parse(readFileSync(join(fixturePath(FROZEN), "answers.json"), "utf8")) as Record<string, unknown>;
/** Questions about notes alone: their answers are the same whatever is done to the index. */
const OF_NOTES = QUESTIONS.filter(([word]) => /^(?:search|brief|read|topics|learn|export)$/.test(word!));

function frozen(): { root: string; player: Player } {
  const root = folder();
  return { root, player: copyFrozenHome(root) };
}

/** What is otherwise than 0.2.0 answered, by question. */
function changes(player: Player, root: string, questions: readonly (readonly string[])[]): Record<string, string[]> {
  const rows = questions.map((words) => {
    const key = keyOf(words);
    return [key, differences(key, ANSWERS[key], answerOf(player, root, words))] as const;
  });
  return Object.fromEntries(rows.filter(([, changed]) => changed.length > 0));
}

describe("a home of 0.2.0", () => {
  test("answers what it answered", () => {
    const { root, player } = frozen();
    expect(changes(player, root, QUESTIONS)).toEqual(CHANGED);
  });

  test.each([
    ["without its index", (_: Player, base: string) => rmSync(join(base, "index.bin"))],
    ["indexed anew", (player: Player) => player.must(["index"])],
    ["compacted", (player: Player) => player.must(["compact", "--apply"])],
  ])("answers the same about notes %s", (_, change) => {
    const { root, player } = frozen();
    change(player, playedPlaces(root).base);
    const keys = OF_NOTES.map(keyOf);
    const expected = Object.entries(CHANGED).filter(([key]) => keys.includes(key));
    expect(changes(player, root, OF_NOTES)).toEqual(Object.fromEntries(expected));
  });

  test("goes on: changes are undone, lessons restored, originals shown, and the task that is active ends", async () => {
    const { player } = frozen();
    expect(player.must(["undo"])).toContain("parcels go out at noon");
    expect(player.must(["search", "freight"])).toContain("parcels over 30 kg");
    player.must(["learn", "restore", idOf(player, "weigh once"), "--apply"]);
    expect(player.must(["learn", "recall", "parcels are weighed twice"])).toContain("weigh once, at packing");
    const [{ key }] = (JSON.parse(player.must(["output", "--json"])) as { outputs: [{ key: string }] }).outputs;
    expect(player.must(["output", key, "--raw"])).toBe(Array.from({ length: 3000 }, (_, i) => `${i + 1}\n`).join(""));
    const [report] = await player.tools([
      ["plan", { action: "report", status: "blocked", summary: "the README has nothing to do with it" }],
    ]);
    expect(report).toMatch(/^blocked/);
    expect(player.must(["plan", "ready"])).toContain("002 part-002");
  });

  test("gives settings back as they were", () => {
    const { root, player } = frozen();
    player.must(["hooks", "uninstall", "--user", "--yes"]);
    const settings = readFileSync(join(playedPlaces(root).home, ".claude", "settings.json"), "utf8");
    const own = { model: "opus", hooks: { Stop: [{ hooks: [{ type: "command", command: "say done" }] }] } };
    expect(settings).toBe(`${JSON.stringify(own, null, 4)}\n`);
  });
});

describe("0.2.0 on what this version wrote", () => {
  const binary = oldBinary();

  test.skipIf(binary === null)("opens it and has every note, lesson, event and plan", async () => {
    const { root, player } = frozen();
    player.must(["store", "returns", "gotcha: returns after 30 days need a manager", "--source", "src/checkout.ts"]);
    player.must(["edit", "append", "tax", "since 2026 also in February", "--match-str", "accountant"]);
    player.must(["edit", "delete", "kept", "--match-str", "taken back"]);
    player.must(["learn", "remember", "totals are off by a cent", "--resolution", "round once, at the end"]);
    player.must(["code", "index", "--force"]);
    player.must(["run", "seq 2 3000"]);
    await player.tools([["plan", { action: "report", status: "blocked", summary: "it waits for the next release" }]]);
    player.must(["index"]);
    player.must(["store", "returns", "stored behind the index of this version"]);

    const old = player.as(binary!);
    const asked = (by: Player, ...words: string[]) => answerOf(by, root, words);
    for (const words of [
      ["export"],
      ["plan", "show"],
      ["learn", "recall", "totals are off"],
      ["code", "callers", "tax"],
    ]) {
      expect(asked(old, ...words), words.join(" ")).toEqual(asked(player, ...words));
    }
    expect(asked(old, "check")).toMatchObject({ damages: [], aimless: [], tornBytes: 0 });
    expect(old.must(["search", "manager"])).toContain("returns after 30 days");
    expect(old.must(["search", "behind", "index"])).toContain("of this version");
    expect(old.must(["store", "returns", "stored by 0.2.0 again"])).toContain("stored in returns");
    expect(player.must(["search", "stored", "again"])).toContain("stored by 0.2.0 again");
    expect(asked(player, "check")).toMatchObject({ damages: [], aimless: [], tornBytes: 0 });
  });
});

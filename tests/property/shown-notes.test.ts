// What a session remembers of shown notes, whatever lines its file holds: it is bounded, nothing throws, and no sign is a
// judgement.

import { describe, expect, test } from "vitest";
import { Random } from "../../bench/corpus.ts";
import { SessionMemory } from "../../src/events/session-memory.ts";
import { HookSession } from "../support/hook-session.ts";

const KINDS = "aqwchbj+-eutiks".split("");
const FILES = ["src/a.ts", "src/b.ts", "c d.ts", ""];
const RUNS = ["npm test", "npm test ~abc", "tsc", "cargo build #x1"];

describe("whatever lines there are", () => {
  test.each(Array.from({ length: 60 }, (_, seed) => seed))("seed %i", (seed) => {
    const random = new Random(seed);
    const pick = <Item>(items: readonly Item[]): Item => items[random.below(items.length)]!;
    const id = () => `${random.below(40)}`.padStart(10, "0");
    const ids = () => Array.from({ length: random.below(12) }, id).join(",");
    const lines = Array.from({ length: 2000 }, () => {
      const value = pick([
        `${ids()} ${pick(FILES)}`,
        `${ids()} ${pick(RUNS)}`,
        pick(RUNS),
        pick(FILES),
        ids(),
        "",
        " ",
      ]);
      return `${pick(KINDS)} ${value}\n`;
    });
    const { shown } = new SessionMemory([lines.join("")]).state;
    expect(shown.inTurn.size).toBeLessThanOrEqual(8);
    expect(shown.ofFiles.size).toBeLessThanOrEqual(64);
    expect(shown.contents.size).toBeLessThanOrEqual(64);
    expect(shown.awaited.length).toBeLessThanOrEqual(8);
    expect(shown.resolved.size).toBeLessThanOrEqual(32);
    expect(shown.doubts.size).toBeLessThanOrEqual(32);
    for (const notes of shown.ofFiles.values()) expect(notes.length).toBeLessThanOrEqual(8);
    for (const { notes } of shown.awaited) expect(new Set(notes).size).toBe(notes.length);
    for (const passed of RUNS) {
      shown.pass(passed);
      expect(shown.resolvedBy(passed)).toEqual([]);
    }
  });
});

const TYPES = ["prompt", "prompt", "ambient", "post-build", "error-context", "stop", "subagent", "session"] as const;
const PROMPTS = ["no, that's wrong", "why does the linker drop symbols?", "go on", "the cache evicts pages too early"];
const LESSONS = [
  ["The linker drops symbols of static libraries", "run `make relink` and call `keepSymbols`"],
  ["The cache evicts pages too early", "use `pinPage`"],
] as const;

describe("sessions of random events", () => {
  test.each(Array.from({ length: 25 }, (_, seed) => seed))(
    "seed %i: no lesson twice, but once at each file and command that it is about, and nothing is judged",
    async (seed) => {
      const random = new Random(seed);
      const pick = <Item>(items: readonly Item[]): Item => items[random.below(items.length)]!;
      const session = new HookSession();
      await session.store(
        ...LESSONS.map(([trigger, resolution]) => ({
          topic: "lessons",
          text: `${trigger}\nresolution: ${resolution}`,
          tags: ["failure"],
          project: "engine",
        })),
      );
      const told = new Map<string, Set<string>>();
      for (let at = 0; at < 40; at++) {
        const agent = pick(["", "", "one"]);
        const type = pick(TYPES);
        const source = pick(["startup", "compact", "resume"]);
        const command = pick(["make", "make relink", "git checkout ."]);
        const file = `/code/engine/src/${pick(["linker", "cache"])}.ts`;
        const said = await session.ask(type, {
          agent_id: agent,
          prompt: pick(PROMPTS),
          source,
          tool_name: pick(["Bash", "Edit", "Write"]),
          tool_input: {
            command,
            file_path: file,
            old_string: "a",
            new_string: pick(["keepSymbols()", "pinPage()"]),
            content: "x",
          },
          tool_response: { stdout: pick(["", "src/a.c:1:1: error: linker drops symbols\nmake: *** [a] Error 1"]) },
          error: "Exit code 2\nsrc/a.c:1:1: error: linker drops symbols of static libraries",
        });
        const known = told.get(agent) ?? new Set<string>();
        if (type === "session" && agent === "" && source !== "resume") known.clear();
        told.set(agent, known);
        for (const [trigger] of LESSONS) {
          const count = said.split(trigger).length - 1;
          const place = type === "ambient" ? file : ["post-build", "error-context"].includes(type) ? command : "";
          const here = `${trigger} at ${place}`;
          expect(count).toBeLessThanOrEqual(type === "stop" ? 2 : known.has(here) ? 0 : 1);
          if (count > 0 && type !== "stop") known.add(`${trigger} at `).add(here);
        }
      }
      expect(session.events.judgements().notes.size).toBe(0);
      expect(session.events.all().filter(({ type }) => type === "feedback")).toEqual([]);
    },
  );
});

// Sessions of random events to which all sources speak: nothing is said twice in a conversation, no answer is longer than
// it may be, and every offer is either said or has a reason.

import { describe, expect, test } from "vitest";
import { Random } from "../../bench/corpus.ts";
import type { HookType } from "../../src/hooks/common/hook-types.ts";
import { type HookSource, type Offer, SOURCE_NAMES } from "../../src/hooks/router/offer.ts";
import { ANSWER_BYTES_MAX } from "../../src/hooks/router/router.ts";
import { HookSession } from "../support/hook-session.ts";

const SESSIONS = 40;
const EVENTS = 50;
const TYPES: readonly HookType[] = ["prompt", "ambient", "post-build", "error-context", "session", "subagent", "stop"];
const AGENTS = ["", "", "", "one", "two"];
const WORDS = ["linker", "cache", "eviction", "arm64", "recovery", "pages", "buffer", "segment"];

describe("whatever order events come in", () => {
  test.each(Array.from({ length: SESSIONS }, (_, seed) => seed))("seed %i", async (seed) => {
    const random = new Random(seed);
    const pick = <Item>(items: readonly Item[]): Item => items[random.below(items.length)]!;
    const session = new HookSession();
    await session.store(
      ...WORDS.map((word) => ({ topic: word, text: `gotcha: the ${word} of ${pick(WORDS)}`, project: "engine" })),
    );
    let offered: Offer[] = [];
    const makeOffers = () =>
      Array.from({ length: random.below(9) }, (): Offer => {
        const name = `${pick(WORDS)}-${random.below(6)}`;
        const lines = Array.from({ length: 1 + random.below(3) }, () => `- <${name}> ${"x".repeat(random.below(300))}`);
        return { name, lines, value: random.below(5), ...(random.below(4) === 0 && { file: `src/${name}.ts` }) };
      });
    session.sources = SOURCE_NAMES.map(
      (name): HookSource => ({
        name,
        async offers() {
          if (random.below(5) === 0) throw new Error("broken");
          if (random.below(4) === 0) return null;
          const offers = makeOffers();
          offered.push(...offers);
          return { opening: `helix: from ${name}`, offers, isOfFailure: random.below(4) === 0 };
        },
      }),
    );
    const told = new Map<string, Set<string>>();
    for (let at = 0; at < EVENTS; at++) {
      const type = pick(TYPES);
      const agent = pick(AGENTS);
      const source = pick(["startup", "resume", "clear", "compact"]);
      offered = [];
      const fields = {
        prompt: `why does the ${pick(WORDS)} need the ${pick(WORDS)} of the ${pick(WORDS)}?`,
        source,
        agent_id: agent,
        tool_name: pick(["Bash", "Read", "Edit"]),
        tool_input: { command: "make", file_path: `/code/engine/src/${pick(WORDS)}.ts`, old_string: "a" },
        tool_response: { stdout: pick(["", "src/a.c:1:1: error: no\nmake: *** [a] Error 1"]) },
        error: pick(["Exit code 1\nsrc/a.c:1:1: error: no", "File not found"]),
      };
      const said = await session.ask(type, fields);
      const isBeginning = type === "session" || type === "subagent";
      expect(Buffer.byteLength(said)).toBeLessThanOrEqual(isBeginning ? 9000 : ANSWER_BYTES_MAX);
      // What empties a conversation lets everything be said again.
      if (type === "session" && agent === "" && (source === "clear" || source === "compact")) told.delete("");
      const known = told.get(agent) ?? new Set<string>();
      told.set(agent, known);
      const blocks = said.split(/^(?=helix: from )/m).filter((block) => block.startsWith("helix: from "));
      for (const block of blocks) {
        const [opening, ...lines] = block.split("\n");
        const names = new Set(lines.flatMap((line) => /^- <([^>]+)>/.exec(line)?.[1] ?? []));
        expect(names.size).toBeGreaterThan(0);
        for (const name of names) {
          const key = `${opening} ${name}`;
          expect(known.has(key), `${key} is said twice`).toBe(false);
          known.add(key);
          expect(offered.some((each) => each.name === name)).toBe(true);
        }
      }
    }
  });
});

// Promise 11 in the real client: the bill that `helix gain --session` reads from the transcripts is what the scripted
// model charged, and what shortened outputs kept away is counted request by request, as the model saw the requests.

import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { encodeEvents } from "../../src/events/log/event-line.ts";
import type { NewEvent } from "../../src/events/log/event-types.ts";
import type { BillData, GainData } from "../../src/features/gain/data.ts";
import { claudeCode } from "../support/client/claude-code.ts";
import type { Charge, ModelRequest } from "../support/client/model-request.ts";
import { type ClientSession, runClient } from "../support/client/run-client.ts";
import { type Stage, useStages } from "../support/client/stage.ts";
import { keyIn, resultsOf } from "../support/client/tool-results.ts";
import { say, type Turn, use, useAll } from "../support/client/turn.ts";
import { countedEventIds } from "../support/memory-events.ts";

const client = await claudeCode();
const makeStage = useStages("all");
const bash = (command: string) => ["Bash", { command, description: "a command" }] as const;

/** A turn that costs something that no other turn costs. */
function charged(turn: Turn, input: number): Turn {
  return { ...turn, inputTokens: input, usage: { output: input + 1, cacheWritten: input + 2, cacheRead: input + 3 } };
}

function sum(requests: readonly ModelRequest[]): Charge {
  const total = (name: keyof Charge) => requests.reduce((all, each) => all + each.charged[name], 0);
  return {
    input: total("input"),
    output: total("output"),
    cacheWritten: total("cacheWritten"),
    cacheRead: total("cacheRead"),
  };
}

function billOf(stage: Stage, ...words: string[]): BillData {
  return JSON.parse(stage.helix("gain", "--session", ...words, "--json").stdout) as BillData;
}

/** The keys of the originals of what `echo NAME` printed. */
const KEYS = { first: "K1111111", second: "K2222222", third: "K3333333", fourth: "K4444444" };

/** A hook that puts such a key in place of what a command printed. */
const SHORTENING = `node -e '
const { tool_input: { command } } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const name = /^echo (\\w+)$/.exec(command)?.[1];
const key = (${JSON.stringify(KEYS)})[name];
const updatedToolOutput = { stdout: "short\\n[helix: shortened; helix output " + key + " shows all]", stderr: "", interrupted: false };
if (key) console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput } }));
'`;

/** What the log says of an output of 9,000 bytes that was shortened to 1,000. */
function shortened(key: string): NewEvent {
  return { type: "filter", by: "Bash", command: "echo", filter: "test", key, before: 9000, after: 1000 };
}

describe.skipIf(client === null)("the bill of a session of the real client", () => {
  let stage: Stage;
  let session: ClientSession;
  let bill: BillData;

  beforeAll(async () => {
    stage = makeStage();
    const hooks = { PostToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: SHORTENING }] }] };
    stage.putHome(".claude/settings.json", JSON.stringify({ hooks }));
    const task = { description: "look", prompt: "look at how the pool is opened", subagent_type: "general-purpose" };
    session = await runClient({
      client: client!,
      stage,
      prompts: ["look around", "/compact", "and on", "let somebody look"],
      allowedTools: ["Bash(echo:*)", "Agent"],
      script: {
        main: [
          charged(useAll(bash("echo first"), bash("echo second")), 100),
          charged(use(...bash("echo output K1111111")), 200),
          charged(say("three requests before the summary"), 300),
          charged(use(...bash("echo third")), 400),
          charged(say("two requests after it"), 500),
          charged(use("Agent", task), 600),
          charged(say("it is under way"), 700),
          charged(say("all is done"), 800),
        ],
        subagent: [
          charged(use(...bash("echo fourth")), 1000),
          charged(use(...bash("echo nothing to shorten")), 1100),
          charged(say("seen"), 1200),
        ],
        summary: [charged(say("<summary>work was done</summary>"), 5000)],
      },
    });
    expect(session.exitCode, session.errors).toBe(0);
    const newId = countedEventIds();
    const head = { at: Date.now(), session: session.id, agent: "", project: [] };
    const all = [...Object.values(KEYS), "K9999999"].map(shortened);
    const fetched: NewEvent[] = [
      { type: "fetched", key: KEYS.first, bytes: 2000 },
      { type: "fetched", key: KEYS.second, bytes: 400 },
    ];
    mkdirSync(join(stage.base, "events"), { recursive: true, mode: 0o700 });
    const lines =
      encodeEvents(head, [...all, shortened(""), ...fetched], newId) +
      encodeEvents({ ...head, session: "another" }, [shortened("K8888888")], newId);
    appendFileSync(join(stage.base, "events", "active.jsonl"), lines, { mode: 0o600 });
    bill = billOf(stage, session.id);
  });

  test("is what the model charged, main conversation and subagents apart", () => {
    expect(session.main.length).toBeGreaterThanOrEqual(8);
    expect(session.subagent).toHaveLength(3);
    const rows = [...bill.rows].map(({ isMain, requests, input, output, cacheWritten, cacheRead }) => ({
      isMain,
      requests,
      input,
      output,
      cacheWritten,
      cacheRead,
    }));
    expect(rows).toEqual([
      { isMain: true, requests: session.main.length, ...sum(session.main) },
      { isMain: false, requests: session.subagent.length, ...sum(session.subagent) },
    ]);
    expect(bill.total).toMatchObject(sum([...session.main, ...session.subagent]));
  });

  test("tells of what transcripts do not name by the client's own total", () => {
    expect(session.summary).toHaveLength(1);
    expect(bill.clientTotal).toMatchObject(sum(session.requests));
  });

  test("counts each shortened output once for every request that the model saw it in", () => {
    const seen = (key: string) =>
      session.requests.filter(
        ({ conversation, body }) =>
          conversation !== "summary" && JSON.stringify(body.messages).includes(`helix output ${key}`),
      ).length;
    const requests = Object.values(KEYS).map(seen);
    expect(requests).toEqual([2, 2, 4, 2]);
    const carried = requests.reduce((all, each) => all + each, 0);
    expect(bill.kept).toMatchObject({
      shortened: 6,
      seen: 4,
      carried,
      keptBytes: carried * 8000,
      takenBytes: 4 * 8000,
    });
  });

  test("does not count what the transcript does not show, and says so", () => {
    expect(bill.kept).toMatchObject({ notSeen: 1, withoutKey: 1 });
    expect(stage.helix("gain", "--session", session.id).stdout).toMatch(
      /not seen in the transcript, and not counted: 1/,
    );
  });

  test("counts what was fetched again with every request that carried it", () => {
    expect(bill.kept).toMatchObject({ fetches: 1, fetchedBytes: 2000, fetchesElsewhere: 1 });
  });

  test("is of the newest session where none is named", () => {
    expect(billOf(stage).session).toBe(session.id);
  });

  test("has a cost where the model has a price", () => {
    const { rows } = bill;
    const price = { model: rows[0]!.model, asOf: "2026-11-24", input: 1, cacheWrite: 2, cacheRead: 3, output: 4 };
    stage.put("../knowledge/prices.json", JSON.stringify({ models: [price] }));
    const { input, cacheWritten, cacheRead, output } = sum([...session.main, ...session.subagent]);
    const priced = billOf(stage, session.id, "--prices");
    expect(priced.cost).toBeCloseTo((input + 2 * cacheWritten + 3 * cacheRead + 4 * output) / 1e6, 9);
    // Each output is written into the cache by the first request that carries it, and read by the others; what was
    // fetched is written once.
    expect(priced.kept.cost).toBeCloseTo(((4 * 2 + (1 + 1 + 3 + 1) * 3) * 2000 - 500 * 2) / 1e6, 9);
  });
});

describe.skipIf(client === null).each(["command", "mcp"])("the gain of a session, with hooks by %s", (transport) => {
  const FILTER = '[filters.numbers]\nmatch_command = "^seq\\\\b"\nhead_lines = 2\ntail_lines = 1\n';
  let stage: Stage;
  let session: ClientSession;
  let [key, other] = ["", ""];

  beforeAll(async () => {
    stage = makeStage();
    stage.helix("hooks", "install", "--user", "--transport", transport);
    stage.helix("config", "set", "economy.filters", "on");
    stage.putHome("../knowledge/filters/numbers.toml", FILTER);
    session = await runClient({
      client: client!,
      stage,
      prompts: ["count"],
      allowedTools: ["Bash(seq:*)", "Bash(helix output:*)", "Bash(echo:*)", "Agent"],
      script: {
        main: [
          use(...bash("seq 1 1000")),
          (request) => {
            key = keyIn(request);
            return use("mcp__helix__output", { key });
          },
          () => use(...bash(`helix output ${key} --lines 1-900`)),
          use(...bash("seq 1 700")),
          (request) => {
            other = keyIn(request);
            return use("Agent", { description: "count", prompt: "count to 1500", subagent_type: "general-purpose" });
          },
          say("it counts"),
          say("counted"),
        ],
        subagent: [use(...bash("seq 1 1500")), use(...bash("echo done")), say("counted, too")],
      },
    });
    expect([session.exitCode, session.hookProblems], session.errors).toEqual([0, []]);
  });

  const size = (text: string) => Buffer.byteLength(text);
  const numbers = (to: number) => size(Array.from({ length: to }, (_, at) => at + 1).join("\n"));

  const gain = (...words: string[]) => JSON.parse(stage.helix("gain", ...words, "--json").stdout) as GainData;

  test("is what the model was spared, less what it was shown after all: here a loss, and shown as one", () => {
    const [short, , , second] = resultsOf(session.main).map(({ text }) => text);
    const [third] = resultsOf(session.subagent).map(({ text }) => text);
    expect([key, other]).toEqual([expect.stringMatching(/^\w{8}$/), expect.stringMatching(/^\w{8}$/)]);
    expect(key).not.toBe(other);
    const { total, filters } = gain();
    expect(total).toMatchObject({
      shortened: 3,
      before: numbers(1000) + numbers(700) + numbers(1500),
      after: size(short!) + size(second!) + size(third!),
      fetches: 2,
    });
    expect(filters).toEqual([{ name: "numbers", ...total }]);
    expect(total.net).toBe(total.before - total.after - total.fetched);
    expect(gain("--project=here").total).toEqual(total);
  });

  test("counts what was fetched as the model was shown it", () => {
    const [, byTool, byCommand] = resultsOf(session.main).map(({ text }) => text);
    expect(Math.abs(gain().total.fetched - size(byTool!) - size(byCommand!))).toBeLessThanOrEqual(2);
  });

  test("is in the bill with every request that carried it, or would have, a subagent's too", () => {
    const carrying = (requests: readonly ModelRequest[], word: string) =>
      requests.filter(({ body }) => JSON.stringify(body.messages).includes(word)).length;
    const first = carrying(session.main, `helix output ${key} shows`);
    const second = carrying(session.main, `helix output ${other} shows`);
    const third = carrying(session.subagent, "lines left out by numbers");
    expect([first, second, third]).toEqual([6, 3, 2]);
    const [short, , , short2] = resultsOf(session.main).map(({ text }) => size(text));
    const [short3] = resultsOf(session.subagent).map(({ text }) => size(text));
    const { kept } = billOf(stage);
    expect(kept).toMatchObject({ shortened: 3, seen: 3, notSeen: 0, carried: 11, fetches: 2, fetchesElsewhere: 0 });
    expect(kept.keptBytes).toBe(
      (numbers(1000) - short!) * first + (numbers(700) - short2!) * second + (numbers(1500) - short3!) * third,
    );
    expect(kept.fetchedBytes).toBeGreaterThan(0);
  });
});

// What is read from lines of transcripts: requests told apart, results and who carried them, lines of any kind.

import { describe, expect, it } from "vitest";
import { Transcript } from "../../../../src/clients/claude-code/transcript.ts";
import type { Conversation } from "../../../../src/features/gain/session-record.ts";

const KEY = "K3V9X2MP";
const USAGE = { input_tokens: 7, cache_creation_input_tokens: 20, cache_read_input_tokens: 300, output_tokens: 4000 };

type Line = Record<string, unknown>;

/** A line behind another one. */
function line(uuid: string, parentUuid: string | null, more: Line): Line {
  return { uuid, parentUuid, timestamp: "2026-11-24T10:00:00.000Z", ...more };
}

function asks(uuid: string, parent: string | null, id: string, ...content: Line[]): Line {
  return line(uuid, parent, { type: "assistant", message: { id, model: "m", usage: USAGE, content } });
}

function call(id: string, command = "cargo build"): Line {
  return { type: "tool_use", id, name: "Bash", input: { command } };
}

function result(
  uuid: string,
  parent: string,
  of: string,
  content: unknown = `short\n[helix: helix output ${KEY} shows all]`,
): Line {
  return line(uuid, parent, {
    type: "user",
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: of, content }] },
  });
}

function read(
  lines: readonly (Line | string)[],
  agent = "",
): { main: Conversation; all: Conversation[]; transcript: Transcript } {
  const transcript = new Transcript(new Set([KEY]));
  for (const each of lines) transcript.take(typeof each === "string" ? each : JSON.stringify(each), agent);
  const all = transcript.conversations();
  return { main: all[0]!, all, transcript };
}

describe("requests", () => {
  it("are told by their id: a line for each block, the last of which has all that was charged", () => {
    const first = asks("a1", null, "msg_1", { type: "text", text: "I look" });
    const early = { ...USAGE, output_tokens: 1 };
    (first.message as Line).usage = early;
    const { main } = read([first, asks("a2", "a1", "msg_1", call("t1")), asks("a3", "a2", "msg_2")]);
    expect(main.requests.map(({ usage }) => usage.output)).toEqual([4000, 4000]);
    expect(main.requests[0]).toMatchObject({ model: "m", usage: { input: 7, cacheWritten: 20, cacheRead: 300 } });
  });

  it("know what was written into a cache for an hour", () => {
    const long = { ...USAGE, cache_creation: { ephemeral_5m_input_tokens: 8, ephemeral_1h_input_tokens: 12 } };
    const { main } = read([
      line("a", null, { type: "assistant", message: { id: "1", model: "m", usage: long, content: [] } }),
    ]);
    expect(main.requests[0]!.usage).toMatchObject({ cacheWritten: 20, cacheWrittenHour: 12 });
  });

  it("are not what the client made up", () => {
    const made = line("a", null, {
      type: "assistant",
      message: { id: "1", model: "<synthetic>", usage: USAGE, content: [] },
    });
    expect(read([made]).main.requests).toEqual([]);
  });

  it("of older clients' subagents stand in the main file, and count apart", () => {
    const side = { ...asks("b", null, "2"), isSidechain: true };
    const { all } = read([asks("a", null, "1"), side, { ...side, uuid: "c", agentId: "x1" }]);
    expect(all.map(({ agent, requests }) => [agent, requests.length])).toEqual([
      ["", 1],
      ["subagent", 1],
      ["x1", 1],
    ]);
  });
});

describe("a shortened result", () => {
  const carried = (lines: readonly Line[]) => read(lines).main.results.map(({ carriedBy }) => carriedBy);
  const begin = [asks("a1", null, "1", call("t1")), result("r1", "a1", "t1")];

  it("is carried by each request behind it", () => {
    expect(
      carried([...begin, asks("a2", "r1", "2", call("t2")), result("r2", "a2", "t2", "whole"), asks("a3", "r2", "3")]),
    ).toEqual([[[1, 3]]]);
  });

  it("of calls that were made at once is carried though its line is a branch", () => {
    const lines = [
      asks("a1", null, "1", call("t1")),
      asks("a2", "a1", "1", call("t2")),
      result("r1", "a1", "t1"),
      result("r2", "a2", "t2", "whole"),
      asks("a3", "r2", "2"),
    ];
    expect(carried(lines)).toEqual([[[1, 2]]]);
  });

  it("is not carried any more behind a compaction", () => {
    const cut = line("c", null, { type: "system", subtype: "compact_boundary", logicalParentUuid: "a2" });
    const summary = line("s", "c", {
      type: "user",
      isCompactSummary: true,
      message: { role: "user", content: "so far" },
    });
    expect(carried([...begin, asks("a2", "r1", "2"), cut, summary, asks("a3", "s", "3")])).toEqual([[[1, 2]]]);
    expect(carried([...begin, { ...summary, parentUuid: "r1" }, asks("a3", "s", "3")])).toEqual([[]]);
  });

  it("is not carried any more where old results were cleared", () => {
    const cleared = line("c", "a2", { type: "system", subtype: "microcompact_boundary" });
    expect(carried([...begin, asks("a2", "r1", "2"), cleared, asks("a3", "c", "3")])).toEqual([[[1, 2]]]);
  });

  it("is not carried where the user went back behind it", () => {
    const again = line("u2", null, { type: "user", message: { role: "user", content: "no, rather so" } });
    expect(carried([...begin, asks("a2", "r1", "2"), again, asks("a3", "u2", "3")])).toEqual([[[1, 2]]]);
  });

  it("is seen in blocks, and by its end only", () => {
    const blocks = [{ type: "text", text: `[helix: helix output ${KEY} shows all]` }];
    expect(carried([begin[0]!, result("r1", "a1", "t1", blocks)])).toHaveLength(1);
    expect(carried([begin[0]!, result("r1", "a1", "t1", `${KEY}${" ".repeat(5000)}end`)])).toEqual([]);
    expect(carried([begin[0]!, result("r1", "a1", "t1", `${KEY}X and X${KEY}`)])).toEqual([]);
  });

  it("is one that was asked for where the call names its key, in small letters, too", () => {
    const lines = [
      asks("a1", null, "1", call("t1", `helix output ${KEY.toLowerCase()}`)),
      result("r1", "a1", "t1", `all of ${KEY}`),
    ];
    expect(read(lines).main.results).toMatchObject([{ key: KEY, isAsked: true }]);
  });
});

describe("lines that say nothing", () => {
  it("are passed over, and damaged ones are counted", () => {
    const odd = [
      "",
      "null",
      "7",
      '{"uuid":7}',
      '{"uuid":',
      '{"type":"user","uuid":"x","message":null}',
      '{"type":"assistant","uuid":"y","message":{"id":"1"}}',
    ];
    const contents = [7, [null, 7, { type: "tool_result" }], [{ type: "tool_use", id: 7 }]].map((content) =>
      line("z", "z", { type: "user", message: { content } }),
    );
    const { transcript, all } = read([...odd, ...contents, { ...result("r", "x", "t"), isMeta: true }]);
    expect(transcript.damaged).toBe(1);
    expect(all.flatMap(({ requests, results }) => [...requests, ...results])).toEqual([]);
  });

  it("hold the client's own total, the last one of which counts", () => {
    const total = (input: number) => ({
      type: "cost-state",
      modelUsage: { a: { inputTokens: input, outputTokens: 1 }, b: { cacheReadInputTokens: 5 } },
    });
    expect(read([total(1), total(2)]).transcript.clientTotal).toMatchObject({ input: 2, output: 1, cacheRead: 5 });
  });
});

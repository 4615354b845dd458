// Calls of tools in transcripts: of the main conversation and of a subagent, what ran and what did not, and transcripts
// that are missing, cut or damaged.

import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { transcriptCalls } from "../../../../src/clients/claude-code/transcript-calls.ts";
import { diskFileSystem } from "../../../../src/platform/disk-file-system.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");

const line = (value: object) => `${JSON.stringify({ uuid: "u", ...value })}\n`;
const called = (id: string, name: string, message = `msg_${id}`, more = {}) =>
  line({ type: "assistant", message: { id: message, content: [{ type: "tool_use", id, name, input: {} }] }, ...more });
const ended = (id: string, content: unknown, isError = false) =>
  line({ type: "user", message: { content: [{ type: "tool_result", tool_use_id: id, content, is_error: isError }] } });

function transcript(text: string, agent = ""): string {
  const root = folder();
  mkdirSync(`${root}/s1/subagents`, { recursive: true });
  writeFileSync(agent === "" ? `${root}/s1.jsonl` : `${root}/s1/subagents/agent-${agent}.jsonl`, text);
  return `${root}/s1.jsonl`;
}

test("calls in their order, with whether the client ran them", () => {
  const path = transcript(
    called("a", "Bash") +
      ended("a", "fine") +
      called("b", "Edit") +
      ended("b", "<tool_use_error>File does not exist.</tool_use_error>", true) +
      called("c", "Bash") +
      ended("c", [{ type: "text", text: "Exit code 1\n<tool_use_error>" }], true) +
      called("d", "mcp__other__write") +
      ended("d", "invalid arguments", true) +
      called("e", "Bash") +
      ended("e", "[Request interrupted by user for tool use]", true) +
      called("f", "Bash", "msg_f") +
      called("g", "Read", "msg_f"),
  );
  const { calls, flaws } = transcriptCalls(diskFileSystem, path, "");
  expect(flaws).toEqual([]);
  expect(calls.map(({ id, tool, message, result }) => [id, tool, message, result])).toEqual([
    ["a", "Bash", "msg_a", "ran"],
    ["b", "Edit", "msg_b", "unrun"],
    ["c", "Bash", "msg_c", "ran"],
    ["d", "mcp__other__write", "msg_d", "unrun"],
    ["e", "Bash", "msg_e", "unrun"],
    ["f", "Bash", "msg_f", "none"],
    ["g", "Read", "msg_f", "none"],
  ]);
});

test("a subagent has a file of its own, and none of its calls counts in the main one", () => {
  const path = transcript(called("x", "Write") + ended("x", "ok"), "abc-1");
  writeFileSync(path, called("m", "Bash") + ended("m", "ok") + called("s", "Edit", "msg", { isSidechain: true }));
  expect(transcriptCalls(diskFileSystem, path, "abc-1").calls.map(({ id }) => id)).toEqual(["x"]);
  expect(transcriptCalls(diskFileSystem, path, "").calls.map(({ id }) => id)).toEqual(["m"]);
});

test("a transcript that moved to another project's folder is found there, of subagents, too", () => {
  const root = folder();
  const [before, now] = [`${root}/projects/-tmp-shop`, `${root}/projects/-tmp-shop--claude-worktrees-fix`];
  mkdirSync(before, { recursive: true });
  mkdirSync(`${now}/s1/subagents`, { recursive: true });
  writeFileSync(`${now}/s1.jsonl`, called("m", "Bash") + ended("m", "ok"));
  writeFileSync(`${now}/s1/subagents/agent-a1.jsonl`, called("x", "Write") + ended("x", "ok"));
  writeFileSync(`${now}/s2.jsonl`, called("other", "Bash"));
  const ids = (session: string, agent: string) =>
    transcriptCalls(diskFileSystem, `${before}/${session}.jsonl`, agent).calls.map(({ id }) => id);
  expect([ids("s1", ""), ids("s1", "a1"), ids("s3", "")]).toEqual([["m"], ["x"], []]);
  writeFileSync(`${before}/s1.jsonl`, called("stayed", "Bash") + ended("stayed", "ok"));
  expect(ids("s1", "")).toEqual(["stayed"]);
});

test("what is missing, damaged or cut is said", () => {
  const path = transcript(
    `${called("a", "Bash")}{"type":"assistant","tool_use` + `\n${ended("a", "ok")}{"cut "tool_use"`,
  );
  expect(transcriptCalls(diskFileSystem, path, "")).toMatchObject({
    calls: [{ id: "a", result: "ran" }],
    flaws: ["1 line could not be understood"],
  });
  expect(transcriptCalls(diskFileSystem, path, "zzz")).toEqual({ calls: [], flaws: ["there is none"] });
  expect(transcriptCalls(diskFileSystem, path, "../../etc").flaws).toEqual(["the subagent's name is none"]);
  expect(transcriptCalls(diskFileSystem, "", "").flaws).toEqual(["where it is, is not known"]);
  const directory = folder();
  mkdirSync(`${directory}/s.jsonl`);
  expect(transcriptCalls(diskFileSystem, `${directory}/s.jsonl`, "").flaws[0]).toContain("it cannot be read");
});

// Judgements in a process that lives for one event: read whole, or not at all.

import { mkdirSync } from "node:fs";
import { expect, it } from "vitest";
import { EventWriter } from "../../../../src/events/log/event-writer.ts";
import { diskAppendedFiles } from "../../../../src/platform/disk-appended-files.ts";
import { keepJudgements, readJudgements } from "../../../../src/surfaces/hooks/brief-judgements.ts";
import { countedEventIds } from "../../../support/memory-events.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
const NOTE = "7k3v9xq2mp";
const HEAD = { at: 1, session: "s1", agent: "", project: [] };

it("are read as far as the log is short, and again once a session has counted them", () => {
  const directory = folder();
  mkdirSync(`${directory}/events`, { recursive: true });
  const writer = new EventWriter(diskAppendedFiles, directory, countedEventIds());
  const helped = () => readJudgements(directory)?.notes.get(NOTE)?.helped;
  writer.append(HEAD, [{ type: "feedback", note: NOTE, verdict: "helped", by: "assistant", task: "t1" }]);
  expect(helped()).toBe(1);
  const edits = Array.from({ length: 6000 }, (_, at) => ({
    type: "edit" as const,
    file: `src/${"x".repeat(40)}${at}.ts`,
  }));
  writer.append(HEAD, edits);
  expect(readJudgements(directory)).toBeNull();
  keepJudgements(directory);
  expect(helped()).toBe(1);
  writer.append(HEAD, [{ type: "feedback", note: NOTE, verdict: "helped", by: "person", task: "t2" }]);
  expect(helped()).toBe(2);
});

it("are none without a log, and keeping them does no harm then", () => {
  const directory = folder();
  keepJudgements(`${directory}/none`);
  expect(readJudgements(directory)?.notes.size ?? 0).toBe(0);
});

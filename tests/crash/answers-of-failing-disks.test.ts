// What an answer says of a write, on a disk that refuses: each call of the file system that a writing tool makes fails
// in turn, once or from there on, and the words of the answer are held against what another process finds then. Who
// says that something is stored is right, and so is who says that nothing is; who says nothing of it has left nothing.

import { expect, test } from "vitest";
import { messageOf } from "../../src/base/errors.ts";
import { CALLS } from "../../src/base/wording.ts";
import { JudgementLog } from "../../src/events/judgement-log.ts";
import { EventLog } from "../../src/events/log/event-log.ts";
import { exportEvents } from "../../src/events/log/event-transfer.ts";
import { importJson } from "../../src/exchange/transfer.ts";
import { batchFeature } from "../../src/features/batch/batch.ts";
import { CheckpointStore } from "../../src/features/checkpoint/checkpoint-store.ts";
import type { Feature, FeatureContext } from "../../src/features/common/feature.ts";
import { editFeature } from "../../src/features/edit/edit.ts";
import { learnFeature } from "../../src/features/learn/learn.ts";
import { storeFeature } from "../../src/features/store/store.ts";
import { topicsFeature } from "../../src/features/topics/topics.ts";
import { KeptOutputs } from "../../src/filters/kept/kept-outputs.ts";
import { formatNoteId } from "../../src/notes/text/note-id.ts";
import { DocumentStore } from "../../src/plan/documents/document-store.ts";
import { PlanStore } from "../../src/plan/plan-store.ts";
import { tellingCommits } from "../../src/platform/commits.ts";
import { FaultyFiles } from "../prove/support/faulty-files.ts";
import { liveEntries, NOW_MINUTES, openKnowledgeBase } from "../support/knowledge.ts";
import { countedEventIds } from "../support/memory-events.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { addition, DIRECTORY } from "../support/random-log.ts";
import { planOf, taskOf } from "../support/started-plan.ts";

/** Acts whose every call fails once, and once from there on; of the others each call fails in one of the two ways. */
const BOTH_WAYS = ["store", "edit delete", "learn feedback", "checkpoint", "document", "plan save", "kept output"];
/** Of an act with more calls every third is tried. */
const CALLS_MANY = 80;
const DAY_MINUTES = 24 * 60;
const idAt = (number: number) => formatNoteId({ high: 1, low: number });

/** A process that works with a knowledge base. */
interface Caller {
  readonly files: FaultyFiles;
  readonly context: FeatureContext;
}

/** What a tool does, and returns as its answer. */
type Act = (caller: Caller) => Promise<string>;

const calling =
  (feature: Feature, values: Record<string, unknown>): Act =>
  async ({ context }) =>
    (await feature.run(context, values)).text(CALLS);
const edit = (values: Record<string, unknown>) => calling(editFeature, values);
const topics = (values: Record<string, unknown>) => calling(topicsFeature, values);
const learn = (values: Record<string, unknown>) => calling(learnFeature, values);

/** The numbers of two lessons that are there at first. */
const LESSONS = [1, 2] as const;
const DID = "moved the pool into the fixture, and the tests end now";
const lesson = (trigger: string, resolution: string) => `[tags: pattern]\nWhen: ${trigger}\nDo: ${resolution}`;

const CHECKPOINT = {
  saved: 1,
  task: "a task",
  done: [],
  next: [],
  hypotheses: [],
  blocked: [],
  files: [],
  projects: [],
};

const PLAN = planOf([taskOf(1)]);
const ORIGINAL = new TextEncoder().encode("what a command printed\n".repeat(200));
const PRINTED = {
  session: "s1",
  agent: "",
  tool: "Bash",
  command: "npm test",
  isFailure: false,
  at: NOW_MINUTES * 60_000,
};

const ACTS: Record<string, Act> = {
  store: calling(storeFeature, { topic: "engine", text: "a new note on the linker" }),
  batch: calling(batchFeature, {
    entries: [
      { topic: "engine", text: "the first of two" },
      { topic: "build", text: "the second of two" },
    ],
  }),
  "edit append": edit({ action: "append", topic: "build", text: "and more" }),
  "edit revise": edit({ action: "revise", topic: "build", index: 0, text: "as it is now" }),
  "edit tag": edit({ action: "tag", topic: "build", index: 0, tags: ["gotcha"] }),
  "edit delete": edit({ action: "delete", topic: "build", index: 0 }),
  "edit delete where": edit({ action: "delete", where: "topic:build", apply: true }),
  "edit rename": edit({ action: "rename", topic: "build", new_name: "built" }),
  "edit merge": edit({ action: "merge", topic: "build", into: "old" }),
  "edit undo": edit({ action: "undo" }),
  "topics compact": topics({ action: "compact", log: true, apply: true }),
  "learn remember": learn({
    action: "remember",
    trigger: "the tests hang",
    resolution: "close the pool",
    type: "pattern",
  }),
  "learn feedback": async (caller) => {
    caller.context.judgements!.answered("read", [idAt(LESSONS[0])]);
    return learn({ action: "feedback", helped: `@${idAt(LESSONS[0])}`, evidence: DID })(caller);
  },
  "learn relate": learn({ action: "relate", from: `@${idAt(LESSONS[0])}`, to: `@${idAt(LESSONS[1])}`, kind: "solves" }),
  "learn consolidate": learn({ action: "consolidate", apply: true }),
  "topics dedupe": topics({ action: "dedupe", apply: true }),
  "topics redate": topics({ action: "redate", apply: true }),
  import: async ({ context }) => {
    const entries = Array.from({ length: 130 }, (_, at) => ({ topic: "imported", text: `note ${at}` }));
    return (await importJson(context, JSON.stringify(entries))).text(CALLS);
  },
  checkpoint: async ({ files }) => {
    await new CheckpointStore(files, DIRECTORY).save(CHECKPOINT as never, 1);
    return "saved";
  },
  "plan save": async ({ files, context }) => {
    const log = context.judgements as JudgementLog;
    return new PlanStore({ files, directory: DIRECTORY, log, keys: ["acme/api"] }).savePlan(PLAN);
  },
  "kept output": async ({ files }) => {
    const kept = new KeptOutputs({ files, directory: DIRECTORY, newKey: () => "ABCDEFGH", isOwn: () => true });
    if (kept.keep(ORIGINAL, PRINTED) === null) throw new Error("the original could not be kept; nothing was stored");
    return "kept";
  },
  document: async ({ files }) =>
    new DocumentStore(files, `${DIRECTORY}/plans/documents`).write({
      kind: "reason",
      project: "acme/api",
      body: { text: "why" },
    }),
};

/** The files that every act begins with. */
async function begun(): Promise<ReadonlyMap<string, Uint8Array>> {
  const disk = new MemoryFileSystem();
  let count = 0;
  const base = openKnowledgeBase(DIRECTORY, { files: disk, remembers: true, newNoteId: () => idAt(++count) });
  await base.change(() => [
    addition("lessons", lesson("the tests hang at the end", "close the pool of connections in the fixture")),
    addition("lessons", lesson("the tests hang at their end", "close the pool of connections")),
    addition("build", "said twice, word for word the same"),
    addition("build", "said twice, word for word the same"),
    addition("later", "of a time that has not come", NOW_MINUTES + 4000 * DAY_MINUTES),
  ]);
  await base.change(() => [addition("build", "the linker wants arm64"), addition("build", "a clean build takes long")]);
  await base.change(() => [addition("old", "long ago", NOW_MINUTES - 300 * DAY_MINUTES)]);
  await base.mergeNow();
  await base.change(() => [addition("build", "see topic old")]);
  await base.change((view) => [{ kind: "delete", id: view.topicDocuments("old")[0]! }]);
  await base.change(() => [addition("old", "long ago too", NOW_MINUTES - 200 * DAY_MINUTES)]);
  base.close();
  return new Map(disk.paths().map((path) => [path, disk.content(path)!]));
}

function diskOf(start: ReadonlyMap<string, Uint8Array>): MemoryFileSystem {
  const disk = new MemoryFileSystem();
  for (const [path, bytes] of start) disk.write(path, bytes);
  return disk;
}

function callerOn(disk: MemoryFileSystem): Caller {
  const files = new FaultyFiles(disk);
  let count = 100;
  const base = openKnowledgeBase(DIRECTORY, { files, remembers: true, newNoteId: () => idAt(++count), lockWaitMs: 20 });
  const judgements = new JudgementLog({
    log: new EventLog(files, DIRECTORY),
    clock: base.clock,
    newId: countedEventIds(),
    acting: () => ({ session: "s1", agent: "", project: [] }),
    actor: async () => "person",
  });
  return { files, context: { base, directory: null, project: null, judgements } as unknown as FeatureContext };
}

/** What another process finds: notes, acts, and what else an act writes. A plan's document is nothing without its event. */
async function seen(disk: MemoryFileSystem, name: string): Promise<string> {
  const base = openKnowledgeBase(DIRECTORY, { files: disk });
  const notes = liveEntries(await base.view());
  base.close();
  const events: string[] = [];
  const acts = (line: string) => line.includes('"type":"answered"') || events.push(line);
  exportEvents(new EventLog(disk, DIRECTORY), acts, () => undefined);
  const what = name === "plan save" ? /checkpoint\.json$/ : /checkpoint\.json$|documents\/\w+\.json$/;
  const others = disk.paths().filter((path) => what.test(path));
  const kept = new KeptOutputs({ files: disk, directory: DIRECTORY, newKey: () => "", isOwn: () => true });
  const output = kept.read("ABCDEFGH", null, PRINTED.at);
  if (output.kind === "found") others.push("kept");
  return JSON.stringify([notes, events, others.map((path) => Buffer.from(disk.content(path) ?? []).toString())]);
}

const SAYS_STORED = /^it is stored, but | is written, but it is not certain that it outlasts a loss of power/;
const SAYS_NOTHING = /; nothing was (?:stored|written|saved|changed)\b|it was left as it was/;
const SAYS_UNKNOWN = /^it is not known whether this is stored: .*; look for it before you store it again$/;
const SAYS_PART =
  /^a part (?:is stored, and the rest is not|of it was recorded before, and stays): |entr(?:y|ies) of the import (?:is|are) stored: /;

/** What is wrong with what was said, or null. `now` is what stands on the disk; the act would make `after` of `before`. */
function wrongIn(error: string | null, now: string, before: string, after: string): string | null {
  if (error === null) return now === after ? null : "an answer, and it is not there";
  if (/\n/.test(error)) return "more than a line";
  if (/is not a function|undefined|null/.test(error)) return "an internal error";
  if (SAYS_STORED.test(error)) return now === after ? null : "said to be stored, and it is not";
  if (SAYS_PART.test(error)) return now !== before ? null : "said to be stored in part, and nothing is";
  if (SAYS_UNKNOWN.test(error)) return null;
  if (now === before) return null;
  return SAYS_NOTHING.test(error) ? "said that nothing was stored, and it is" : "nothing said of what is stored";
}

test.each(Object.entries(ACTS))("%s", async (name, act) => {
  const start = await begun();
  const before = await seen(diskOf(start), name);
  const clean = { disk: diskOf(start) };
  const caller = callerOn(clean.disk);
  await act(caller);
  const after = await seen(clean.disk, name);
  if (name !== "topics compact") expect(after).not.toBe(before);
  const wrong: string[] = [];
  let [refused, unknown] = [0, 0];
  const step = caller.files.calls > CALLS_MANY ? 3 : 1;
  for (let at = 0; at < caller.files.calls; at += step) {
    for (const isLasting of BOTH_WAYS.includes(name) ? [false, true] : [at % 2 === 0]) {
      const disk = diskOf(start);
      const { files, context } = callerOn(disk);
      let where = "";
      files.refuses = (call) => {
        if (isLasting ? call.at < at : call.at !== at) return null;
        where ||= `${call.kind} of ${call.path}`;
        return { code: (at + Number(isLasting)) % 2 === 0 || call.isRead ? "EIO" : "ENOSPC", share: 0.5 };
      };
      const error = await tellingCommits(() => act({ files, context })).then(
        () => null,
        (thrown: unknown) => messageOf(thrown),
      );
      files.refuses = () => null;
      context.base.close();
      const found = wrongIn(error, await seen(disk, name), before, after);
      if (found !== null)
        wrong.push(`call ${at}, ${where}${isLasting ? ", and all from there on" : ""}: ${found}: ${error}`);
      if (error !== null) refused++;
      if (error !== null && SAYS_UNKNOWN.test(error)) unknown++;
    }
  }
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(0);
  // Only where the disk takes nothing back any more.
  expect(unknown).toBeLessThan(refused / 2);
});

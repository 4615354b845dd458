// What the doctor says of the folders beside the notes, of damaged events and of damaged documents of plans.

import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import type { Surroundings } from "../../../../src/clients/claude-code/finding.ts";
import { checkRecords } from "../../../../src/clients/doctor/records.ts";
import { planOf, StartWorld, taskOf } from "../../../support/started-plan.ts";
import { linesOf, realPaths, soundSurroundings } from "../../../support/surroundings.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
let world: StartWorld;
let sound: Surroundings;
let hash = "";

beforeEach(() => {
  world = new StartWorld(folder());
  hash = world.save(planOf([taskOf(1)]));
  sound = soundSurroundings(folder(), { directory: world.directory });
});

const said = (changes: Partial<Surroundings> = {}) => linesOf(checkRecords({ ...sound, ...changes }));

test("nothing where all is well, and where there is no knowledge base", () => {
  expect(said()).toEqual([]);
  expect(said({ directory: "/none" })).toEqual([]);
});

test("a folder that is none, or leads nowhere, with what does not work without it", () => {
  const { directory } = sound;
  writeFileSync(`${directory}/outputs`, "");
  symlinkSync("sessions", `${directory}/sessions`);
  expect(said()).toEqual([
    `problem: sessions is no folder, and helix did not make it: hooks say nothing, since they could not remember what they said -> mv ${directory}/sessions ${directory}/sessions.old  # helix makes it anew`,
    `problem: outputs is no folder, and helix did not make it: originals of outputs cannot be kept or shown, so none is shortened -> mv ${directory}/outputs ${directory}/outputs.old  # helix makes it anew`,
  ]);
});

test("a folder of events that is a file is told of once", () => {
  const { directory } = sound;
  rmSync(`${directory}/events`, { recursive: true });
  writeFileSync(`${directory}/events`, "");
  expect(said({ directory })).toEqual([
    `problem: events is no folder, and helix did not make it: no judgement and no plan can be recorded, and nothing that hooks see -> mv ${directory}/events ${directory}/events.old  # helix makes it anew`,
  ]);
});

test("a folder that may not be written to", () => {
  const { directory } = sound;
  const isWritable = (path: string) => path !== `${directory}/plans/documents`;
  expect(said({ paths: { ...realPaths, isWritable } })).toEqual([
    `problem: plans/documents cannot be written to: no plan can be saved -> chmod u+rwx ${directory}/plans/documents`,
  ]);
});

test("damaged events, and what is no file of the event log", () => {
  const path = `${sound.directory}/events/active.jsonl`;
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace('"how":"saved"', '"how":"sived"'));
  expect(said()).toEqual([
    expect.stringMatching(
      /^note: 1 line of the event log is damaged and passed over: a judgement, or what became of a plan, may be missing -> \S+ check /,
    ),
  ]);
  const elsewhere = new StartWorld(folder());
  mkdirSync(`${elsewhere.directory}/events/active.jsonl`, { recursive: true });
  const active = `${elsewhere.directory}/events/active.jsonl`;
  expect(said({ directory: elsewhere.directory })).toEqual([
    `problem: events/active.jsonl is no file, or not readable: nothing can be recorded -> mv ${active} ${active}.old  # helix makes it anew`,
    'note: ignored in events/ (not files of the event log, or unreadable): "active.jsonl"',
  ]);
});

test("damaged documents of plans, with the way out", () => {
  const path = `${sound.directory}/plans/documents/${hash}.json`;
  writeFileSync(path, readFileSync(path, "utf8").replace("Build", "Guild"));
  expect(said()).toEqual([
    `problem: 1 document of plans is damaged, and counts for nothing: ${hash.slice(0, 10)} -> rm -r ${path}  # or bring it back: save the plan again, or helix import --events`,
  ]);
  world.save(planOf([taskOf(1)]));
  expect(said()).toEqual([]);
});

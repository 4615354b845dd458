// What lessons cost the hooks that tell of them: prompts and edits through two servers in turn, whose notes are the same;
// in one of them some are lessons that were judged.

import { mkdirSync, mkdtempSync } from "node:fs";
import { dirname, join } from "node:path";
import { encodeEvents } from "../../src/events/log/event-line.ts";
import type { NewEvent } from "../../src/events/log/event-types.ts";
import { ACTIVE_NAME, EVENTS_FOLDER } from "../../src/events/log/event-writer.ts";
import { randomNoteId } from "../../src/notes/text/note-id.ts";
import { BenchClient } from "../client.ts";
import { corpusOf, SEED } from "../corpora.ts";
import { Corpus, type CorpusEntry } from "../corpus.ts";
import { writeSources } from "../hooks.ts";
import { loadEntries } from "../load.ts";
import { runProgram } from "../run-program.ts";
import type { Setting } from "../size-rows.ts";

const CORPUS = "lessons";
const NOTES = 20_000;
const LESSONS = 500;
const FILES = 120;
const ROUNDS = 300;
const EARLIER = 100;
/** The most judgements of one lesson. */
const JUDGED_MAX = 6;

/** The notes that are lessons in one of the knowledge bases: a trigger of six words and a resolution. */
function lessonLike(corpus: Corpus, entry: CorpusEntry): CorpusEntry {
  const words = (count: number) => Array.from({ length: count }, () => corpus.word()).join(" ");
  return { ...entry, topic: "lessons", text: `${words(6)}\nresolution: ${words(8)}` };
}

/** A server on a knowledge base with these notes; `isJudged`: the last of them are judged lessons. */
async function served(
  { programs, scratch }: Setting,
  entries: readonly CorpusEntry[],
  project: string,
  isJudged: boolean,
): Promise<BenchClient> {
  const directory = join(mkdtempSync(join(scratch, "lessons-")), "kb");
  mkdirSync(directory);
  let at = 0;
  const next = () => {
    const entry = entries[at++]!;
    return isJudged && entry.topic === "lessons" ? { ...entry, tags: "failure" } : entry;
  };
  await loadEntries(programs.helix, directory, entries.length, next);
  if (isJudged) {
    const exported = runProgram([programs.helix, "export", "--kb", directory], project).toString();
    const ids = Array.from(exported.matchAll(/"id":"(\w{10})",[^\n]*\[tags: failure\]/g), ([, id]) => id!);
    if (ids.length < LESSONS) throw new Error(`only ${ids.length} lessons were found`);
    const events = ids.flatMap((note, place) =>
      Array.from({ length: 1 + (place % JUDGED_MAX) }, (_, task): NewEvent => {
        const verdict = (place + task) % 3 === 0 ? "misled" : "helped";
        return { type: "feedback", note, verdict, by: "person", task: `t${task}` };
      }),
    );
    const file = join(directory, EVENTS_FOLDER, ACTIVE_NAME);
    mkdirSync(dirname(file), { recursive: true });
    await Bun.write(file, encodeEvents({ at: Date.now(), session: "", agent: "", project: [] }, events, randomNoteId));
  }
  runProgram([programs.helix, "index", "--kb", directory], project);
  const client = new BenchClient([programs.helix, "serve", directory], project);
  await client.initialize();
  return client;
}

/** Measures prompts and edits, with lessons and without, in turn. */
export async function measureLessonHooks(setting: Setting): Promise<void> {
  const { recorder, scratch, scale } = setting;
  const corpus = corpusOf(NOTES);
  const words = new Corpus(SEED, 1, 13);
  const project = mkdtempSync(join(scratch, "lessons-project-"));
  const entries = Array.from({ length: NOTES }, (_, at) =>
    at < NOTES - LESSONS ? corpus.entry() : lessonLike(words, corpus.entry()),
  );
  const lessons = entries.slice(-LESSONS);
  const paths = writeSources(project, lessons.slice(0, FILES), corpus);
  const servers = [await served(setting, entries, project, true), await served(setting, entries, project, false)];
  const base = { transcript_path: "/tmp/transcript.jsonl", cwd: project, permission_mode: "default" };
  const events: readonly [id: string, what: string, values: (round: number) => object][] = [
    [
      "prompt",
      "prompts",
      (round) => ({
        type: "prompt",
        hook_event_name: "UserPromptSubmit",
        prompt: `why is there ${lessons[(round * 7) % LESSONS]!.text.split("\n")[0]} again?`,
      }),
    ],
    [
      "edit",
      "edits",
      (round) => ({
        type: "ambient",
        hook_event_name: "PreToolUse",
        tool_name: "Edit",
        tool_input: JSON.stringify({
          file_path: paths[round % paths.length],
          old_string: `  step(${1 + (round % 9)});`,
          new_string: "  step(0);",
        }),
      }),
    ],
  ];
  for (const [id, what, values] of events) {
    const samples: [number[], number[]] = [[], []];
    let told = 0;
    for (let round = 0; round < EARLIER + Math.round(ROUNDS * scale); round++) {
      // Which of the two goes first changes with each round.
      for (const which of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const start = performance.now();
        const text = await servers[which]!.call("hook", { ...base, ...values(round), session_id: `${id}-${round}` });
        if (round < EARLIER) continue;
        samples[which as 0 | 1].push(performance.now() - start);
        if (which === 0 && /- failure/.test(text)) told++;
      }
    }
    const [judged, plain] = samples;
    recorder.times(CORPUS, `${id}-lessons`, `hook, ${what}: ${LESSONS} judged lessons in 20,000 notes`, judged);
    recorder.times(CORPUS, `${id}-notes`, `hook, ${what}: the same as mere notes, in turn`, plain);
    recorder.value(CORPUS, `${id}-told`, `of these ${what} were told lessons`, (100 * told) / judged.length, "%");
    const ratios = judged.map((time, at) => time / plain[at]!).sort((a, b) => a - b);
    recorder.value(CORPUS, `${id}-ratio`, "median ratio of the two", ratios[ratios.length >> 1]!, "times");
  }
  for (const server of servers) await server.end();
}

// Runs the judged events: as calls of the compiled server's tool `hook`, and some of them as processes. Each event is a
// session of its own, so that what one was told keeps nothing from another. Failures are kept as notes by their hooks,
// so those get a fresh copy each.

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BenchClient } from "../../bench/client.ts";
import { runProgram } from "../../bench/run-program.ts";
import { startServer } from "../systems/helix-server.ts";
import type { EventAnswer } from "./hook-figures.ts";
import {
  eventFields,
  JUDGED_HOOKS,
  type JudgedEvent,
  type JudgedEvents,
  type JudgedNote,
  shownNotes,
} from "./judged-events.ts";

/** Of so many events one runs as a process too. */
const PROCESS_EACH = 5;
const WRITING = new Set(["error-context", "post-build"]);

/** An event of which nothing comes. */
const NOTHING_HAPPENED = { cwd: "/", tool_name: "Bash", tool_input: '{"command":"true"}', prompt: "" };

/** What came of the events. */
export interface EventRun {
  readonly answers: readonly EventAnswer[];
  /** How many events ran as processes too, and how many of those had the very same answer. */
  readonly processes: number;
  readonly same: number;
}

/** Folders in which events happen, and the knowledge base with all notes. */
interface Stage {
  readonly binary: string;
  readonly knowledgeBase: string;
  readonly folders: Readonly<Record<"project" | "other" | "empty" | "nowhere", string>>;
}

/** Runs all events with a binary, below the empty folder `scratch`. */
export async function runEvents(binary: string, judged: JudgedEvents, scratch: string): Promise<EventRun> {
  const stage = await setUp(binary, judged, mkdtempSync(join(scratch, "hooks-")));
  const answers: EventAnswer[] = [];
  let [processes, same] = [0, 0];
  const shared = await served(stage, stage.knowledgeBase);
  for (const [at, event] of judged.events.entries()) {
    const answer = WRITING.has(event.type)
      ? await onCopy(stage, (client) => ask(client, event, at, stage, judged.notes))
      : await ask(shared, event, at, stage, judged.notes);
    answers.push(answer);
    if (at % PROCESS_EACH !== 0) continue;
    processes++;
    if (askProcess(event, at, stage) === notesIn(answer.text)) same++;
  }
  await shared.end();
  rmSync(dirname(stage.knowledgeBase), { recursive: true });
  return { answers, processes, same };
}

async function setUp(binary: string, { project, notes, sources }: JudgedEvents, top: string): Promise<Stage> {
  const folderOf = (name: string) => {
    const folder = join(top, name);
    mkdirSync(folder);
    if (name !== "nowhere") runProgram(["git", "init", "-q", folder], top);
    return folder;
  };
  const folders = {
    project: folderOf(project),
    other: folderOf("elsewhere"),
    empty: folderOf("empty"),
    nowhere: folderOf("nowhere"),
  };
  for (const [path, lines] of Object.entries(sources)) {
    mkdirSync(dirname(join(folders.project, path)), { recursive: true });
    writeFileSync(join(folders.project, path), `${lines.join("\n")}\n`);
  }
  const stage = { binary, knowledgeBase: join(top, "kb"), folders };
  await storeNotes(stage, folders.other, notes, "other");
  await storeNotes(stage, folders.project, notes, "project");
  await storeNotes(stage, folders.project, notes, "chatter");
  return stage;
}

async function storeNotes(
  { binary, knowledgeBase }: Stage,
  folder: string,
  notes: readonly JudgedNote[],
  of: JudgedNote["of"],
): Promise<void> {
  const client = await startServer(binary, knowledgeBase, folder, null);
  const entries = notes.flatMap(({ name: _, of: owner, ...entry }) => (owner === of ? [entry] : []));
  await client.call("batch", { entries, force: true });
  await client.end();
}

/** A server in the project, as a client would have started it. */
async function served({ binary, folders }: Stage, knowledgeBase: string): Promise<BenchClient> {
  const client = await startServer(binary, knowledgeBase, folders.project, null);
  // A hook that is late says nothing, and the first one has everything to load: how good the answers are is asked here,
  // not how fast.
  await client.call("search", { query: "anything", limit: 1 });
  for (const type of JUDGED_HOOKS) await client.call("hook", { type, session_id: "earlier", ...NOTHING_HAPPENED });
  return client;
}

async function onCopy<Result>(stage: Stage, work: (client: BenchClient) => Promise<Result>): Promise<Result> {
  const knowledgeBase = copyOf(stage);
  const client = await served(stage, knowledgeBase);
  const result = await work(client);
  await client.end();
  rmSync(knowledgeBase, { recursive: true });
  return result;
}

/** An answer without what only a server knows: the code, which stands behind the notes. */
function notesIn(text: string): string {
  return text.replace(
    /(?:^|\n)helix: (?:where the code for this|who uses what this edit|the code at the error)[\s\S]*/,
    "",
  );
}

/** A knowledge base with the same notes, and nothing that a server has beside them. */
function copyOf({ knowledgeBase }: Stage): string {
  const copy = mkdtempSync(join(dirname(knowledgeBase), "copy-"));
  cpSync(join(knowledgeBase, "data.log"), join(copy, "data.log"));
  return copy;
}

function fieldsOf(event: JudgedEvent, at: number, { folders }: Stage): Record<string, unknown> {
  const folder = folders[event.place ?? "project"];
  return { session_id: `quality-${at}`, cwd: folder, ...eventFields(event, folder) };
}

async function ask(
  client: BenchClient,
  event: JudgedEvent,
  at: number,
  stage: Stage,
  notes: readonly JudgedNote[],
): Promise<EventAnswer> {
  // A client hands objects to a tool as JSON text.
  const texts = Object.entries(fieldsOf(event, at, stage)).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const start = performance.now();
  const answer = await client.call("hook", { type: event.type, ...Object.fromEntries(texts) });
  const ms = performance.now() - start;
  const text = injectedBy(answer);
  return { event, text, shown: shownNotes(text, notes), ms };
}

function askProcess(event: JudgedEvent, at: number, stage: Stage): string {
  const knowledgeBase = copyOf(stage);
  const input = JSON.stringify(fieldsOf(event, at, stage));
  const answer = runProgram([stage.binary, "hook", event.type, knowledgeBase], stage.folders.project, input);
  rmSync(knowledgeBase, { recursive: true });
  return injectedBy(answer.toString());
}

/** The text that an answer has the client put in front of the model. */
export function injectedBy(answer: string): string {
  if (answer.trim() === "") return "";
  const { hookSpecificOutput } = JSON.parse(answer) as { hookSpecificOutput?: { additionalContext?: string } };
  return hookSpecificOutput?.additionalContext ?? "";
}

// The table of the hooks. Pure.

import { percentile, rounded } from "../../bench/samples.ts";
import { table } from "../../bench/tables.ts";
import { share } from "../tables.ts";
import { faultsOf, type HookFigures, hookFigures } from "./hook-figures.ts";
import type { JudgedEvents, JudgedNote } from "./judged-events.ts";
import type { EventRun } from "./run-events.ts";

const EVENT_LENGTH_MAX = 70;

/** What came of the events, as text: the figures, then each event at which something was missed or wrong. */
export function hookTable(name: string, { project, notes, events }: JudgedEvents, run: EventRun): string {
  const head = ["hook", "events", "precision", "recall", "silence", "characters", "tokens"];
  const rows = hookFigures(run.answers, notes).map(rowOf);
  const p50 = percentile(
    run.answers.map(({ ms }) => ms),
    0.5,
  );
  return [
    `${name}, ${project}: ${events.length} events, ${notes.length} notes; characters and tokens are means of an event; a call took ${rounded(p50)} ms (p50)`,
    table(head, rows),
    `as processes: ${run.same} of ${run.processes} answers are the same`,
    ...faultLines(run, notes),
  ].join("\n");
}

function rowOf({ hook, events, precision, recall, silence, silentEvents, characters, tokens }: HookFigures): string[] {
  const silent = silentEvents === 0 ? "–" : `${share(silence)} of ${silentEvents}`;
  return [hook, String(events), shown(precision), shown(recall), silent, rounded(characters), rounded(tokens)];
}

function shown(value: number): string {
  return Number.isNaN(value) ? "–" : share(value);
}

function faultLines({ answers }: EventRun, notes: readonly JudgedNote[]): string[] {
  return answers.flatMap((answer) => {
    const faults = faultsOf(answer, notes);
    const { type, prompt, file, command, pattern, source, tool = "" } = answer.event;
    const what = prompt ?? command ?? `${tool} ${file ?? pattern ?? source ?? ""}`.trim();
    return faults === "" ? [] : [`- ${type}, ${what.slice(0, EVENT_LENGTH_MAX)}: ${faults}`];
  });
}

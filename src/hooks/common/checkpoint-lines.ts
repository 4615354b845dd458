// A checkpoint in short: what a conversation that goes on cannot do without. All of it is to be had by `topics
// action=resume`.

import { cutLine } from "../../engine/text/cut-line.ts";
import type { Checkpoint } from "../../features/checkpoint/checkpoint.ts";

const TASK_LENGTH_MAX = 160;
const STEPS_MAX = 3;
const STEP_LENGTH_MAX = 100;

/** The task, a line. */
export function taskLine({ task }: Checkpoint): string {
  return `task: ${cutLine(task, TASK_LENGTH_MAX)}`;
}

/** What comes next and what is in the way, a line each. */
export function stepLines({ next, blocked }: Checkpoint): string[] {
  const steps = next.slice(0, STEPS_MAX).map((step) => cutLine(step, STEP_LENGTH_MAX));
  const more = next.length > steps.length ? `; ${next.length - steps.length} more` : "";
  return [
    ...(steps.length === 0 ? [] : [`next: ${steps.join("; ")}${more}`]),
    ...(blocked === null ? [] : [`blocked: ${cutLine(blocked, STEP_LENGTH_MAX)}`]),
  ];
}

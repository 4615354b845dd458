// A checkpoint in short: the part that a conversation that goes on needs most. `topics action=resume` shows all of it.

import { cutLine } from "../../engine/text/cut-line.ts";
import type { Checkpoint } from "../../features/checkpoint/checkpoint.ts";

const TASK_LENGTH_MAX = 160;
const STEPS_MAX = 3;
const STEP_LENGTH_MAX = 100;

/** The task, in one line. */
export function taskLine({ task }: Checkpoint): string {
  return `task: ${cutLine(task, TASK_LENGTH_MAX)}`;
}

/** The next steps and the obstacle, a line each. */
export function stepLines({ next, blocked }: Checkpoint): string[] {
  const steps = next.slice(0, STEPS_MAX).map((step) => cutLine(step, STEP_LENGTH_MAX));
  const more = next.length > steps.length ? `; ${next.length - steps.length} more` : "";
  return [
    ...(steps.length === 0 ? [] : [`next: ${steps.join("; ")}${more}`]),
    ...(blocked === null ? [] : [`blocked: ${cutLine(blocked, STEP_LENGTH_MAX)}`]),
  ];
}

// learn action=chunk: keeps what worked as a pattern. Near a known pattern it strengthens that one.
// Invariants:
// - Only a success makes a pattern.

import type { Answer } from "../../base/answer.ts";
import { joined } from "../../base/text-list.ts";
import { lessonName } from "../../notes/lessons/lesson.ts";
import type { KeptLessonData } from "./data.ts";
import { keepLesson } from "./keep-lesson.ts";
import type { LearnArguments } from "./parameters.ts";
import type { LearnPorts } from "./ports.ts";
import { checkSaid } from "./remember.ts";

/** The confidence of a pattern that was seen once, and how much of the rest each further time adds. */
const CONFIDENCE = 0.3;
const CONFIRMED = 0.3;

/** Keeps a pattern. Throws INVALID_ARGUMENT, LIMIT, and what a write throws. */
export async function chunk(ports: LearnPorts, values: LearnArguments): Promise<Answer> {
  const { objective = "", approach = "", outcome, topic, tags, source } = values;
  checkSaid("objective", objective, 'objective="make the login test pass"');
  checkSaid("approach", approach, 'approach="freeze the clock in the fixture"');
  if (outcome !== "success") return refused(objective, `only a success makes a pattern, and this was: ${outcome}`);
  return keepLesson(ports, {
    kind: "pattern",
    trigger: objective,
    resolution: approach,
    topic,
    tags: joined(tags ?? "", ","),
    source,
    confidence: CONFIDENCE,
    confirmed: (confidence) => strengthened(confidence),
  });
}

/** The confidence of a pattern that was seen once more. */
export function strengthened(confidence: number): number {
  return Math.min(1, Math.round((confidence + CONFIRMED * (1 - confidence)) * 100) / 100);
}

function refused(objective: string, reason: string): Answer {
  return {
    found: false,
    text: ({ either }) =>
      `refused: ${reason}; keep a failure with ${either("helix learn remember", "learn action=remember")}`,
    data: (): KeptLessonData => ({ status: "refused", name: lessonName(objective), id: null, reason, notes: [] }),
  };
}

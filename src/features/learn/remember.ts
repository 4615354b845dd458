// learn action=remember: stores a lesson, or adds it to the lesson that has nearly the same trigger.

import type { Answer } from "../../base/answer.ts";
import { invalid } from "../../base/errors.ts";
import { joined } from "../../base/text-list.ts";
import { keepLesson } from "./keep-lesson.ts";
import type { LearnArguments } from "./parameters.ts";
import type { LearnPorts } from "./ports.ts";

/** Stores a lesson. Throws INVALID_ARGUMENT, LIMIT, and what a write throws. */
export async function remember(ports: LearnPorts, values: LearnArguments): Promise<Answer> {
  const { trigger = "", resolution = "", type = "failure", topic, tags, source, confidence } = values;
  checkSaid("trigger", trigger, 'trigger="ImportError when a test runs alone"');
  checkSaid("resolution", resolution, 'resolution="move the shared types into types.py"');
  return keepLesson(ports, {
    kind: type,
    trigger,
    resolution,
    topic,
    tags: joined(tags ?? "", ","),
    source,
    confidence,
  });
}

/** Refuses a text that says nothing. */
export function checkSaid(
  name: "trigger" | "resolution" | "objective" | "approach",
  text: string,
  example: string,
): void {
  if (/[\p{L}\p{N}]/u.test(text)) return;
  throw invalid((say) => `${say.name(name)} says nothing: give a few words, e.g. ${say.example(example)}`);
}

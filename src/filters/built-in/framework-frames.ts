// Puts a note in place of frames of frameworks and runtimes in stack traces. Frames of the own code stay.

import { type Line, withNote } from "./line.ts";
import { frameAt } from "./stack-frames.ts";

/** Runs of this many foreign frames and more are replaced. */
const RUN_MIN = 2;

/** Replaces runs of frames that are not of the project's own code. */
export function withoutFrameworkFrames(lines: readonly Line[]): Line[] {
  const texts = lines.map((line) => line.text);
  const rest: Line[] = [];
  for (let at = 0; at < lines.length; ) {
    const owners = new Map<string, number>();
    let end = at;
    let count = 0;
    for (let frame = frameAt(texts, end); frame !== null && frame.owner !== null; frame = frameAt(texts, end)) {
      owners.set(frame.owner, (owners.get(frame.owner) ?? 0) + 1);
      end += frame.length;
      count++;
      if (end >= texts.length) break;
    }
    end = Math.min(end, lines.length);
    if (count < RUN_MIN) {
      rest.push(lines[at++]!);
      continue;
    }
    const note = `${count} frames of ${[...owners.keys()].join(", ")}`;
    const above = rest.pop();
    // A trace that begins with such a frame keeps it.
    if (above === undefined) {
      rest.push(lines[at++]!);
      continue;
    }
    rest.push(withNote(above, note, { leftOut: end - at }));
    at = end;
  }
  return rest;
}

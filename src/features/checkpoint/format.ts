// A checkpoint for a reader, in Markdown. Empty parts are left out.

import { counted } from "../../base/wording.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { BoundedText } from "../common/bounded-text.ts";
import type { Checkpoint } from "./checkpoint.ts";

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;
/** Longer lines, in code units, come only from files that another program wrote. */
const LINE_LENGTH_MAX = 20_000;

/** The checkpoint as Markdown. `now`, in milliseconds since 1970, is used for its age. */
export function formatCheckpoint(checkpoint: Checkpoint, now: number): string {
  const { task, saved, done, next, hypotheses, blocked, files } = checkpoint;
  const head = [`## Checkpoint: ${task}`, ...(saved === null ? [] : [`_saved ${formatAge(saved, now)}_`])];
  const sections = [
    head,
    section("Done:", "  [x] ", done),
    section("Next:", "  [ ] ", next),
    section("Hypotheses:", "  ? ", hypotheses),
    blocked === null ? [] : [`Blocked: ${blocked}`],
    files.length === 0 ? [] : [`Files: ${files.join(", ")}`],
  ].filter((lines) => lines.length > 0);
  const answer = new BoundedText();
  let left = 0;
  for (const line of sections.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]))) {
    if (left > 0 || !answer.add(cutLine(line, LINE_LENGTH_MAX))) left++;
  }
  if (left > 0) answer.close(`... ${counted(left, "more line", "more lines")}`);
  return answer.text();
}

/** How long ago a time was: `just now`, `15m ago`, `2h 15m ago`, `3d 4h ago`. */
export function formatAge(time: number, now: number): string {
  const minutes = Math.floor((now - time) / MINUTE_MS);
  if (minutes < 1) return "just now";
  if (minutes < HOUR_MINUTES) return `${minutes}m ago`;
  if (minutes < DAY_MINUTES) return `${Math.floor(minutes / HOUR_MINUTES)}h ${minutes % HOUR_MINUTES}m ago`;
  return `${Math.floor(minutes / DAY_MINUTES)}d ${Math.floor((minutes % DAY_MINUTES) / HOUR_MINUTES)}h ago`;
}

/** What a checkpoint holds beside its task, e.g. `2 done, 1 next, blocked, 3 files`; "" when it holds nothing else. */
export function formatExtent({ done, next, hypotheses, blocked, files }: Checkpoint): string {
  const parts = [
    done.length > 0 ? `${done.length} done` : "",
    next.length > 0 ? `${next.length} next` : "",
    hypotheses.length > 0 ? counted(hypotheses.length, "hypothesis", "hypotheses") : "",
    blocked === null ? "" : "blocked",
    files.length > 0 ? counted(files.length, "file", "files") : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function section(title: string, mark: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [title, ...items.map((item) => mark + item)];
}

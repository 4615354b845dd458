// The difference between two texts as a short unified diff.

import { createTwoFilesPatch, OMIT_HEADERS } from "diff";

const OPTIONS = {
  context: 2,
  /** Texts that differ in more lines are shown as one replacement: the shortest edit would take too long to find. */
  maxEditLength: 1500,
  headerOptions: OMIT_HEADERS,
};

/** The lines of the diff with their signs, and a header line for each part. Empty when the texts are equal. */
export function lineDiff(before: string, after: string): string[] {
  const [old, now] = [withLineBreaks(before), withLineBreaks(after)];
  if (old === now) return [];
  const patch = createTwoFilesPatch("", "", old, now, undefined, undefined, OPTIONS);
  if (patch !== undefined) return patch.split("\n").slice(0, -1);
  const [gone, come] = [old.split("\n").slice(0, -1), now.split("\n").slice(0, -1)];
  const header = `@@ -1,${gone.length} +1,${come.length} @@`;
  return [header, ...gone.map((line) => `-${line}`), ...come.map((line) => `+${line}`)];
}

/** The text with all line breaks in one form. A missing one at the end is marked. */
function withLineBreaks(text: string): string {
  const lines = text.replace(/\r\n?/g, "\n");
  return lines === "" || lines.endsWith("\n") ? lines : `${lines} (no line break at the end)\n`;
}

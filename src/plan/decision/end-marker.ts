// How a subagent said at its end what became of its task, where it did not report: `DELIVERED: what` or `BLOCKED: why`
// at the beginning of a line. The last one counts.

export interface EndMarker {
  readonly status: "delivered" | "blocked";
  readonly summary: string;
}

const LINE = /^[ \t>*_#-]*(DELIVERED|BLOCKED)\b[*_]*\s*:[*_]*[ \t]*(\S.*)$/gm;
const TEXT_MAX = 200_000;
const SUMMARY_MAX = 2000;

/** The last marker in a text; null where there is none. */
export function endMarker(text: string): EndMarker | null {
  const [, word, summary] = [...text.slice(-TEXT_MAX).matchAll(LINE)].at(-1) ?? [];
  if (word === undefined) return null;
  const status = word === "DELIVERED" ? "delivered" : "blocked";
  return { status, summary: summary!.trim().slice(0, SUMMARY_MAX).toWellFormed() };
}

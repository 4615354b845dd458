// The task graph of a plan in Mermaid, with a colour for each status.
// Invariants:
// - No text of a plan can end a label or begin a line of its own.

import { cutLine } from "../../engine/text/cut-line.ts";
import type { TaskStatus } from "./plan-documents.ts";
import type { TaskStanding } from "./task-statuses.ts";

const COLOURS: Readonly<Record<TaskStatus, string>> = {
  ready: "fill:#dbeafe,stroke:#2563eb,color:#111",
  active: "fill:#fef9c3,stroke:#ca8a04,color:#111",
  waiting: "fill:#f3f4f6,stroke:#6b7280,color:#111",
  delivered: "fill:#dcfce7,stroke:#16a34a,color:#111",
  blocked: "fill:#fee2e2,stroke:#dc2626,color:#111",
  stuck: "fill:#fce7f3,stroke:#be185d,color:#111",
};
const LABEL_MAX = 80;

/** The graph, the tasks that come first on the left. */
export function mermaidOf(tasks: readonly TaskStanding[]): string {
  const known = new Set(tasks.map(({ task }) => task.seq));
  const nodes = tasks.map(
    ({ task, status }) => `  t${task.seq}["${task.seq} ${label(task.slug)}<br/>${status}"]:::${status}`,
  );
  const missing = [...new Set(tasks.flatMap(({ task }) => task.depends.filter((seq) => !known.has(seq))))];
  const edges = tasks.flatMap(({ task }) => [...new Set(task.depends)].map((seq) => `  t${seq} --> t${task.seq}`));
  const used = [...new Set(tasks.map(({ status }) => status))];
  return [
    "flowchart LR",
    ...nodes,
    ...missing.map((seq) => `  t${seq}["${seq} (there is none)"]`),
    ...edges,
    ...used.map((status) => `  classDef ${status} ${COLOURS[status]}`),
  ].join("\n");
}

/** A text within the quotes of a label. */
function label(text: string): string {
  return cutLine(text.replace(/\s+/g, " "), LABEL_MAX).replace(/[#&"<>`\\]/g, (sign) => `#${sign.codePointAt(0)};`);
}

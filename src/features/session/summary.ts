// The text that a session begins with: what is known for this project, what matters most of it, and where the work stood.
// Invariants:
// - it is the same, byte for byte, while the knowledge base and the checkpoint are: no ages, no "today", nothing that depends on when
//   or by which process it is asked for, so that what a client caches stays good;
// - entries of other projects do not show in it;
// - about 2 KB at most.
// Loads nothing that a hook would have to wait for.

import type { KnowledgeView } from "../../knowledge/knowledge-view.ts";
import type { Project } from "../../knowledge/project.ts";
import { cleanLine } from "../../text/clean.ts";
import { cutLine } from "../../text/snippet.ts";
import type { Checkpoint } from "../checkpoint/checkpoint.ts";
import { counted } from "../wording.ts";
import { KEY_TAGS, type KeyTag, type Survey, survey } from "./survey.ts";

/** The longest summary, and the longest line of topics, in bytes. */
export const SUMMARY_BYTES_MAX = 2048;
const TOPICS_BYTES_MAX = 400;
export const TOPICS_MAX = 12;
/** Entries of each kind: no kind crowds the others out. */
const ENTRIES_MAX = 6;
const TOPIC_LENGTH_MAX = 40;
const ENTRY_LENGTH_MAX = 110;
const PROJECT_LENGTH_MAX = 80;
const TASK_LENGTH_MAX = 160;

const TITLES: Record<KeyTag, string> = { gotcha: "GOTCHAS", invariant: "INVARIANTS", decision: "DECISIONS" };

/** The summary; `project` null: of no project, so only entries of none count. */
export function sessionSummary(
  view: KnowledgeView,
  project: Project | null,
  checkpoint: Pick<Checkpoint, "task"> | null,
): string {
  const found = survey(view.index, project, { entriesMax: ENTRIES_MAX, topicsMax: TOPICS_MAX });
  const place = project === null ? "outside of any project" : `for ${cutLine(project.keys[0]!, PROJECT_LENGTH_MAX)}`;
  const closing = [
    ...(checkpoint === null
      ? []
      : [`CHECKPOINT: ${cutLine(checkpoint.task, TASK_LENGTH_MAX)} (all of it: topics action=resume)`]),
    ...(found.entries === 0 ? [] : [`MORE: search query="words"; brief query="topic"; read topic="topic"`]),
  ];
  if (found.entries === 0) return [emptyLine(view, place), ...closing].join("\n");
  const opening = [
    `helix knows ${counted(found.entries, "entry", "entries")} in ${counted(found.topicCount, "topic", "topics")} ${place}`,
    topicsLine(found),
  ];
  const room = SUMMARY_BYTES_MAX - [...opening, ...closing].reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
  return [...opening, ...entryLines(view, found, room), ...closing].join("\n");
}

function emptyLine(view: KnowledgeView, place: string): string {
  if (view.index.liveCount === 0) return "helix knows nothing yet: what you find out and store is here the next time";
  return `helix knows nothing ${place} yet; what was stored elsewhere is found by search`;
}

/** The topics with the most entries, in one line. */
export function topicsLine({ topics, topicCount }: Survey): string {
  let line = "TOPICS:";
  let shown = 0;
  for (const { name, count } of topics) {
    const next = `${shown === 0 ? "" : ","} ${topicName(name)} (${count})`;
    if (Buffer.byteLength(line + next) > TOPICS_BYTES_MAX) break;
    line += next;
    shown++;
  }
  return shown === topicCount ? line : `${line}, ${topicCount - shown} more`;
}

/** The entries that fit into `room` bytes, the kinds taking turns; then each kind under its title. */
function entryLines(view: KnowledgeView, { best }: Survey, room: number): string[] {
  const picked = new Map<KeyTag, string[]>();
  const seen = new Set<string>();
  let left = room;
  for (let rank = 0; rank < ENTRIES_MAX; rank++) {
    for (const tag of KEY_TAGS) {
      const id = best[tag][rank];
      const line = id === undefined ? "" : entryLine(view, id);
      if (line === "" || seen.has(line)) continue;
      const title = picked.has(tag) ? "" : `${TITLES[tag]}:\n`;
      left -= Buffer.byteLength(title + line) + 1;
      if (left < 0) return listed(picked);
      seen.add(line);
      picked.set(tag, [...(picked.get(tag) ?? []), line]);
    }
  }
  return listed(picked);
}

function listed(picked: ReadonlyMap<KeyTag, readonly string[]>): string[] {
  return KEY_TAGS.flatMap((tag) => (picked.has(tag) ? [`${TITLES[tag]}:`, ...picked.get(tag)!] : []));
}

/** An entry in one line; "" when it has no text. */
function entryLine(view: KnowledgeView, id: number): string {
  const { topic, snippet } = view.document(id);
  const text = cleanLine(snippet[0]);
  return text === "" ? "" : `  [${topicName(topic)}] ${cutLine(text, ENTRY_LENGTH_MAX)}`;
}

function topicName(name: string): string {
  return cutLine(cleanLine(name), TOPIC_LENGTH_MAX);
}

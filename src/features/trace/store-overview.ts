// Stores the overview of a project. Its topic is the whole key of the project's remote, so that repositories with one
// name and different owners have topics of their own; without a remote it is the folder's name. The new overview
// replaces the one that was stored before. That one may stand under the folder's name, from before the remote existed,
// or under the repository's name alone, as in earlier versions; then it moves.
// Invariants:
// - Only an overview of the same project is replaced. Two projects may share a topic all the same (`a-b/c` and
//   `a/b-c`).

import { basename } from "node:path";
import { cleanLine } from "../../engine/text/clean.ts";
import { formatDateTime, MINUTE_MS } from "../../engine/text/dates.ts";
import { draftTopic, prepareDraft } from "../../notes/intake/draft.ts";
import { sameProject } from "../../notes/projects/project.ts";
import type { Change } from "../../notes/store/changes.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import { formatEntryText } from "../../notes/text/entry-format.ts";
import { type EntryText, parseEntryText } from "../../notes/text/entry-text.ts";
import { snippetLines } from "../../notes/text/snippet.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import type { TraceRequest } from "./request.ts";
import type { Target } from "./target.ts";

const TAGS = "architecture, module-map";
const NAME_LENGTH_MAX = 60;

/** The result of storing an overview. */
export interface StoredOverview {
  readonly topic: string;
  readonly text: string;
  readonly notes: readonly string[];
  readonly isNew: boolean;
  readonly isChanged: boolean;
  /** What was done, in words: `stored in`, `replaced in` or `unchanged in`. */
  readonly done: string;
}

/** The keys of a project's remote; the last key is the folder's. */
function remoteKeys({ project }: Target): string[] {
  return project?.keys.slice(0, -1) ?? [];
}

/** The short names of a project: the repository's name where there is a remote, then the folder's name. */
export function shortNames(target: Target): string[] {
  const names = [...remoteKeys(target).map((key) => key.split("/").at(-1)!), basename(target.root)];
  return names.map((name) => cleanLine(name).slice(0, NAME_LENGTH_MAX) || "project");
}

/** The first line of an overview, by which the next one finds it. */
export function overviewTitle(what: string): string {
  return `Code overview of ${cleanLine(what)} (by helix trace)`;
}

/**
 * Stores the overview in place of the previous one. Links, and tags that were added, stay. Throws what storing throws.
 */
export async function storeOverview({ ports, target }: TraceRequest, text: string): Promise<StoredOverview> {
  const names = shortNames(target);
  const keys = target.project?.keys ?? [];
  const topics = [...remoteKeys(target), ...names].map((name) => `code-${name}`);
  const draft = await prepareDraft({ topic: topics[0]!, text, tags: TAGS }, { ...ports, project: target.project });
  const titles = names.map((name) => overviewTitle(target.path === "" ? name : `${name}/${target.path}`));
  const minutes = Math.floor(ports.base.clock() / MINUTE_MS);
  let topic = draft.topic;
  let previous: Overview | null = null;
  let isChanged = true;
  await ports.base.change((view) => {
    topic = draftTopic(view, draft);
    previous = findOverview(view, topics, titles, keys);
    isChanged = previous === null || previous.topic !== topic || previous.entry.text !== draft.text;
    if (previous === null) return [{ kind: "add", topic, body: draft.body, minutes }];
    return isChanged ? [replaced(previous, topic, draft.body, minutes)] : [];
  }, indexingProgress(ports));
  const before = previous as Overview | null;
  const done = before === null ? "stored in" : isChanged ? "replaced in" : "unchanged in";
  const moved = before === null || before.topic === topic ? [] : [`moved from ${topicName(before.topic)}`];
  return { topic, text: draft.text, notes: [...moved, ...draft.notes], isNew: before === null, isChanged, done };
}

/** An overview that was stored before. */
interface Overview {
  readonly id: number;
  readonly topic: string;
  readonly entry: EntryText;
}

/**
 * The stored overview of the project with `keys` (empty: of no project) under one of the titles, from the first topic
 * that has one; null when there is none.
 */
function findOverview(
  view: KnowledgeView,
  topics: readonly string[],
  titles: readonly string[],
  keys: readonly string[],
): Overview | null {
  const lines = new Set(titles.map((title) => snippetLines(title)[0]));
  for (const given of topics) {
    const topic = view.resolveTopic(given);
    if (topic === null) continue;
    for (const id of view.topicDocuments(topic)) {
      const { snippet, projects } = view.document(id);
      const isSame = keys.length === 0 ? projects.length === 0 : sameProject(projects, keys);
      const body = isSame && lines.has(snippet[0]) ? view.body(id) : null;
      if (body !== null) return { id, topic, entry: parseEntryText(body) };
    }
  }
  return null;
}

/** The change that replaces an overview by `body`, under `topic`. */
function replaced({ id, topic: from, entry: before }: Overview, topic: string, body: string, minutes: number): Change {
  const entry = parseEntryText(body);
  const tags = [...new Set([...entry.tags, ...before.tags])];
  const modified = entry.text === before.text ? before.modified : formatDateTime(minutes);
  const { links, id: ownId, aliases } = before;
  const whole = formatEntryText({ ...entry, id: ownId, aliases, tags, links, modified });
  return from === topic ? { kind: "replace", id, body: whole } : { kind: "move", id, topic, body: whole };
}

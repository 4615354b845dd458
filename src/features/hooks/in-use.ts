// The entries that a conversation has before it: what was injected into it last. A session's file holds no entry, but of each one its key,
// which begins with its time, and its topic: with these it is found again, wherever it stands in the log now.

import type { KnowledgeView } from "../../knowledge/knowledge-view.ts";
import { entryKey } from "./note-list.ts";
import type { SessionState } from "./session-state.ts";

/** The last injected entries that still are as they were, the last one first, at most `countMax`. */
export function entriesInUse(view: KnowledgeView, { inUse }: SessionState, countMax: number): number[] {
  const found: number[] = [];
  for (const [key, topic] of [...inUse].slice(-countMax).reverse()) {
    const id = entryWithKey(view, topic, key);
    if (id >= 0) found.push(id);
  }
  return found;
}

function entryWithKey(view: KnowledgeView, topic: string, key: string): number {
  const minutes = Number.parseInt(key, 36);
  const isMeant = (id: number) => view.minutesOf(id) === minutes && entryKey(view, id) === key;
  return view.topicDocuments(topic).find(isMeant) ?? -1;
}

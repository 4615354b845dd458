// Writes the list of each topic's documents, in order of time, then origin.

import { compareTimes } from "./entry-order.ts";
import { MovedOrigins } from "./moved-origins.ts";
import type { SectionOutput } from "./section-output.ts";

/** Columns of the result by document number, and the documents that were moved. */
interface TopicColumns {
  readonly topicCount: number;
  readonly topicOf: Uint32Array;
  readonly offset: Uint32Array;
  /** The record's minutes. They are signed numbers, whatever the array says. */
  readonly stored: Uint32Array;
  readonly moved: { readonly ids: Uint32Array; readonly origins: Uint32Array };
}

/** Writes the sections of the lists. */
export function writeTopicLists(
  { topicCount, topicOf, offset, stored, moved }: TopicColumns,
  out: SectionOutput,
): void {
  const offsets = new Uint32Array(topicCount + 1);
  for (let id = 0; id < topicOf.length; id++) offsets[topicOf[id]! + 1]!++;
  for (let topic = 0; topic < topicCount; topic++) offsets[topic + 1]! += offsets[topic]!;
  const next = offsets.slice();
  const documents = new Uint32Array(topicOf.length);
  for (let id = 0; id < topicOf.length; id++) documents[next[topicOf[id]!]!++] = id;
  const minutes = new Int32Array(stored.buffer, stored.byteOffset, stored.length);
  const origins = new MovedOrigins(moved.ids, moved.origins);
  const compare = (a: number, b: number) =>
    compareTimes(minutes[a]!, minutes[b]!) || origins.of(a, offset[a]!) - origins.of(b, offset[b]!);
  for (let topic = 0; topic < topicCount; topic++) {
    const list = documents.subarray(offsets[topic], offsets[topic + 1]);
    if (!isInOrder(list, compare)) list.sort(compare);
  }
  out.add("topicDocumentOffsets", offsets);
  out.add("topicDocuments", documents);
}

function isInOrder(list: Uint32Array, compare: (a: number, b: number) => number): boolean {
  for (let at = 1; at < list.length; at++) if (compare(list[at - 1]!, list[at]!) > 0) return false;
  return true;
}

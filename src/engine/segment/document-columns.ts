// Writes the documents of a new index, column by column, from those of the segments that it is made of. Numbers are
// copied, and ordinals of names become those of the merged names. No document is ever put together, and no name is
// looked up by its text.
// Invariants:
// - Documents are numbered as the order says.
// - Topic, tag, source and project ordinals are those of the ascending names.
// - Names that no document of the result has are gone.

import type { MergeColumns, MergeInput, NameList } from "./document.ts";
import type { DocumentOrder } from "./document-order.ts";
import type { SectionName } from "./index-layout.ts";
import { mergeNames } from "./name-merge.ts";
import type { SectionOutput } from "./section-output.ts";
import { writeTagSets } from "./tag-set-merge.ts";
import { writeTopicLists } from "./topic-lists.ts";

/** The inputs of a merge, and the order of its result. */
export interface MergePlan {
  /** The segments in the order of the log. */
  readonly inputs: readonly MergeInput[];
  readonly order: DocumentOrder;
  /** Where the documents of the result stand in a new log; null when the log stays. */
  readonly origins: NewOrigins | null;
}

/**
 * Offset and length in bytes of each record in a new log. Each offset is the document's origin there, and no record is
 * half an edit.
 */
export interface NewOrigins {
  readonly offsets: Uint32Array;
  readonly sizes: Uint32Array;
}

export interface WrittenDocuments {
  readonly topics: readonly string[];
  /** The topic's ordinal by new document number. */
  readonly topicOf: Uint32Array;
  readonly tokenTotal: number;
  readonly firstLineTotal: number;
}

/** Writes the sections of documents, topics, tags, sources and projects. */
export function writeDocuments(plan: MergePlan, out: SectionOutput): WrittenDocuments {
  const { inputs } = plan;
  const offset = plan.origins?.offsets ?? columnOf(plan, "offset");
  out.add("documentOffset", offset);
  out.addNarrow("documentSize", plan.origins?.sizes.map((size) => size * 2) ?? columnOf(plan, "size"));
  const stored = columnOf(plan, "stored");
  out.add("documentStored", stored);
  const topics = mergeNames(lists(inputs, "topics"), inUse(plan, "topic", "topics", 0));
  const topicOf = columnOf(plan, "topic", topics.ordinals);
  out.addNarrow("documentTopic", topicOf);
  const lengths = columnOf(plan, "length");
  out.addNarrow("documentLength", lengths);
  const firstLengths = columnOf(plan, "firstLength");
  out.addNarrow("documentFirstLength", firstLengths);
  out.addNarrow("documentConfidence", columnOf(plan, "confidence"));
  out.add("documentKeyHigh", columnOf(plan, "keyHigh"));
  out.add("documentKeyLow", columnOf(plan, "keyLow"));
  const tagSets = writeTagSets(inputs, inUse(plan, "tagSet", "tagSets", 0), out);
  out.addNarrow("documentTagSet", columnOf(plan, "tagSet", tagSets));
  writeOptional(plan, "source", "sources", ["documentSource", "sourceNameOffsets", "sourceNames"], out);
  writeOptional(plan, "project", "projects", ["documentProject", "projectNameOffsets", "projectNames"], out);
  const moved = movedOf(plan);
  out.add("movedDocuments", moved.ids);
  out.add("movedOrigins", moved.origins);
  out.add("topicNameOffsets", topics.table.offsets());
  out.add("topicNames", topics.table.pool());
  writeTopicLists({ topicCount: topics.table.count, topicOf, offset, stored, moved }, out);
  return { topics: topics.names(), topicOf, tokenTotal: sum(lengths), firstLineTotal: sum(firstLengths) };
}

/** A column of the result. `ordinals` turns the numbers of each input into those of the result. */
function columnOf(
  { inputs, order }: MergePlan,
  name: keyof MergeColumns,
  ordinals: readonly Uint32Array[] | null = null,
): Uint32Array {
  const result = new Uint32Array(order.count);
  inputs.forEach(({ segment }, at) => {
    const column = segment.columns[name];
    const { numbers, first } = order.renumberings[at]!;
    const map = ordinals?.[at];
    for (let id = 0; id < segment.documentCount; id++) {
      const number = numbers === null ? first + id : numbers[id]!;
      if (number >= 0) result[number] = map === undefined ? column[id]! : map[column[id]!]!;
    }
  });
  return result;
}

/** Writes a column of ordinals + 1, 0 for none, and the names that the ordinals stand for. */
function writeOptional(
  plan: MergePlan,
  column: "source" | "project",
  names: "sources" | "projects",
  [documents, offsets, pool]: readonly [SectionName, SectionName, SectionName],
  out: SectionOutput,
): void {
  const merged = mergeNames(lists(plan.inputs, names), inUse(plan, column, names, 1));
  const ordinals = merged.ordinals.map((map) => {
    const shifted = new Uint32Array(map.length + 1);
    map.forEach((ordinal, at) => {
      shifted[at + 1] = ordinal + 1;
    });
    return shifted;
  });
  out.addNarrow(documents, columnOf(plan, column, ordinals));
  out.add(offsets, merged.table.offsets());
  out.add(pool, merged.table.pool());
}

function lists(inputs: readonly MergeInput[], names: "topics" | "sources" | "projects"): NameList[] {
  return inputs.map(({ segment }) => segment[names]);
}

/**
 * For each input, which of its names a document of the result has; null means all. A column holds ordinals + `shift`.
 */
function inUse(
  { inputs, order }: MergePlan,
  name: keyof MergeColumns,
  names: "topics" | "sources" | "projects" | "tagSets",
  shift: number,
): (Uint8Array | null)[] {
  return inputs.map(({ segment }, at) => {
    const { numbers } = order.renumberings[at]!;
    if (numbers === null) return null;
    const used = new Uint8Array((names === "tagSets" ? segment.tagSetCount : segment[names].count) + shift);
    const column = segment.columns[name];
    for (let id = 0; id < numbers.length; id++) if (numbers[id]! >= 0) used[column[id]!] = 1;
    return used.subarray(shift);
  });
}

/** The documents of the result whose origin is not their own offset. */
function movedOf({ inputs, order, origins: newOrigins }: MergePlan): { ids: Uint32Array; origins: Uint32Array } {
  const ids: number[] = [];
  const origins: number[] = [];
  if (newOrigins === null) {
    inputs.forEach(({ segment: { moved } }, at) => {
      const { numbers, first } = order.renumberings[at]!;
      for (let index = 0; index < moved.ids.length; index++) {
        const id = moved.ids[index]!;
        const number = numbers === null ? first + id : numbers[id]!;
        if (number < 0) continue;
        ids.push(number);
        origins.push(moved.origins[index]!);
      }
    });
  }
  return { ids: Uint32Array.from(ids), origins: Uint32Array.from(origins) };
}

function sum(numbers: Uint32Array): number {
  let total = 0;
  for (let at = 0; at < numbers.length; at++) total += numbers[at]!;
  return total;
}

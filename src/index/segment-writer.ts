// Merges segments into a new index.bin. No text is tokenized again: posting lists are decoded, renumbered and encoded.
// Invariants: sources come in the order of the log; buried documents are left out, so every document of the result is live;
// document numbers ascend with the offsets in the log.

import { bytesOf } from "../format/bytes.ts";
import { crc32 } from "../format/crc32.ts";
import { encodeIndexPrefix, type IndexHeader, type SectionPlace } from "../format/index-header.ts";
import {
  alignSection,
  CONFIDENCE_SCALE,
  INDEX_PREFIX_BYTES,
  PAIR_FLAG,
  SECTION_NAMES,
  type SectionName,
} from "../format/index-layout.ts";
import type { TimeBase } from "../format/log-time.ts";
import { compareOrder } from "./delta-segment.ts";
import type { IndexedDocument, MergeInput } from "./document.ts";
import { InternedNames, NameTableWriter } from "./name-table.ts";
import { mergeTerms } from "./term-merge.ts";
import { topicMentions } from "./topic-mentions.ts";

/** What the header says of the log that the result covers. */
export interface Coverage {
  readonly watermark: number;
  readonly fingerprint: number;
  readonly timeBase: TimeBase;
  readonly damageCount: number;
  readonly damageBytes: number;
}

type Sections = Record<SectionName, Uint8Array>;

/** The documents of the result, as columns. */
interface Columns {
  readonly documents: IndexedDocument[];
  /** Per input: the new number of each document, or -1 for a buried one. */
  readonly renumbered: Int32Array[];
}

/** Merges `inputs` into the pieces of an index file, in file order: prefix first. Throws RangeError beyond 4 GiB. */
export function writeSegment(inputs: readonly MergeInput[], coverage: Coverage): Uint8Array[] {
  const columns = collectDocuments(inputs);
  const sections = {} as Sections;
  const topics = writeTopics(columns.documents, sections);
  const tokenTotals = writeDocuments(columns.documents, topics.ordinals, sections);
  const mentions = topicMentions(topics.names, columns.documents);
  const merged = mergeTerms(inputs, columns.renumbered, mentions, sections);
  sections.edges = bytesOf(mentions.edges());
  return assemble(sections, {
    ...coverage,
    ...tokenTotals,
    documentCount: columns.documents.length,
    termCount: merged.termCount,
    postingTotal: merged.postingTotal,
    topicCount: topics.names.length,
  });
}

function collectDocuments(inputs: readonly MergeInput[]): Columns {
  const documents: IndexedDocument[] = [];
  const renumbered: Int32Array[] = [];
  for (const input of inputs) {
    const numbers = new Int32Array(input.segment.documentCount).fill(-1);
    for (let id = 0; id < numbers.length; id++) {
      if (input.isBuried(id)) continue;
      numbers[id] = documents.length;
      documents.push(input.segment.document(id));
    }
    renumbered.push(numbers);
  }
  return { documents, renumbered };
}

function writeTopics(documents: readonly IndexedDocument[], sections: Sections) {
  const members = new Map<string, number[]>();
  documents.forEach((document, id) => {
    const list = members.get(document.topic);
    if (list) list.push(id);
    else members.set(document.topic, [id]);
  });
  const names = [...members.keys()].sort(byCodeUnits);
  const ordinals = new Map<string, number>();
  const table = new NameTableWriter();
  const offsets = new Uint32Array(names.length + 1);
  const all = new Uint32Array(documents.length);
  names.forEach((name, ordinal) => {
    ordinals.set(name, ordinal);
    table.add(name);
    const list = members.get(name)!;
    list.sort((a, b) => {
      const left = documents[a]!;
      const right = documents[b]!;
      return compareOrder(left.stored, left.place, right.stored, right.place);
    });
    all.set(list, offsets[ordinal]!);
    offsets[ordinal + 1] = offsets[ordinal]! + list.length;
  });
  sections.topicNameOffsets = bytesOf(table.offsets());
  sections.topicNames = table.pool();
  sections.topicDocumentOffsets = bytesOf(offsets);
  sections.topicDocuments = bytesOf(all);
  return { names, ordinals };
}

function writeDocuments(
  documents: readonly IndexedDocument[],
  topicOrdinals: ReadonlyMap<string, number>,
  sections: Sections,
): { tokenTotal: number; firstLineTotal: number } {
  const tagOrdinals = writeTags(documents, sections);
  const sources = new InternedNames();
  const projects = new InternedNames();
  const tagSets = new TagSets(tagOrdinals);
  const snippets = new NameTableWriter();
  let tokenTotal = 0;
  let firstLineTotal = 0;
  for (const document of documents) {
    tokenTotal += document.length;
    firstLineTotal += document.firstLineLength;
    const [first, second] = document.snippet;
    snippets.add(second === "" ? first : `${first}\n${second}`);
  }
  const column = (value: (document: IndexedDocument) => number) => bytesOf(Uint32Array.from(documents, value));
  const narrow = (value: (document: IndexedDocument) => number) =>
    bytesOf(Uint16Array.from(documents, (document) => Math.min(value(document), 0xffff)));
  sections.documentOffset = column((document) => document.offset);
  sections.documentSize = column(({ size, pair }) => (pair ? size + PAIR_FLAG : size));
  sections.documentPlace = column((document) => document.place);
  sections.documentStored = column((document) => document.stored);
  sections.documentTopic = column((document) => topicOrdinals.get(document.topic)!);
  sections.documentLength = column((document) => document.length);
  sections.documentFirstLength = narrow((document) => document.firstLineLength);
  sections.documentConfidence = narrow((document) => Math.round(document.confidence * CONFIDENCE_SCALE));
  sections.documentTagSet = column((document) => tagSets.ordinal(document.tags));
  sections.documentSource = column(({ source }) => (source === null ? 0 : sources.ordinal(source) + 1));
  sections.documentProject = column(({ projects: keys }) =>
    keys.length === 0 ? 0 : projects.ordinal(keys.join(", ")) + 1,
  );
  sections.snippetOffsets = bytesOf(snippets.offsets());
  sections.snippets = snippets.pool();
  sections.tagSetOffsets = bytesOf(Uint32Array.from(tagSets.offsets));
  sections.tagSetTags = bytesOf(Uint32Array.from(tagSets.tags));
  sections.sourceNameOffsets = bytesOf(sources.table.offsets());
  sections.sourceNames = sources.table.pool();
  sections.projectNameOffsets = bytesOf(projects.table.offsets());
  sections.projectNames = projects.table.pool();
  return { tokenTotal, firstLineTotal };
}

function writeTags(documents: readonly IndexedDocument[], sections: Sections): Map<string, number> {
  const names = new Set<string>();
  for (const document of documents) for (const tag of document.tags) names.add(tag);
  const table = new NameTableWriter();
  const ordinals = new Map<string, number>();
  for (const name of [...names].sort(byCodeUnits)) ordinals.set(name, table.add(name));
  sections.tagNameOffsets = bytesOf(table.offsets());
  sections.tagNames = table.pool();
  return ordinals;
}

/** Entries with the same tags share one set. Set 0 is the empty one. */
class TagSets {
  readonly offsets: number[] = [0, 0];
  readonly tags: number[] = [];
  readonly #ordinals = new Map<string, number>([["", 0]]);
  readonly #tagOrdinals: ReadonlyMap<string, number>;

  constructor(tagOrdinals: ReadonlyMap<string, number>) {
    this.#tagOrdinals = tagOrdinals;
  }

  ordinal(tags: readonly string[]): number {
    const key = tags.join("\n");
    let ordinal = this.#ordinals.get(key);
    if (ordinal === undefined) {
      for (const tag of tags) this.tags.push(this.#tagOrdinals.get(tag)!);
      ordinal = this.offsets.length - 1;
      this.offsets.push(this.tags.length);
      this.#ordinals.set(key, ordinal);
    }
    return ordinal;
  }
}

function assemble(sections: Sections, header: Omit<IndexHeader, "fileSize" | "bodyChecksum">): Uint8Array[] {
  const places = {} as Record<SectionName, SectionPlace>;
  const body: Uint8Array[] = [];
  let offset = INDEX_PREFIX_BYTES;
  let bodyChecksum = 0;
  const add = (bytes: Uint8Array) => {
    body.push(bytes);
    bodyChecksum = crc32(bytes, bodyChecksum);
    offset += bytes.length;
  };
  for (const name of SECTION_NAMES) {
    const start = alignSection(offset);
    if (start > offset) add(new Uint8Array(start - offset));
    places[name] = { offset: start, length: sections[name].length };
    add(sections[name]);
  }
  if (offset > 0xffff_ffff) throw new RangeError("the index would be longer than 4 GiB");
  return [encodeIndexPrefix({ header: { ...header, fileSize: offset, bodyChecksum }, sections: places }), ...body];
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

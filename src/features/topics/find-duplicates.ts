// Finds notes that repeat others: near-duplicates within each topic, and equal texts in several topics. Reads every
// live body within reach once, a stretch at a time. Once its topic is done, only a FoundEntry is kept of a note.

import { createHash } from "node:crypto";
import { Numbering } from "../../engine/text/similarity-join.ts";
import { contentTokens } from "../../engine/text/tokenizer.ts";
import type { Reach } from "../../notes/scope/reach.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { type Reading, takingTurns } from "../../notes/store/long-work.ts";
import { entryDate, impossibleFrom } from "../../notes/text/entry-date.ts";
import { parseEntryText } from "../../notes/text/entry-text.ts";
import { type Compared, type DuplicatePair, nearDuplicates } from "./near-duplicates.ts";
import { readBodies } from "./read-bodies.ts";
import { type Metadata, type Obstacle, unite } from "./unite.ts";

const MINUTE_MS = 60_000;

/** A note by what identifies it, even if the index has changed by then. */
export interface FoundEntry {
  readonly id: string;
  readonly topic: string;
  /** Its position in the topic when it was found. */
  readonly index: number;
  /** Its place in the log, which it keeps when it is edited. */
  readonly origin: number;
  /** When it was stored or last revised, UTC minutes since 1970. */
  readonly minutes: number;
  readonly line: string;
  readonly textHash: string;
  /** The keys of its project. */
  readonly projects: readonly string[];
}

export interface FoundDuplicate {
  readonly duplicate: FoundEntry;
  /** The newer note, which says nearly the same. */
  readonly kept: FoundEntry;
  /** 0 to 1. */
  readonly similarity: number;
  /** Why the two are not to be merged; null if they can be merged. */
  readonly obstacle: Obstacle | typeof WRONG_TIME | null;
}

/** After a wrong clock it is not known which of two notes is newer. */
const WRONG_TIME = "of a time in the future: redate mends it";

export interface FoundDuplicates {
  readonly entries: number;
  /** In the order of topics. `duplicates` can be merged. `unmerged` have an obstacle. */
  readonly duplicates: readonly FoundDuplicate[];
  readonly unmerged: readonly FoundDuplicate[];
  /** Notes of different topics with the very same text. */
  readonly acrossTopics: readonly (readonly FoundEntry[])[];
  /** Topics with so many similar notes that not all of them were compared. */
  readonly cutTopics: readonly string[];
}

/** Looks through all live notes within reach. Throws CANCELLED. */
export async function findDuplicates(ports: Reading, reach: Reach): Promise<FoundDuplicates> {
  const turn = takingTurns(ports);
  const view = await ports.base.view();
  const names = reach.topicNames(view);
  const total = view.index.liveCount - reach.leftOut(view).count;
  const duplicates: FoundDuplicate[] = [];
  const unmerged: FoundDuplicate[] = [];
  const cutTopics: string[] = [];
  const byText = new Map<string, FoundEntry[]>();
  const latest = impossibleFrom(ports.base.clock() / MINUTE_MS);
  let entries = 0;
  for (const topic of names) {
    const reader = new TopicReader(topic, reach);
    await readBodies(ports, topic, turn, reader);
    const oldestFirst = reader.entries.sort((a, b) => a.found.minutes - b.found.minutes);
    const { pairs, isWhole } = await nearDuplicates(oldestFirst, turn);
    if (!isWhole) cutTopics.push(topic);
    const repeated = new Set(pairs.map(({ duplicate }) => duplicate));
    for (const pair of withObstacles(oldestFirst, pairs, latest)) {
      (pair.obstacle === null ? duplicates : unmerged).push(pair);
    }
    oldestFirst.forEach(({ found }, at) => {
      if (repeated.has(at)) return;
      const known = byText.get(found.textHash);
      // One note of each topic is enough: duplicates within the topic are reported already.
      if (known === undefined) byText.set(found.textHash, [found]);
      else if (known.at(-1)!.topic !== topic) known.push(found);
    });
    entries += oldestFirst.length;
    ports.onProgress?.({ done: entries, total, what: "comparing" });
  }
  const acrossTopics = [...byText.values()].filter((found) => found.length > 1);
  return { entries, duplicates, unmerged, acrossTopics, cutTopics };
}

/**
 * The pairs in the order of the topic, each with the obstacle to its merging. Several duplicates may have the same note
 * that stays, so the metadata of all of them is united.
 */
function withObstacles(
  entries: readonly ReadEntry[],
  pairs: readonly DuplicatePair[],
  latest: number,
): FoundDuplicate[] {
  const united = new Map<number, Metadata>();
  return pairs
    .toSorted((a, b) => entries[a.duplicate]!.found.index - entries[b.duplicate]!.found.index)
    .map(({ kept, duplicate, similarity }) => {
      const [newer, older] = [entries[kept]!, entries[duplicate]!];
      const both = unite(united.get(kept) ?? newer.metadata, older.metadata, newer.bytes);
      const isWrong = newer.found.minutes >= latest;
      if (typeof both !== "string" && !isWrong) united.set(kept, both);
      const obstacle = isWrong ? WRONG_TIME : typeof both === "string" ? both : null;
      return { kept: newer.found, duplicate: older.found, similarity, obstacle };
    });
}

/** A note while its topic is compared. */
interface ReadEntry extends Compared {
  readonly found: FoundEntry;
  readonly metadata: Metadata;
  /** How many bytes its body takes. */
  readonly bytes: number;
}

class TopicReader {
  entries: ReadEntry[] = [];
  readonly #topic: string;
  readonly #tokens = new Numbering();
  /** A note of one project must neither vanish from it nor show up in another. */
  readonly #scopes = new Numbering();
  readonly #reach: Reach;

  constructor(topic: string, reach: Reach) {
    this.#topic = topic;
    this.#reach = reach;
  }

  begin(): void {
    this.entries = [];
  }

  isWanted(view: KnowledgeView): (id: number) => boolean {
    return this.#reach.in(view.index);
  }

  entry(view: KnowledgeView, id: number, position: number, body: string | null): void {
    if (body === null) return;
    const { text, tags, links, source, cited, confidence, modified } = parseEntryText(body);
    const { origin, snippet, projects } = view.document(id);
    const hash = hashOf(text);
    this.entries.push({
      found: {
        id: view.noteId(id),
        topic: this.#topic,
        index: position,
        origin,
        minutes: entryDate(view.minutesOf(id), modified),
        line: snippet[0],
        textHash: hash,
        projects,
      },
      metadata: { tags, links, source, cited, confidence },
      bytes: Buffer.byteLength(body),
      tokens: this.#tokens.ofAll(contentTokens(text)),
      scope: this.#scopes.of(projects.toSorted().join(", ")),
      hash,
    });
  }
}

/** Equal hashes are equal texts: SHA-256. White space at the ends does not count. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text.trim()).digest("base64");
}

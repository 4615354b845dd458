// Which entries repeat others: near-duplicates within each topic, and texts that stand in several topics. Reads every live body once, a
// stretch at a time; what it keeps of an entry are numbers and a hash.

import { createHash } from "node:crypto";
import type { KnowledgeView } from "../../knowledge/knowledge-view.ts";
import { splitBody } from "../../text/entry-text.ts";
import { contentTokens } from "../../text/tokenizer.ts";
import { type FeatureContext, takingTurns } from "../feature.ts";
import { type Compared, nearDuplicates } from "./near-duplicates.ts";
import { readBodies } from "./read-bodies.ts";

/** An entry by what tells it from others when the index is another one by then. */
export interface FoundEntry {
  readonly topic: string;
  /** Its position in the topic when it was found. */
  readonly index: number;
  /** Its place in the log, which it keeps when it is edited. */
  readonly place: number;
  /** UTC minutes since 1970. */
  readonly minutes: number;
  readonly line: string;
  readonly textHash: string;
}

export interface FoundDuplicate {
  readonly duplicate: FoundEntry;
  /** The newer entry that says nearly the same. */
  readonly kept: FoundEntry;
  /** 0 to 1. */
  readonly similarity: number;
}

export interface FoundDuplicates {
  readonly entries: number;
  /** By topic, in order. */
  readonly duplicates: readonly FoundDuplicate[];
  /** Entries of different topics with the very same text. */
  readonly acrossTopics: readonly (readonly FoundEntry[])[];
  /** Topics with so many alike entries that not all were compared. */
  readonly cutTopics: readonly string[];
}

/** Looks through everything that is live. Throws CANCELLED. */
export async function findDuplicates(context: FeatureContext): Promise<FoundDuplicates> {
  const turn = takingTurns(context);
  const view = await context.base.view();
  const names = view.topics().map(({ name }) => name);
  const total = view.index.liveCount;
  const duplicates: FoundDuplicate[] = [];
  const cutTopics: string[] = [];
  const byText = new Map<string, FoundEntry[]>();
  let entries = 0;
  for (const topic of names) {
    const reader = new TopicReader(topic);
    await readBodies(context, topic, turn, reader);
    const { pairs, isWhole } = await nearDuplicates(reader.compared, turn);
    if (!isWhole) cutTopics.push(topic);
    const repeated = new Set(pairs.map(({ duplicate }) => duplicate));
    for (const { kept, duplicate, similarity } of pairs.sort((a, b) => a.duplicate - b.duplicate)) {
      duplicates.push({ kept: reader.found[kept]!, duplicate: reader.found[duplicate]!, similarity });
    }
    reader.found.forEach((found, at) => {
      if (repeated.has(at)) return;
      const known = byText.get(found.textHash);
      // One of each topic is enough: that within the topic is said already.
      if (known === undefined) byText.set(found.textHash, [found]);
      else if (known.at(-1)!.topic !== topic) known.push(found);
    });
    entries += reader.found.length;
    context.onProgress?.({ done: entries, total, what: "comparing" });
  }
  const acrossTopics = [...byText.values()].filter((found) => found.length > 1);
  return { entries, duplicates, acrossTopics, cutTopics };
}

class TopicReader {
  found: FoundEntry[] = [];
  compared: Compared[] = [];
  readonly #topic: string;
  readonly #tokens = new Map<string, number>();
  readonly #scopes = new Map<string, number>();

  constructor(topic: string) {
    this.#topic = topic;
  }

  begin(): void {
    this.found = [];
    this.compared = [];
  }

  entry(view: KnowledgeView, id: number, position: number, body: string | null): void {
    if (body === null) return;
    const { text } = splitBody(body);
    const { place, snippet, projects } = view.document(id);
    const textHash = hashOf(text);
    this.found.push({
      topic: this.#topic,
      index: position,
      place,
      minutes: view.minutesOf(id),
      line: snippet[0],
      textHash,
    });
    this.compared.push({ tokens: this.#numbers(contentTokens(text)), scope: this.#scopeOf(projects), hash: textHash });
  }

  /** What belongs to one project must neither vanish from it nor show up in another. */
  #scopeOf(projects: readonly string[]): number {
    const name = projects.toSorted().join(", ");
    const known = this.#scopes.get(name);
    if (known !== undefined) return known;
    this.#scopes.set(name, this.#scopes.size);
    return this.#scopes.size - 1;
  }

  #numbers(tokens: ReadonlySet<string>): Uint32Array {
    const numbers = new Uint32Array(tokens.size);
    let at = 0;
    for (const token of tokens) {
      let number = this.#tokens.get(token);
      if (number === undefined) {
        number = this.#tokens.size;
        this.#tokens.set(token, number);
      }
      numbers[at++] = number;
    }
    return numbers;
  }
}

/** Equal hashes are equal texts: SHA-256. White space at the ends does not count. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text.trim()).digest("base64");
}

// Export and import: everything as JSON, and back.
// Invariants:
// - Importing an export into an empty knowledge base gives the same topics, texts, metadata, times and order.
// - Importing it again changes nothing.

import type { Answer } from "../base/answer.ts";
import { HelixError } from "../base/errors.ts";
import { counted } from "../base/wording.ts";
import { isoTime, MINUTE_MS } from "../engine/text/dates.ts";
import { sanitiseJson } from "../engine/text/sanitise-json.ts";
import { Reach } from "../notes/scope/reach.ts";
import type { Change } from "../notes/store/changes.ts";
import type { KnowledgeView } from "../notes/store/knowledge-view.ts";
import type { TransactionExtent } from "../notes/store/log-appender.ts";
import { indexingProgress, takingTurns, type Writing } from "../notes/store/long-work.ts";
import { bodyWithoutId } from "../notes/text/entry-format.ts";
import { parseEntryText } from "../notes/text/entry-text.ts";
import { StoredAllTheSame } from "../platform/commits.ts";
import type { ExportData, ImportData } from "./data.ts";
import { type ImportedEntry, parseImport } from "./import-format.ts";
import { ImportedLinks, storedTopic } from "./imported-links.ts";
import { KnownEntries } from "./known-entries.ts";
import { type PreparedEntry, prepareEntries } from "./prepare-entries.ts";

/**
 * How many entries one write of an import holds. A write counts whole or not at all, so small parts keep an unfinished
 * one small. Each write takes the lock and syncs twice.
 */
const PART_ENTRIES = 100;

/**
 * The live entries within reach, by topic, in order. `onDamaged` is called for each entry that cannot be read any more;
 * such an entry is left out.
 */
function* exportEntries(view: KnowledgeView, onDamaged: () => void, reach: Reach): Generator<ExportData[number]> {
  const isWanted = reach.in(view.index);
  for (const topic of reach.topicNames(view)) {
    for (const id of view.topicDocuments(topic).filter(isWanted)) {
      const body = view.body(id);
      if (body === null) onDamaged();
      else yield { id: view.noteId(id), topic, time: isoTime(view.minutesOf(id)), body };
    }
  }
}

/**
 * The pieces of a JSON array of the entries within reach (by default all), one entry a line. `onDamaged` is called for
 * each entry that has to be left out.
 */
export function* exportJson(
  view: KnowledgeView,
  onDamaged: () => void,
  reach = new Reach({ project: null }, "any"),
): Generator<string> {
  let separator = "[\n";
  for (const entry of exportEntries(view, onDamaged, reach)) {
    yield separator + sanitiseJson(JSON.stringify(entry));
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

/** The remark on an export that is not whole: one line, or none. */
export function damageRemarks(count: number): string[] {
  if (count === 0) return [];
  return [
    `the export is not whole: ${counted(count, "damaged entry is", "damaged entries are")} left out; see helix check`,
  ];
}

/**
 * Imports JSON. All of it is checked first. Throws INVALID_ARGUMENT, and then nothing was changed. Throws CANCELLED,
 * LOCKED, IO or LIMIT; then the parts written before are stored whole, and the error says how many entries they hold.
 * Importing the same file again skips those entries.
 */
export async function importJson(ports: Writing, json: string): Promise<Answer> {
  return importEntries(ports, parseImport(json));
}

/** Imports entries that were read from elsewhere; throws as `importJson` does. `done` begins the answer. */
export async function importEntries(
  ports: Writing,
  entries: readonly ImportedEntry[],
  done = "imported",
): Promise<Answer> {
  const { prepared, redactions } = await prepareEntries(ports, entries);
  const now = Math.floor(ports.base.clock() / MINUTE_MS);
  const ordered = inOrder(prepared, now);
  const importing = new Importing(ports, now, ordered);
  try {
    for (let from = 0; from < ordered.length; from += PART_ENTRIES) {
      await importing.write(ordered.slice(from, from + PART_ENTRIES));
    }
  } catch (error) {
    throw importing.stored === 0 ? error : interrupted(error, importing.stored);
  }
  const { stored, present, topics } = importing;
  const head = `${done} ${counted(stored, "entry", "entries")} into ${counted(topics.size, "topic", "topics")}`;
  const lines = [head];
  if (present > 0) lines.push(`  skipped ${present}: already there`);
  if (redactions > 0) lines.push(`  redacted: credentials in ${counted(redactions, "entry", "entries")}`);
  return {
    found: true,
    ...(stored > 0 ? { operation: head } : {}),
    text: () => lines.join("\n"),
    data: (): ImportData => ({ added: stored, skipped: present, topics: topics.size, redacted: redactions }),
  };
}

/**
 * The entries in their order, but those of one topic by time, so that no part of an import puts entries before those of
 * an earlier part.
 */
function inOrder(entries: readonly PreparedEntry[], now: number): PreparedEntry[] {
  const byTopic = new Map<string, PreparedEntry[]>();
  for (const entry of entries) {
    const same = byTopic.get(entry.topic);
    if (same) same.push(entry);
    else byTopic.set(entry.topic, [entry]);
  }
  // `pop` takes the last one first.
  for (const same of byTopic.values()) same.sort((a, b) => (a.minutes ?? now) - (b.minutes ?? now)).reverse();
  return entries.map(({ topic }) => byTopic.get(topic)!.pop()!);
}

/** The writes of one import. Undo takes them back together. */
class Importing {
  /** How many entries were written, and how many were there already. */
  stored = 0;
  present = 0;
  readonly topics = new Set<string>();
  readonly #ports: Writing;
  readonly #now: number;
  readonly #total: number;
  readonly #links: ImportedLinks;
  readonly #turn: () => Promise<void>;
  readonly #known = new KnownEntries();
  #done = 0;
  #act: TransactionExtent | null = null;

  constructor(ports: Writing, now: number, entries: readonly PreparedEntry[]) {
    this.#ports = ports;
    this.#now = now;
    this.#total = entries.length;
    this.#links = new ImportedLinks(entries);
    this.#turn = takingTurns(ports);
  }

  /** Writes the entries of `part` that are not stored yet. */
  async write(part: readonly PreparedEntry[]): Promise<void> {
    await this.#turn();
    let topics: string[] = [];
    const plan = (view: KnowledgeView): Change[] => {
      const news = part
        .map((entry) => ({ entry, topic: storedTopic(view, entry) }))
        .filter(({ entry, topic }) => !this.#known.take(view, topic, entry.body, entry.minutes));
      topics = news.map(({ topic }) => topic);
      // What links lead to is promised an id. So the bodies come before the ids.
      const bodies = news.map(({ entry }) => entry).map(this.#links.rewriter(view));
      return news.map(({ entry, topic }, at) => {
        const id = this.#links.idOf(view, entry);
        const body = parseEntryText(bodies[at]!).id === id ? bodies[at]! : bodyWithoutId(bodies[at]!);
        return { kind: "add", topic, body, minutes: entry.minutes ?? this.#now, id };
      });
    };
    try {
      this.#act = (await this.#ports.base.change(plan, indexingProgress(this.#ports), this.#act)).transaction;
    } catch (error) {
      if (error instanceof StoredAllTheSame) this.stored += topics.length;
      throw error;
    }
    this.stored += topics.length;
    this.present += part.length - topics.length;
    for (const topic of topics) this.topics.add(topic);
    this.#done += part.length;
    this.#ports.onProgress?.({ done: this.#done, total: this.#total, what: "storing" });
  }
}

/** What single writes say when they fail; of an import it would be wrong. */
const NOTHING_WRITTEN = /; nothing was (?:written|stored)(?:, try again)?/;

/** The error of an import that ended midway. An error that is not helix's own stays as it is. */
function interrupted(error: unknown, stored: number): unknown {
  if (!(error instanceof HelixError)) return error;
  const reason = error.message.replace(NOTHING_WRITTEN, "").replace(/^it is stored, but /, "");
  return new HelixError(
    error.code,
    `${reason}; ${counted(stored, "entry of the import is", "entries of the import are")} stored: import the same again to add the rest`,
    { cause: error, saysWhatStays: true },
  );
}

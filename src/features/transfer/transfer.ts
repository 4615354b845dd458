// Export and import: everything as JSON, and back.
// Invariant: importing an export into an empty knowledge base gives the same topics, texts, metadata, times and order;
// importing it again changes nothing.

import { HelixError } from "../../errors.ts";
import { TOPIC_BYTES_MAX } from "../../format/log-layout.ts";
import { encodeUtf8 } from "../../format/utf8.ts";
import type { Change } from "../../knowledge/changes.ts";
import type { ActExtent } from "../../knowledge/knowledge-base.ts";
import type { KnowledgeView } from "../../knowledge/knowledge-view.ts";
import { cleanLine, cleanText, quote } from "../../text/clean.ts";
import { formatEntryText, parseEntryText } from "../../text/entry-text.ts";
import { redactSecrets } from "../../text/secrets/redaction.ts";
import { normaliseTags } from "../../text/tags.ts";
import { sanitiseTopic } from "../../text/topic.ts";
import { GIVEN_BYTES_MAX, STORED_BYTES_MAX } from "../edit/size.ts";
import { type FeatureContext, type FeatureResult, indexingProgress, takingTurns } from "../feature.ts";
import { counted } from "../wording.ts";
import { type ImportedEntry, parseImport } from "./import-format.ts";
import { KnownEntries } from "./known-entries.ts";

const MINUTE_MS = 60_000;
/** Entries that go into one write of an import: a write holds the lock and syncs once. */
const IMPORT_CHUNK = 5000;

export interface ExportedEntry {
  readonly topic: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly body: string;
}

/** All live entries, by topic, in order. `onDamaged` is called for each that cannot be read any more, and is left out. */
function* exportEntries(view: KnowledgeView, onDamaged: () => void): Generator<ExportedEntry> {
  for (const topic of view.index.topicNames()) {
    for (const id of view.topicDocuments(topic)) {
      const body = view.body(id);
      if (body === null) onDamaged();
      else yield { topic, time: new Date(view.minutesOf(id) * MINUTE_MS).toISOString(), body };
    }
  }
}

/** The pieces of the JSON array of all entries, one entry a line. `onDamaged` is called for each that has to be left out. */
export function* exportJson(view: KnowledgeView, onDamaged: () => void): Generator<string> {
  let separator = "[\n";
  for (const entry of exportEntries(view, onDamaged)) {
    yield separator + JSON.stringify(entry);
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

/** What is said beside an export that is not whole; undefined for a whole one. */
export function damageRemark(count: number): string | undefined {
  if (count === 0) return undefined;
  return `the export is not whole: ${counted(count, "damaged entry is", "damaged entries are")} left out; see helix check`;
}

/** An entry as it will be written, before it is known whether it is there already. */
interface Prepared {
  readonly given: string;
  readonly topic: string;
  readonly body: string;
  readonly minutes: number | null;
}

/**
 * Imports JSON. Checks all of it first; throws INVALID_ARGUMENT, and then nothing was changed. Throws CANCELLED, and then as many
 * whole chunks are stored as were written before: importing the same again skips them.
 */
export async function importJson(context: FeatureContext, json: string): Promise<FeatureResult> {
  const turn = takingTurns(context);
  const entries = parseImport(json);
  const prepared: Prepared[] = [];
  let redactions = 0;
  for (const [index, entry] of entries.entries()) {
    await turn();
    const { body, redacted } = await preparedBody(entry);
    if (redacted) redactions++;
    prepared.push(
      checked({ given: entry.topic, topic: topicOf(entry), body, minutes: entry.minutes }, index, entry.stored),
    );
    if (index % 1000 === 0) context.onProgress?.({ done: index, total: entries.length, what: "checking" });
  }
  context.onProgress?.({ done: entries.length, total: entries.length, what: "checking" });
  const now = Math.floor(context.base.clock() / MINUTE_MS);
  const topics = new Set<string>();
  let added = 0;
  let present = 0;
  const known = new KnownEntries();
  // Undo takes the import back as one.
  let act: ActExtent | null = null;
  for (let from = 0; from < prepared.length; from += IMPORT_CHUNK) {
    await turn();
    const plan = (view: KnowledgeView) => {
      const changes: Change[] = [];
      for (const entry of prepared.slice(from, from + IMPORT_CHUNK)) {
        const topic = view.resolveTopic(entry.given) ?? entry.topic;
        if (known.take(view, topic, entry.body, entry.minutes)) {
          present++;
          continue;
        }
        topics.add(topic);
        changes.push({ kind: "add", topic, body: entry.body, minutes: entry.minutes ?? now });
      }
      added += changes.length;
      return changes;
    };
    act = (await context.base.change(plan, indexingProgress(context), act)).act;
    context.onProgress?.({
      done: Math.min(from + IMPORT_CHUNK, prepared.length),
      total: prepared.length,
      what: "storing",
    });
  }
  const lines = [`imported ${counted(added, "entry", "entries")} into ${counted(topics.size, "topic", "topics")}`];
  if (present > 0) lines.push(`  skipped ${present}: already there`);
  if (redactions > 0) lines.push(`  redacted: credentials in ${counted(redactions, "entry", "entries")}`);
  return {
    text: lines.join("\n"),
    found: true,
    ...(added > 0 ? { operation: lines[0]! } : {}),
    data: { added, skipped: present, topics: topics.size, redacted: redactions },
  };
}

/** The name that an entry goes under: an export's as it is, unless it would break a line of an answer. */
function topicOf({ topic, topicStored }: ImportedEntry): string {
  return topicStored && cleanLine(topic) === topic ? topic : sanitiseTopic(topic);
}

async function preparedBody(entry: ImportedEntry): Promise<{ body: string; redacted: boolean }> {
  const { text, removed } = cleanText(entry.body);
  const secret = await redactSecrets(text);
  const redacted = secret.kinds.length > 0;
  // A stored body that needs no change is kept to the byte.
  if (entry.stored)
    return { body: removed === 0 && !redacted && text === entry.body.trim() ? entry.body : secret.text, redacted };
  const parts = parseEntryText("");
  const tags = entry.tags === undefined ? [] : normaliseTags(entry.tags);
  return { body: formatEntryText({ ...parts, tags, source: entry.source ?? null, text: secret.text }), redacted };
}

/** `stored`: the body is one that was stored before, by helix or the original program. */
function checked(entry: Prepared, index: number, stored: boolean): Prepared {
  const refuse = (what: string) =>
    new HelixError("INVALID_ARGUMENT", `entry ${index} of the import ${what}; nothing was imported`);
  if (entry.topic === "")
    throw refuse(
      `has a topic without a letter or digit: ${JSON.stringify(entry.given.slice(0, 40))}, e.g. "build-gotchas"`,
    );
  if (encodeUtf8(entry.given).length > TOPIC_BYTES_MAX)
    throw refuse(`(topic ${quote(entry.given)}) has a topic of more than ${TOPIC_BYTES_MAX} bytes`);
  const bodyBytesMax = stored ? STORED_BYTES_MAX : GIVEN_BYTES_MAX;
  if (encodeUtf8(entry.body).length > bodyBytesMax) {
    throw refuse(`(topic ${quote(entry.given)}) has a body of more than ${bodyBytesMax} bytes`);
  }
  return entry;
}

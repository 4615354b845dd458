// The entries of an import as they will be written, whether or not they are stored already: cleaned, redacted, within
// the limits.
// Invariants:
// - A stored body that needs no change is kept to the byte.

import { HelixError } from "../base/errors.ts";
import { encodeUtf8 } from "../base/utf8.ts";
import { settledBody } from "../engine/log/foreign-body.ts";
import { TOPIC_BYTES_MAX } from "../engine/log/log-layout.ts";
import { cleanLine, cleanText, quote } from "../engine/text/clean.ts";
import { redactSecrets } from "../engine/text/secrets/redaction.ts";
import { sanitiseTopic } from "../engine/text/topic.ts";
import { GIVEN_BYTES_MAX, STORED_BYTES_MAX } from "../notes/store/edit-size.ts";
import { type LongWork, takingTurns } from "../notes/store/long-work.ts";
import { formatEntryText } from "../notes/text/entry-format.ts";
import { parseEntryText } from "../notes/text/entry-text.ts";
import { normaliseTags } from "../notes/text/tags.ts";
import type { ImportedEntry } from "./import-format.ts";

/** An entry as it will be written. Whether it is stored already is not known yet. */
export interface PreparedEntry {
  /** As the import gives it beside the body; null: it gives none. */
  readonly id: string | null;
  /** The topic as it was given, and the name that it has if none of that very name exists. */
  readonly given: string;
  readonly topic: string;
  readonly body: string;
  /** UTC since 1970; null if none was given. */
  readonly minutes: number | null;
}

const PROGRESS_ENTRIES = 1000;
/** The original program accepts a blank as a name. */
const SPACES = /^ +$/;
/** The topic for entries whose stored topic has no character that helix accepts in a name. */
const NAMELESS = "nameless";

/**
 * Prepares all entries. `redactions` counts the entries that held a credential. Throws INVALID_ARGUMENT for the first
 * entry that cannot be stored.
 */
export async function prepareEntries(
  ports: LongWork,
  entries: readonly ImportedEntry[],
): Promise<{ prepared: PreparedEntry[]; redactions: number }> {
  const turn = takingTurns(ports);
  const names = new SafeNames();
  const prepared: PreparedEntry[] = [];
  let redactions = 0;
  for (const [index, entry] of entries.entries()) {
    await turn();
    const { body, redacted } = await preparedBody(entry);
    const safeName = await names.of(entry.topic);
    if (redacted || safeName !== entry.topic) redactions++;
    const topic = topicOf(safeName, entry.topicStored && safeName === entry.topic);
    prepared.push(checked({ id: entry.id, given: safeName, topic, body, minutes: entry.minutes }, index, entry.stored));
    if (index % PROGRESS_ENTRIES === 0) ports.onProgress?.({ done: index, total: entries.length, what: "checking" });
  }
  ports.onProgress?.({ done: entries.length, total: entries.length, what: "checking" });
  return { prepared, redactions };
}

/** Removes credentials from the names of topics. */
class SafeNames {
  readonly #known = new Map<string, string>();

  async of(name: string): Promise<string> {
    let safe = this.#known.get(name);
    if (safe === undefined) {
      const { text, kinds } = await redactSecrets(name);
      safe = kinds.length === 0 ? name : text;
      this.#known.set(name, safe);
    }
    return safe;
  }
}

/**
 * The name that an entry is stored under. The topic of an export stays as it is, unless it would break a line of an
 * answer.
 */
function topicOf(topic: string, isStoredName: boolean): string {
  if (!isStoredName) return sanitiseTopic(topic);
  return cleanLine(topic) === topic || SPACES.test(topic) ? topic : sanitiseTopic(topic) || NAMELESS;
}

async function preparedBody(entry: ImportedEntry): Promise<{ body: string; redacted: boolean }> {
  const { text, removed } = cleanText(entry.body);
  const secret = await redactSecrets(text);
  const redacted = secret.kinds.length > 0;
  if (entry.stored) {
    const body = removed === 0 && !redacted && text === entry.body.trim() ? entry.body : secret.text;
    return { body: entry.foreign ? settledBody(body) : body, redacted };
  }
  const parts = parseEntryText("");
  const tags = entry.tags === undefined ? [] : normaliseTags(entry.tags);
  return { body: formatEntryText({ ...parts, tags, source: entry.source ?? null, text: secret.text }), redacted };
}

/** `stored`: the body was stored before, by helix or the original program. */
function checked(entry: PreparedEntry, index: number, stored: boolean): PreparedEntry {
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

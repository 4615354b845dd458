// Turns the input of a caller into a body that may be written: cleaned, redacted, tagged, and assigned to a project.
// Every text that is given passes through here: from store, batch and edit, from the command line and from hooks. Only
// an import has a gate of its own (prepare-entries.ts).

import { HelixError } from "../../base/errors.ts";
import { joined, type TextList } from "../../base/text-list.ts";
import { encodeUtf8 } from "../../base/utf8.ts";
import { counted, type Wording } from "../../base/wording.ts";
import { BODY_BYTES_MAX, TOPIC_BYTES_MAX } from "../../engine/log/log-layout.ts";
import { cleanLine, cleanText } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { loadRedaction, redactSecrets } from "../../engine/text/secrets/redaction.ts";
import { sanitiseTopic } from "../../engine/text/topic.ts";
import { parseLinks } from "../links/links.ts";
import { citationFor, whyNotWatched } from "../sources/citation-for.ts";
import type { SourceCaller } from "../sources/stale-sources.ts";
import { isFollowed } from "../sources/symbol-follower.ts";
import type { KnowledgeView } from "../store/knowledge-view.ts";
import { parseSource } from "../text/citation.ts";
import { formatEntryText } from "../text/entry-format.ts";
import { autoTags, normaliseTags } from "../text/tags.ts";

const SOURCE_SHOWN_MAX = 200;

/** The input of a caller for one entry. */
export interface DraftRequest {
  readonly topic: string;
  readonly text: string;
  readonly tags?: TextList | undefined;
  readonly source?: string | undefined;
  readonly confidence?: number | undefined;
  readonly links?: TextList | undefined;
}

/** One entry, ready to be written. Its topic still has to be looked up among the stored names. */
export interface Draft {
  /** The topic as given, and the name that it gets if no topic of the given name exists. */
  readonly topicGiven: string;
  readonly topic: string;
  readonly text: string;
  readonly body: string;
  readonly tags: readonly string[];
  readonly source: string | null;
  /** The fingerprint of the file or lines that the source names. */
  readonly cited: string | null;
  /** Keys of the project that the entry will belong to. */
  readonly projects: readonly string[];
  readonly confidence: number;
  readonly links: readonly string[];
  readonly sourceNote: SourceNote | null;
  /** What was changed in the input, for the answer: redactions and removed characters. */
  readonly notes: readonly string[];
}

/**
 * Prepares an entry. Errors begin with `label` ("" or "entries[3]."). Throws INVALID_ARGUMENT or LIMIT. Nothing is
 * written.
 */
export async function prepareDraft(request: DraftRequest, context: SourceCaller, label = ""): Promise<Draft> {
  const topic = await storableTopic(request.topic, `${label}topic`);
  const { text, kinds: inText, notes } = await admitText(request.text, label);
  const given = await redactedLine(request.source);
  const givenTags = request.tags === undefined ? null : await redactSecrets(joined(request.tags, ", "));
  notes.push(...redactionNotes([...inText, ...given.kinds, ...(givenTags?.kinds ?? [])]));
  const tags = givenTags === null ? autoTags(text) : checkedTags(givenTags.text, label);
  const links = parseLinks(request.links, label);
  await refuseSecrets(
    links.join(" "),
    `${label}links`,
    (say) => `give topic:index pairs, e.g. ${say.option("links", "build-gotchas:3")}`,
  );
  const confidence = request.confidence ?? 1;
  const projects = [...(context.project?.keys ?? [])];
  const { source, cited } = await citationFor(given.line, context, projects, `${label}source`);
  const body = formatEntryText({
    id: null,
    aliases: [],
    tags,
    source,
    confidence,
    links,
    modified: null,
    projects,
    cited,
    text,
  });
  checkTextLength(body, label);
  return {
    topicGiven: request.topic,
    topic,
    text,
    body,
    tags,
    source,
    cited,
    projects,
    sourceNote: sourceNote(source, cited, context),
    confidence,
    links,
    notes,
  };
}

/** The stored name that a draft goes under: an existing topic of exactly the given name, else the sanitised one. */
export function draftTopic(view: KnowledgeView, draft: Draft): string {
  return view.resolveTopic(draft.topicGiven) ?? draft.topic;
}

/** A remark on a source: its changes will be noticed, or nothing was found there. */
export interface SourceNote {
  readonly text: string;
  readonly isWarning: boolean;
}

/** Null if there is nothing to say. Outside of a project, a source may well be a file of another place. */
function sourceNote(source: string | null, cited: string | null, context: SourceCaller): SourceNote | null {
  if (source === null || (cited === null && context.project === null)) return null;
  const shown = cutLine(source, SOURCE_SHOWN_MAX);
  if (cited === null) return { text: `source warning: ${shown}: ${whyNotWatched(source, context)}`, isWarning: true };
  const isPlain = parseSource(source).symbol === null || isFollowed({ source, cited });
  const watched = isPlain ? "changes of it will be noticed" : "the whole file is watched: no symbols are read in it";
  return { text: `source: ${shown} (${watched})`, isWarning: false };
}

/** A text as it may be stored, and what was removed from it. */
export interface AdmittedText {
  readonly text: string;
  /** Kinds of the secrets that were removed; see `redactionNotes`. */
  readonly kinds: readonly string[];
  readonly notes: string[];
}

/** Cleans a text and removes secrets from it. Throws INVALID_ARGUMENT for a text that is too long or empty. */
export async function admitText(raw: string, label = ""): Promise<AdmittedText> {
  checkTextLength(raw, label);
  const cleaned = cleanText(raw);
  const notes =
    cleaned.removed > 0 ? [`${counted(cleaned.removed, "control character", "control characters")} removed`] : [];
  const { text, kinds } = await redactSecrets(cleaned.text);
  if (text.trim() === "") {
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `${named(say, label, "text")} is empty: give what is worth remembering, e.g. ${say.option("text", "the linker wants arm64 only")}`,
    );
  }
  return { text, kinds, notes };
}

/**
 * The gate for an admitted text that joins or replaces a stored one. It is used within a write, because only there is
 * the stored text certain: other processes may change it before.
 */
export interface JoiningGate {
  /** Both texts in one, the second on a line of its own, without the credentials that they form together. */
  append(stored: string, admitted: AdmittedText): AdmittedText;
  /**
   * The text that replaces a stored one, without a credential that the stored text announced: `API_KEY=`, and now the
   * key alone.
   */
  replace(stored: string, text: string): { readonly text: string; readonly kinds: readonly string[] };
}

/** Makes the gate ready beforehand, because a write cannot wait for anything. */
export async function loadJoiningGate(): Promise<JoiningGate> {
  const redaction = await loadRedaction();
  return {
    append(stored, admitted) {
      if (stored === "") return admitted;
      const { text, kinds } = redaction.redact(`${stored}\n${admitted.text}`);
      return { text, kinds: [...admitted.kinds, ...kinds], notes: admitted.notes };
    },
    replace: (stored, text) => redaction.redactBehind(stored, text),
  };
}

/** What an answer says about secrets that were removed: one line, or none. */
export function redactionNotes(kinds: readonly string[]): string[] {
  return kinds.length === 0 ? [] : [`redacted: ${[...new Set(kinds)].join(", ")}`];
}

/**
 * The name that a new topic is stored under. In errors, `parameter` names the parameter that gave it. Throws
 * INVALID_ARGUMENT.
 */
export async function storableTopic(
  given: string,
  parameter: string,
  example = 'topic="build-gotchas"',
): Promise<string> {
  const topic = sanitiseTopic(given);
  if (topic === "") {
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `${say.given(parameter, JSON.stringify(given.slice(0, 40)))} has no letter or digit: give a name, e.g. ${say.example(example)}`,
    );
  }
  const length = encodeUtf8(topic).length;
  if (length > TOPIC_BYTES_MAX) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `${say.name(parameter)} is ${length} bytes long, at most ${TOPIC_BYTES_MAX} are accepted: use a short name, e.g. ${say.example(example)}`,
    );
  }
  await refuseSecrets(given, parameter, (say) => `use a name without it, e.g. ${say.example(example)}`);
  return topic;
}

/**
 * Refuses a value with a credential. For values that would mean something else once redacted. Throws INVALID_ARGUMENT.
 */
async function refuseSecrets(value: string, parameter: string, advice: (say: Wording) => string): Promise<void> {
  const { kinds } = await redactSecrets(value);
  if (kinds.length === 0) return;
  // The credential is not repeated: answers are kept in transcripts.
  throw new HelixError(
    "INVALID_ARGUMENT",
    (say) => `${say.name(parameter)} holds a credential (${kinds.join(", ")}), which is not stored: ${advice(say)}`,
  );
}

/** The given tags as they are stored. Errors begin with `label`. Throws LIMIT. */
export function checkedTags(tags: string, label: string): string[] {
  try {
    return normaliseTags(tags);
  } catch (error) {
    if (!(error instanceof HelixError) || label === "") throw error;
    throw new HelixError(error.code, (say) => `${label}tags: ${error.messageFor(say)}`);
  }
}

async function redactedLine(value: string | undefined): Promise<{ line: string | null; kinds: string[] }> {
  if (value === undefined) return { line: null, kinds: [] };
  const { text, kinds } = await redactSecrets(value);
  const line = cleanLine(text);
  return { line: line === "" ? null : line, kinds };
}

/** A parameter as an error names it; `label` says which item of a list it belongs to. */
function named(say: Wording, label: string, parameter: string): string {
  return label === "" ? say.name(parameter) : label + parameter;
}

function checkTextLength(text: string, label: string): void {
  // A UTF-16 unit has at most three bytes in UTF-8, so most texts can be judged without encoding them.
  const length = text.length > BODY_BYTES_MAX / 3 ? encodeUtf8(text).length : text.length;
  if (length <= BODY_BYTES_MAX) return;
  throw new HelixError(
    "INVALID_ARGUMENT",
    (say) =>
      `${named(say, label, "text")} is ${length} bytes long, at most ${BODY_BYTES_MAX} are accepted: store the part that matters, e.g. a summary and ${say.option("source", "path:line")}`,
  );
}

/** What the first line of the answer repeats of the input: tags, and a confidence below 1. */
export function echo(draft: Pick<Draft, "tags" | "confidence">): string {
  const tags = draft.tags.length > 0 ? ` [tags: ${draft.tags.join(", ")}]` : "";
  const confidence = draft.confidence < 1 ? ` (~${Math.round(draft.confidence * 100)}%)` : "";
  return tags + confidence;
}

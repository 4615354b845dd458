// The metadata lines that a revised text may have in front: `[tags: ...]`, `[source: ...]`, `[confidence: ...]` and
// `[links: ...]`. They are checked like the parameters of store, and replace the metadata of the note. An empty line
// (`[tags:]`) clears that metadata. A `[modified: ...]` line in front is dropped, because helix sets it itself. Any
// other line that reads like metadata is part of the text.

import { HelixError } from "../../base/errors.ts";
import { cleanLine, cleanText } from "../../engine/text/clean.ts";
import { checkedTags } from "../../notes/intake/draft.ts";
import { parseLinks } from "../../notes/links/links.ts";
import { type EntryText, splitBody } from "../../notes/text/entry-text.ts";
import { type ParameterTable, parseArguments } from "../common/parameters.ts";
import { storeFeature } from "../store/store.ts";

const CONFIDENCE = { confidence: storeFeature.parameters.confidence! } satisfies ParameterTable;
/** The name of these lines in errors. */
const LABEL = "text: ";

/** A revised text in its parts: the text itself, and the metadata from the lines in front. */
export interface RevisedText {
  readonly text: string;
  readonly metadata: Partial<EntryText>;
}

/**
 * Takes the metadata lines off a cleaned text. Throws INVALID_ARGUMENT or LIMIT for values that store would refuse too,
 * and INVALID_ARGUMENT when no text is left.
 */
export function takeMetadata(cleaned: string): RevisedText {
  const { front } = splitBody(cleaned);
  const metadata: Partial<EntryText> = {};
  for (const line of front) {
    const colon = line.indexOf(":");
    const value = line.slice(colon + 1, line.lastIndexOf("]")).trim();
    Object.assign(metadata, metadataOf(line.slice(1, colon), value));
  }
  const { text } = cleanText(cleaned.split("\n").slice(front.length).join("\n"));
  if (text === "") {
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `${say.name("text")} holds metadata lines only: give the new text below them, or change tags alone with ${say.option("action", "tag")}`,
    );
  }
  return { text, metadata };
}

function metadataOf(kind: string, value: string): Partial<EntryText> {
  switch (kind) {
    case "tags":
      return { tags: checkedTags(value, LABEL) };
    case "source":
      return { source: cleanLine(value) || null };
    case "confidence":
      return { confidence: value === "" ? 1 : checkedConfidence(value) };
    case "links":
      return { links: parseLinks(value, LABEL) };
    default:
      return {};
  }
}

function checkedConfidence(value: string): number {
  return parseArguments("edit", CONFIDENCE, { confidence: value }, LABEL).confidence as number;
}

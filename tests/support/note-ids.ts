// Answers without the ids of notes: most tests are about what else an answer says. In tests ids are derived from what a
// note is (HELIX_NOTE_IDS=derived), so that they are the same each time; tests of ids themselves look at whole answers.

import type { KnowledgeView } from "../../src/notes/store/knowledge-view.ts";
import { LinkTargets } from "../../src/notes/store/link-targets.ts";
import { formatNoteId } from "../../src/notes/text/note-id.ts";

/** What says to a program that notes get no random ids. */
export const DERIVED_IDS = { HELIX_NOTE_IDS: "derived" };

// The links of a stored body are nothing but ids. They stay.
const SHOWN = /(?<!\[links:(?: @[0-9a-z]{10})*) @[0-9a-hjkmnp-tv-z]{10}(?![0-9a-z])/g;
const LINE_IN_JSON = /\\n\[id: [0-9a-hjkmnp-tv-z ]+\](?=["\\])/g;
const IN_JSON = /"id": ?"[0-9a-hjkmnp-tv-z]{10}",\s*|"ids": ?\[(?:\s*"[0-9a-hjkmnp-tv-z]{10}",?)*\s*\],\s*/g;

/** The text without ids, be it for a reader or JSON. */
export function withoutIds(text: string): string {
  return text.replace(SHOWN, "").replace(LINE_IN_JSON, "").replace(IN_JSON, "");
}

/** Data of an answer without them, at whatever depth. */
export function dataWithoutIds<Data>(data: Data): Data {
  return data === undefined ? data : JSON.parse(withoutIds(JSON.stringify(data)));
}

/** What a program makes that gives new notes no ids, and writes links by the ids that notes have anyway. */
export const noIds = () => null;

/** Makes ids that count up. */
export function countedIds(): () => string {
  let count = 0;
  return () => formatNoteId({ high: 1, low: ++count });
}

const LINKS = /(?<=^\[links: )[^\]\n]+/m;
const ID_LINE = /\n?\[id: [0-9a-hjkmnp-tv-z ]+\]$/m;

/** A body without the line of its id. */
export function bodyWithoutIdLine(body: string): string {
  return body.replace(ID_LINE, "");
}

/** The same, with each link as `topic:index` of what it leads to in the view. */
export function bodyWithPlaces(view: KnowledgeView, body: string): string {
  return bodyWithoutIdLine(body).replace(LINKS, () => linkPlaces(view, body).join(" "));
}

/** What the links of a body lead to, each as `topic:index`, or the link itself where nothing is. */
export function linkPlaces(view: KnowledgeView, body: string): string[] {
  const links = LINKS.exec(body)?.[0] ?? "";
  const targets = new LinkTargets(view);
  return links === "" ? [] : links.split(" ").map((link) => ` ${targets.shown(link)}`.replace(SHOWN, "").trim());
}

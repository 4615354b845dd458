// Answers without the ids of notes: most tests are about what else an answer says. In tests ids are derived from what a
// note is (HELIX_NOTE_IDS=derived), so that they are the same each time; tests of ids themselves look at whole answers.

/** What says to a program that notes get no random ids. */
export const DERIVED_IDS = { HELIX_NOTE_IDS: "derived" };

const SHOWN = / @[0-9a-hjkmnp-tv-z]{10}(?![0-9a-z])/g;
const IN_JSON = /"id": ?"[0-9a-hjkmnp-tv-z]{10}",\s*|"ids": ?\[(?:\s*"[0-9a-hjkmnp-tv-z]{10}",?)*\s*\],\s*/g;

/** The text without ids, be it for a reader or JSON. */
export function withoutIds(text: string): string {
  return text.replace(SHOWN, "").replace(IN_JSON, "");
}

/** Data of an answer without them, at whatever depth. */
export function dataWithoutIds<Data>(data: Data): Data {
  return data === undefined ? data : JSON.parse(withoutIds(JSON.stringify(data)));
}

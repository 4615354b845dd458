// Notes that can be told to be whole: the text follows from a key and a version, so a reader of the store can say what
// each body should have been.

/** The topic of all notes of these tests. */
export const NOTE_TOPIC = "storm";

/** The body of a note: 20 bytes to 30 kB, depending on the key. */
export function noteBody(key: string, version: number): string {
  const lines = [`${key} version ${version}`];
  const weight = [...key].reduce((sum, character) => sum + character.charCodeAt(0), 0);
  const count = weight % 31 === 0 ? 1500 : weight % 12;
  for (let line = 0; line < count; line++) lines.push(`${key} ${version} line ${line}`);
  return lines.join("\n");
}

/** Which note a body is; null for a body that is none, or not whole. */
export function noteOf(body: string): { key: string; version: number } | null {
  const match = /^(\S+) version (\d+)(?:\n|$)/.exec(body);
  if (match === null) return null;
  const [key, version] = [match[1]!, Number(match[2])];
  return body === noteBody(key, version) ? { key, version } : null;
}

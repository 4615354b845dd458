// What the client hands to the command of a status line: an object of JSON, of which only the session is needed.

/** The session that a status line is for; null where the text does not say. */
export function statusLineSession(text: string): string | null {
  try {
    const { session_id: session } = JSON.parse(text) as { session_id?: unknown };
    return typeof session === "string" && session !== "" ? session : null;
  } catch {
    return null;
  }
}

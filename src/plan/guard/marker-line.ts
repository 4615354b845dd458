// The first line of a marker: `helix-guard 1 WORKSPACE SESSION AGENT DIRECTORY`. It says whom the workspace holds, so
// that a guard can tell other sessions apart where the knowledge base cannot be read.

export interface MarkerLine {
  readonly workspace: string;
  readonly session: string;
  /** "" for the main conversation. */
  readonly agent: string;
  /** The knowledge base directory, absolute. */
  readonly directory: string;
}

const LINE = /^helix-guard 1 ([A-Za-z0-9_-]{1,64}) (\S{1,200}) (\S{1,200}) (\/.*)$/;

/** What the first line of a marker says; null where it is damaged, or of another version. */
export function markerLine(text: string): MarkerLine | null {
  const [, workspace, session, agent, directory] = LINE.exec(text.split("\n", 1)[0]!) ?? [];
  if (workspace === undefined) return null;
  return { workspace, session: session!, agent: agent === "-" ? "" : agent!, directory: directory! };
}

// Places that no workspace may write to, whatever its delta says: helix's own state, the client's settings and
// transcripts, and what git keeps of the work tree. Whoever could write there could take the limits away.

import { isWithin } from "../../base/path-names.ts";
import { MARKERS_FOLDER } from "../plan-paths.ts";

/** A place and what it is. */
export interface OwnPlace {
  readonly path: string;
  readonly what: string;
}

export interface OwnPlacesFrom {
  readonly home: string;
  /** The knowledge base directories of the active workspaces. */
  readonly knowledgeBases: readonly string[];
  /** The folder of the project as the client names it, and the roots of the work trees. */
  readonly projects: readonly string[];
  /** The binary that runs. */
  readonly program: string;
  /** `CLAUDE_CONFIG_DIR`, or "". */
  readonly clientFolder: string;
  /** The transcript of the session, or "". */
  readonly transcript: string;
}

const SETTINGS = "the client's settings";
const TRANSCRIPTS = "the client's transcripts";
const MANAGED = ["/etc/claude-code", "/Library/Application Support/ClaudeCode"];

/** The places, by paths that may still hold links. */
export function ownPlaces(from: OwnPlacesFrom): OwnPlace[] {
  const { home, knowledgeBases, projects, program, clientFolder, transcript } = from;
  const folders = [
    ...new Set([...(home === "" ? [] : [`${home}/.claude`]), ...(clientFolder === "" ? [] : [clientFolder])]),
  ];
  const places: OwnPlace[] = [
    ...knowledgeBases.map((path) => ({ path, what: "helix's knowledge base" })),
    ...(home === "" ? [] : [{ path: `${home}/${MARKERS_FOLDER}`, what: "helix's marker of active workspaces" }]),
    { path: program, what: "helix's program" },
    ...folders.flatMap((folder) => [
      { path: `${folder}/settings.json`, what: SETTINGS },
      { path: `${folder}/settings.local.json`, what: SETTINGS },
      { path: `${folder}/projects`, what: TRANSCRIPTS },
    ]),
    ...(home === "" ? [] : [{ path: `${home}/.claude.json`, what: SETTINGS }]),
    ...(clientFolder === "" ? [] : [{ path: `${clientFolder}/.claude.json`, what: SETTINGS }]),
    ...projects.flatMap((project) => [
      { path: `${project}/.claude/settings.json`, what: SETTINGS },
      { path: `${project}/.claude/settings.local.json`, what: SETTINGS },
      { path: `${project}/.mcp.json`, what: SETTINGS },
    ]),
    ...MANAGED.map((path) => ({ path, what: SETTINGS })),
    ...(transcript.startsWith("/") ? [{ path: transcript, what: TRANSCRIPTS }] : []),
  ];
  return places.filter(({ path }) => path.startsWith("/"));
}

/**
 * What a real place is that nobody may write to; null for any other. A folder that holds such a place is one too: it
 * could be moved away or removed with all below. Names are compared without case, since a disk may not tell them apart.
 */
export function ownPlaceOf(place: string, places: readonly OwnPlace[]): string | null {
  const wanted = place.toLowerCase();
  for (const { path, what } of places) {
    const own = path.toLowerCase();
    if (isWithin(own, wanted)) return what;
    if (isWithin(wanted, own)) return `a folder that holds ${what}`;
  }
  return null;
}

/** Whether a path below the root of a work tree is git's own. */
export function isOfGit(below: string): boolean {
  return below.split("/").some((name) => name.normalize("NFKC").toLowerCase() === ".git");
}

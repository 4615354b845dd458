// Where the client keeps the transcripts of its sessions, and reading all of one session. Nothing is written there.
// CLIENT: `projects/FOLDER/SESSION.jsonl` in the client's directory, where FOLDER is the directory in which the session
// began, with dashes; its subagents in `SESSION/subagents/agent-ID.jsonl`.

import { join } from "node:path";
import { HelixError, messageOf } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import type { SessionRecord } from "../../features/gain/session-record.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { readLongLines } from "./long-lines.ts";
import { Transcript } from "./transcript.ts";

/** The most that is read: of a file, and of a line, in bytes. */
const LIMITS = { fileBytesMax: 200_000_000, lineBytesMax: 32 * 1024 * 1024 };
/** How many subagents' files are read. */
const AGENTS_MAX = 1000;
/** The longest name of a folder before the client shortens it. */
const FOLDER_LENGTH_MAX = 200;
const SESSION = /^[\w-]{1,100}$/;
const ENDING = ".jsonl";
const AGENT_FILE = /^agent-([\w-]+)\.jsonl$/;

/** Where sessions are looked for. */
export interface SessionPlaces {
  readonly files: FileSystem;
  /** The user's home directory; "" when there is none. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Directories in which a session of this project may have begun. */
  readonly directories: readonly string[];
}

/** The session that is meant: the one of that name, else the one that this process runs in, else the project's newest. */
export function findSession(places: SessionPlaces, given: string | null): { session: string; path: string } {
  const current = places.environment.CLAUDE_CODE_SESSION_ID ?? "";
  const wanted = given ?? (SESSION.test(current) ? current : null);
  if (wanted === null) return newestSession(places);
  if (!SESSION.test(wanted)) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      `${JSON.stringify(wanted)} is no session: give the client's name of one, e.g. helix gain --session 937de427-e3de-4777-aede-2881ea292a4c`,
    );
  }
  const root = projectsFolder(places);
  for (const folder of folderNames(places, root)) {
    const path = join(root, folder, wanted + ENDING);
    if (places.files.identify(path) !== null) return { session: wanted, path };
  }
  throw new HelixError("NOT_FOUND", `there is no transcript of session ${wanted} in ${root}`);
}

function newestSession(places: SessionPlaces): { session: string; path: string } {
  const { files, directories } = places;
  const root = projectsFolder(places);
  const own = new Set(directories.map(folderOf));
  let newest: { session: string; path: string; changedMs: number } | null = null;
  for (const folder of folderNames(places, root)) {
    if (!own.has(folder) && !own.has(folder.slice(0, FOLDER_LENGTH_MAX))) continue;
    for (const name of files.list(join(root, folder))) {
      const session = name.slice(0, -ENDING.length);
      if (!name.endsWith(ENDING) || !SESSION.test(session)) continue;
      const path = join(root, folder, name);
      const changedMs = files.identify(path)?.changedMs ?? 0;
      if (newest === null || changedMs > newest.changedMs) newest = { session, path, changedMs };
    }
  }
  if (newest !== null) return { session: newest.session, path: newest.path };
  throw new HelixError(
    "NOT_FOUND",
    `there is no transcript of a session of this directory in ${root}: name a session, e.g. helix gain --session 937de427-e3de-4777-aede-2881ea292a4c`,
  );
}

/** Those of this project first. */
function folderNames({ files, directories }: SessionPlaces, root: string): string[] {
  const own = new Set(directories.map(folderOf));
  return files.list(root).sort((a, b) => Number(own.has(b)) - Number(own.has(a)) || (a < b ? -1 : 1));
}

/** The first part of the name that a directory's folder has, or all of it. */
function folderOf(directory: string): string {
  return directory.replace(/[^a-zA-Z0-9]/g, "-").slice(0, FOLDER_LENGTH_MAX);
}

function projectsFolder({ home, environment }: SessionPlaces): string {
  const moved = environment.CLAUDE_CONFIG_DIR;
  if (moved) return join(moved, "projects");
  if (home !== "") return join(home, ".claude", "projects");
  throw new HelixError("NOT_FOUND", "there is no home directory, so there are no transcripts: set HOME");
}

/** Reads the transcripts of a session, and looks for keys of kept outputs in them. Throws IO. */
export function readSession(
  { files }: SessionPlaces,
  { session, path }: { readonly session: string; readonly path: string },
  keys: ReadonlySet<string>,
): SessionRecord {
  const transcript = new Transcript(keys);
  const flaws: string[] = [];
  const read = (file: string, agent: string) => {
    try {
      const { longLines, bytesBehind } = readLongLines(files, file, LIMITS, (line) => transcript.take(line, agent));
      if (longLines > 0)
        flaws.push(`${file}: ${counted(longLines, "line", "lines")} above ${LIMITS.lineBytesMax} bytes, passed over`);
      if (bytesBehind > 0)
        flaws.push(`${file}: only its first ${LIMITS.fileBytesMax} bytes were read, ${bytesBehind} were not`);
    } catch (error) {
      throw new HelixError("IO", `cannot read ${file}: ${messageOf(error)}`, { cause: error });
    }
  };
  read(path, "");
  const folder = join(path.slice(0, -ENDING.length), "subagents");
  const agents = files.list(folder).flatMap((name) => AGENT_FILE.exec(name)?.[1] ?? []);
  for (const agent of agents.slice(0, AGENTS_MAX)) read(join(folder, `agent-${agent}${ENDING}`), agent);
  if (agents.length > AGENTS_MAX) flaws.push(`${folder}: ${agents.length - AGENTS_MAX} more files were not read`);
  if (transcript.damaged > 0) flaws.push(`${counted(transcript.damaged, "line", "lines")} could not be understood`);
  return { session, conversations: transcript.conversations(), clientTotal: transcript.clientTotal, flaws };
}

// Finds and reads the settings files of the client, Claude Code. The files hold other people's commands and
// credentials, so only the parts about helix are ever shown.

import { join } from "node:path";
import { isRecord } from "../../features/checkpoint/checkpoint.ts";
import { findProject } from "../../notes/projects/project.ts";
import { type Finding, formatSize, note, problem, type Surroundings, shellWord } from "./finding.ts";

/** The longest file that is read, in bytes. The client's state file is long because it holds histories. */
export const SETTINGS_BYTES_MAX = 64 * 1024 * 1024;

/**
 * The role of a file: the servers of a project, the client's own state (servers by user and by project), or settings.
 */
export type SettingsRole = "project servers" | "state" | "settings";

export interface SettingsFile {
  readonly path: string;
  /** The path as people write it: relative to the project, or with ~. */
  readonly label: string;
  readonly role: SettingsRole;
  /** null: there is no such file, or it cannot be used. */
  readonly content: Readonly<Record<string, unknown>> | null;
}

/**
 * Reads the settings of the current project and of the user. Also returns findings about the files that cannot be used.
 */
export function readSettings(surroundings: Surroundings): { files: SettingsFile[]; findings: Finding[] } {
  const files: SettingsFile[] = [];
  const findings: Finding[] = [];
  for (const place of placesOf(surroundings)) {
    const { content, finding } = readPlace(place, surroundings);
    files.push({ ...place, content });
    if (finding !== null) findings.push(finding);
  }
  return { files, findings };
}

/** The folder that the client takes for the project: the root of the work tree, else the current directory. */
export function projectFolder({ currentDirectory, paths }: Surroundings): string | null {
  if (currentDirectory === null) return null;
  return findProject(currentDirectory, paths)?.root ?? currentDirectory;
}

type Place = Omit<SettingsFile, "content">;

function placesOf(surroundings: Surroundings): Place[] {
  const { home, environment } = surroundings;
  const project = projectFolder(surroundings);
  const places: Place[] = [];
  if (project !== null) {
    const of = (label: string, role: SettingsRole) => places.push({ path: join(project, label), label, role });
    of(".mcp.json", "project servers");
    // In the home directory this file is the user's own, which is added below.
    if (project !== home) of(".claude/settings.json", "settings");
    of(".claude/settings.local.json", "settings");
  }
  const moved = environment.CLAUDE_CONFIG_DIR;
  if (moved) {
    const of = (name: string, role: SettingsRole) =>
      places.push({ path: join(moved, name), label: join(moved, name), role });
    of(".claude.json", "state");
    of("settings.json", "settings");
  } else if (home !== "") {
    const of = (name: string, role: SettingsRole) => places.push({ path: join(home, name), label: `~/${name}`, role });
    of(".claude.json", "state");
    of(".claude/settings.json", "settings");
  }
  return places;
}

function readPlace(
  { path, label }: Place,
  { paths }: Surroundings,
): Pick<SettingsFile, "content"> & { finding: Finding | null } {
  const unusable = (finding: Finding | null) => ({ content: null, finding });
  const kind = paths.kind(path);
  if (kind === null) {
    const isLink = paths.facts(path)?.kind === "link";
    return unusable(isLink ? problem(`${label} is a link that leads nowhere`, `rm ${shellWord(path)}`) : null);
  }
  if (kind !== "file")
    return unusable(problem(`${label} is no file: the client cannot read it`, `ls -ld ${shellWord(path)}`));
  const text = paths.readText(path, SETTINGS_BYTES_MAX);
  if (text === null) {
    const size = paths.facts(path)?.size ?? 0;
    if (size > SETTINGS_BYTES_MAX) return unusable(note(`${label} is too long to be looked at (${formatSize(size)})`));
    return unusable(problem(`${label} cannot be read`, `chmod u+r ${shellWord(path)}`));
  }
  if (text.trim() === "") return unusable(null);
  const content = parsed(text);
  if (isRecord(content)) return { content, finding: null };
  const what = content === undefined ? "is not JSON" : "is no JSON object";
  return unusable(
    problem(
      `${label} ${what}: the client cannot use it`,
      `python3 -m json.tool ${shellWord(path)} /dev/null  # says where`,
    ),
  );
}

/** The parsed text; undefined when it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

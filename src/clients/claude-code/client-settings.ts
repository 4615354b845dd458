// Finds and reads the settings files of the client, Claude Code. The files hold other people's commands and
// credentials, so only the parts about helix are ever shown.

import { orNull } from "../../base/errors.ts";
import { formatSize } from "../../base/wording.ts";
import { type Finding, note, problem, type Surroundings, shellWord } from "./finding.ts";
import { faultOf, isBlank, parsedJson } from "./json-text.ts";
import { isUserProject, type Place, placesOf, type Scope, settingsPlaces } from "./places.ts";
import { SETTINGS, type Settings } from "./settings-shapes.ts";

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
  readonly content: Settings | null;
}

/**
 * Reads the settings of the current project and of the user. Also returns findings about the files that cannot be used.
 */
export function readSettings(surroundings: Surroundings): { files: SettingsFile[]; findings: Finding[] } {
  const files: SettingsFile[] = [];
  const findings: Finding[] = [];
  for (const place of filesOf(surroundings)) {
    const { content, finding } = readPlace(place, surroundings);
    files.push({ ...place, content });
    if (finding !== null) findings.push(finding);
  }
  return { files, findings };
}

/** The settings files that can hold hooks, and the value of `hooks` in each. */
export function settingsHooks(
  surroundings: Surroundings,
  files: readonly SettingsFile[] = readSettings(surroundings).files,
): { scope: Scope; place: Place; hooks: Settings["hooks"] }[] {
  return settingsPlaces(surroundings).flatMap(({ scope, place }) => {
    const hooks = files.find(({ path }) => path === place.path)?.content?.hooks;
    return hooks === undefined ? [] : [{ scope, place, hooks }];
  });
}

type NamedFile = Omit<SettingsFile, "content">;

function filesOf(surroundings: Surroundings): NamedFile[] {
  const places = (scope: Scope) => orNull(() => placesOf(scope, surroundings));
  const [project, local, user] = [places("project"), places("local"), places("user")];
  const of = (place: Place | undefined, role: SettingsRole) => (place === undefined ? [] : [{ ...place, role }]);
  return [
    ...of(project?.servers, "project servers"),
    ...of(isUserProject(surroundings) ? undefined : project?.settings, "settings"),
    ...of(local?.settings, "settings"),
    ...of(user?.servers, "state"),
    ...of(user?.settings, "settings"),
  ];
}

function readPlace(
  { path, label }: NamedFile,
  { paths }: Surroundings,
): Pick<SettingsFile, "content"> & { finding: Finding | null } {
  const unusable = (finding: Finding | null) => ({ content: null, finding });
  const kind = paths.kind(path);
  if (kind === null) {
    const isLink = paths.facts(path)?.kind === "link";
    return unusable(
      isLink
        ? problem(`${label} is a link that leads nowhere: it is yours or the client's, and helix leaves it`)
        : null,
    );
  }
  if (kind !== "file")
    return unusable(problem(`${label} is no file: the client cannot read it`, `ls -ld ${shellWord(path)}`));
  const text = paths.readText(path, SETTINGS_BYTES_MAX);
  if (text === null) {
    const size = paths.facts(path)?.size ?? 0;
    if (size > SETTINGS_BYTES_MAX) return unusable(note(`${label} is too long to be looked at (${formatSize(size)})`));
    const facts = paths.facts(path);
    const whose =
      facts === null
        ? ""
        : `; it is a file of the client, of user ${facts.owner}, with permissions ${facts.mode.toString(8)}`;
    return unusable(problem(`${label} cannot be read${whose}`));
  }
  if (isBlank(text)) return unusable(null);
  const found = orNull(() => SETTINGS.safeParse(parsedJson(text)));
  if (found?.success) return { content: found.data, finding: null };
  const what = found === null ? `is not JSON (${faultOf(text)})` : "is no JSON object";
  return unusable(
    problem(
      `${label} ${what}: the client cannot use it`,
      `python3 -m json.tool ${shellWord(path)} /dev/null  # says where`,
    ),
  );
}

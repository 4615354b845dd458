// Finds programs as a shell would, and examines the program that runs.

import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { commit, version } from "../../base/version.ts";
import { formatSize } from "../../base/wording.ts";
import { abandonedScratchBases } from "../../platform/scratch-base.ts";
import { abandonedAmong } from "../../platform/temporary-file.ts";
import { type Finding, note, ok, problem, type Surroundings, shellWord } from "./finding.ts";

/** The name under which others start this program. */
export const PROGRAM = "helix";
/** How many leftover files and folders a finding names. */
const SHOWN_MAX = 5;
/** Folders below the home directory that people have on PATH for programs of their own. */
const OWN_FOLDERS = [".local/bin", "bin"];

/** The program that a command's name or path means; null when there is none that may be run. */
export function findProgram(name: string, surroundings: Surroundings): string | null {
  const { currentDirectory } = surroundings;
  if (!name.includes("/")) return searchPath(name, surroundings);
  const path = isAbsolute(name) ? name : currentDirectory === null ? null : resolve(currentDirectory, name);
  return path !== null && isProgram(path, surroundings) ? path : null;
}

/** Whether two paths lead to the same file. */
export function isSameFile(a: string, b: string, { paths }: Surroundings): boolean {
  const real = paths.realPath(a);
  return real !== null && real === paths.realPath(b);
}

/** How a suggested fix calls this program: by its name where the name leads to this program, else by its path. */
export function ownCommand(surroundings: Surroundings): string {
  const { executable } = surroundings;
  if (basename(executable) !== PROGRAM) return PROGRAM;
  const onPath = searchPath(PROGRAM, surroundings);
  return onPath !== null && isSameFile(onPath, executable, surroundings) ? PROGRAM : shellWord(executable);
}

/** Examines the running program: which one it is, and whether the name `helix` on PATH starts the same one. */
export async function checkBinary(surroundings: Surroundings): Promise<Finding[]> {
  const { executable, platform } = surroundings;
  const findings = [ok(`helix ${version} (${commit}), ${executable}`), checkPath(surroundings)];
  if (platform === "darwin") findings.push(await checkSignature(surroundings));
  return [...findings, ...checkTrials(surroundings)];
}

/**
 * Looks for what a killed `_reload` left: copies of the program beside it, and folders in the knowledge base. Only
 * copies that belong to this user are named.
 */
function checkTrials({ executable, directory, paths, user }: Surroundings): Finding[] {
  const program = paths.realPath(executable) ?? executable;
  const folder = dirname(program);
  const copies = abandonedAmong(paths.names(folder), program).map((name) => join(folder, name));
  const files = copies.filter((path) => {
    const facts = paths.facts(path);
    return facts?.kind === "file" && facts.owner === user;
  });
  const left = [...files, ...abandonedScratchBases(directory)];
  if (left.length === 0) return [];
  const bytes = files.reduce((sum, path) => sum + (paths.facts(path)?.size ?? 0), 0);
  const shown = left.slice(0, SHOWN_MAX);
  const more = left.length > shown.length ? `, ${left.length - shown.length} more` : "";
  const what = `left by a _reload that was killed (${formatSize(bytes)}); the next one removes it`;
  return [note(`${what}: ${shown.join(", ")}${more}`)];
}

function checkPath(surroundings: Surroundings): Finding {
  const { executable } = surroundings;
  const found = searchPath(PROGRAM, surroundings);
  if (found === null)
    return note(
      "helix is not on PATH: setup gives the client its full path; to type helix, put it there",
      pathFix(surroundings),
    );
  if (isSameFile(found, executable, surroundings)) return ok(`on PATH: ${found}`);
  return note(`another helix is on PATH: ${found}; the client starts that one`, `${shellWord(found)} doctor`);
}

/** The step that puts this program on PATH. */
export function pathFix(surroundings: Surroundings): string {
  const { executable, home } = surroundings;
  const folders = pathFolders(surroundings);
  const own = OWN_FOLDERS.map((folder) => join(home, folder)).find((folder) => home !== "" && folders.includes(folder));
  if (own !== undefined) return `ln -s ${shellWord(executable)} ${shellWord(join(own, PROGRAM))}`;
  return `export PATH=${shellWord(dirname(executable))}:"$PATH"  # in the start-up file of your shell`;
}

async function checkSignature({ executable, signatureOf }: Surroundings): Promise<Finding> {
  const state = await signatureOf(executable);
  if (state === "valid") return ok("its signature is valid");
  if (state === "unknown") return note("its signature could not be checked: there is no codesign");
  return problem("its signature is not valid: macOS may refuse to run it", `codesign -s - -f ${shellWord(executable)}`);
}

function searchPath(name: string, surroundings: Surroundings): string | null {
  if (name === "") return null;
  const candidates = pathFolders(surroundings).map((folder) => join(folder, name));
  return candidates.find((path) => isProgram(path, surroundings)) ?? null;
}

/** The absolute folders of PATH. Relative ones are left out, because their meaning depends on the current directory. */
function pathFolders({ environment }: Surroundings): string[] {
  const folders = (environment.PATH ?? "").split(":").filter((folder) => isAbsolute(folder));
  return folders.map((folder) => (folder.length > 1 ? folder.replace(/\/+$/, "") : folder));
}

function isProgram(path: string, { paths }: Surroundings): boolean {
  return paths.kind(path) === "file" && paths.isExecutable(path);
}

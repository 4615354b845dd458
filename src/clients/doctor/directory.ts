// Examines the knowledge base directory: whether it exists, who owns it, who may read it, and whether it can be written
// to and locked. The examination creates nothing. What it advises touches helix's own files alone: of anything else it
// says whose it is.

import { messageOf } from "../../base/errors.ts";
import { formatSize } from "../../base/wording.ts";
import { LOG_NAME } from "../../engine/log/data-log.ts";
import { LOCK_NAME } from "../../engine/log/write-lock.ts";
import { SESSIONS_FOLDER } from "../../events/session-store.ts";
import { OUTPUTS_FOLDER } from "../../filters/kept/kept-outputs.ts";
import { INDEX_NAME } from "../../notes/store/log-follower.ts";
import { PLANS_FOLDER } from "../../plan/plan-paths.ts";
import { directoryOf } from "../../platform/io-error.ts";
import type { PathFacts } from "../../platform/path-facts.ts";
import { type Finding, note, ok, problem, type Surroundings, shellWord } from "../claude-code/finding.ts";
import { ownCommand } from "../claude-code/programs.ts";
import {
  FILE_NAMES,
  foreignNames,
  isOwnBase,
  NOT_OWNER_BITS,
  OTHERS_WRITE_BITS,
  otherDirectory,
  STICKY_BIT,
} from "./own-files.ts";

const OWNER_WRITE_BIT = 0o200;
/** How many files of other users a finding names. */
const NAMED_MAX = 6;
/** With less free space than this, in bytes, a write cannot be relied on to fit. */
const FREE_BYTES_MIN = 16 * 1024 * 1024;

/** Examines the directory and the files in it. */
export function checkDirectory(surroundings: Surroundings): Finding[] {
  const { directory, paths } = surroundings;
  const kind = paths.kind(directory);
  if (kind === null) return [checkMissing(surroundings)];
  if (kind !== "directory") {
    return [problem(`${directory} is no directory, a file stands in its place`, otherDirectory(surroundings))];
  }
  return [
    ok(directory),
    ...checkLink(surroundings),
    ...checkAccess(surroundings),
    checkWritable(surroundings),
    ...checkFree(surroundings),
    checkLock(surroundings),
  ];
}

/** The nearest ancestor of a path that exists. */
function nearestAbove(path: string, paths: Surroundings["paths"]): string {
  let above = directoryOf(path);
  while (above !== "/" && paths.facts(above) === null) above = directoryOf(above);
  return above;
}

function checkMissing(surroundings: Surroundings): Finding {
  const { directory, paths } = surroundings;
  if (paths.facts(directory)?.kind === "link") {
    return problem(`${directory} is a link that leads nowhere, which helix did not make`, otherDirectory(surroundings));
  }
  const above = nearestAbove(directory, paths);
  if (paths.kind(above) !== "directory" || !paths.isWritable(above)) {
    return problem(
      `${directory} is not there, and cannot be created: ${above} cannot be written to`,
      otherDirectory(surroundings),
    );
  }
  return ok(`${directory} is not there yet: the first note creates it`);
}

function checkLink(surroundings: Surroundings): Finding[] {
  const { directory, paths } = surroundings;
  const findings: Finding[] = [];
  if (paths.facts(directory)?.kind === "link") findings.push(note(`it is a link to ${paths.realPath(directory)}`));
  for (const name of FILE_NAMES) {
    const path = `${directory}/${name}`;
    if (paths.facts(path)?.kind !== "link") continue;
    const target = paths.realPath(path);
    if (target === null)
      findings.push(
        problem(`${name} is a link that leads nowhere, which helix did not make`, otherDirectory(surroundings)),
      );
    else findings.push(note(`${name} is a link to ${target}: what replaces the file replaces the link`));
  }
  return findings;
}

/** Checks owner and permissions: the directory and its files should be accessible to their owner alone. */
function checkAccess(surroundings: Surroundings): Finding[] {
  const { directory, paths: inspector } = surroundings;
  const close = closeCommand(surroundings);
  const real = inspector.realPath(directory) ?? directory;
  const present = presentAt([real, ...FILE_NAMES.map((name) => `${real}/${name}`)], inspector);
  const findings: Finding[] = checkOwner(surroundings, real);
  const open = present.filter(({ facts }) => (facts.mode & NOT_OWNER_BITS) !== 0);
  const openDirectory = open.find(({ path }) => path === real);
  if (openDirectory !== undefined) {
    const { facts } = openDirectory;
    const what = `its permissions are ${facts.mode.toString(8)}: others on this machine may get at the notes`;
    const more = isOpenToWriters(facts) ? ", and put files of their own there; so hooks do not ask the server" : "";
    findings.push(
      problem(
        what + more + sharedWith(real, surroundings),
        isOwnBase(real, surroundings) ? close : otherDirectory(surroundings),
      ),
    );
  }
  const openFiles = open.filter(({ path }) => path !== real);
  if (openFiles.length > 0) {
    const modes = openFiles.map(({ path, facts }) => `${nameOf(path, real)} ${facts.mode.toString(8)}`).join(", ");
    // In a directory that only its owner may enter, open file permissions do no harm.
    const tell = openDirectory === undefined ? note : problem;
    const isMended = isOwnBase(real, surroundings) && openFiles.every(({ facts }) => facts.owner === surroundings.user);
    // Where the directory has to be another one, that has been said.
    const fix = isMended ? close : openDirectory === undefined ? undefined : otherDirectory(surroundings);
    findings.push(tell(`permissions are wider than its owner needs: ${modes}`, fix));
  }
  if (findings.length === 0) findings.push(ok("only its owner may read it"));
  return findings;
}

/** The command that closes helix's files to others. */
function closeCommand(surroundings: Surroundings): string {
  return `${ownCommand(surroundings)} doctor --apply ${shellWord(surroundings.directory)}`;
}

/** What else is in a directory of this user, for which its permissions may be meant; "" for nothing. */
function sharedWith(real: string, surroundings: Surroundings): string {
  const names = foreignNames(real, surroundings);
  if (names.length === 0) return "";
  return `; what helix did not make is there too (${names.sort()[0]}${names.length > 1 ? `, ${names.length - 1} more` : ""})`;
}

/** The directory, or something in it. */
interface Present {
  readonly path: string;
  readonly facts: PathFacts;
}

function presentAt(places: readonly string[], inspector: Surroundings["paths"]): Present[] {
  return places.flatMap((path) => {
    const facts = inspector.facts(path);
    return facts === null || facts.kind === "link" ? [] : [{ path, facts }];
  });
}

/**
 * Checks who owns the directory and what lies in it. The owner of a file may change it, and anybody who may write to
 * the directory may have put a file there.
 */
function checkOwner(surroundings: Surroundings, real: string): Finding[] {
  const { paths: inspector, user } = surroundings;
  if (user === null) return [];
  const inFolders = [SESSIONS_FOLDER, OUTPUTS_FOLDER, `${PLANS_FOLDER}/documents`].flatMap((folder) =>
    inspector
      .names(`${real}/${folder}`)
      .map((name) => `${folder}/${name}`)
      .sort(),
  );
  const names = new Set([...FILE_NAMES, ...inspector.names(real).sort(), ...inFolders]);
  const all = presentAt([real, ...[...names].map((name) => `${real}/${name}`)], inspector);
  const foreign = all.filter(({ facts }) => facts.owner !== user);
  const [first] = foreign;
  if (first === undefined) return [];
  const { owner } = first.facts;
  const what = `${namesOf(foreign, real)} belong${foreign.length === 1 ? "s" : ""} to another user (${owner})`;
  const directory = all.find(({ path }) => path === real)?.facts;
  const isOpen = directory !== undefined && isOpenToWriters(directory);
  // The administrator may read everything, and the owner could not change files that the administrator writes. So
  // another owner is only worth a note, except for a file in a directory that others may write to.
  if (user === 0 && (first.path === real || !isOpen)) return [note(what)];
  if ((first.path === real && owner !== 0) || (isOpen && isShared(directory)))
    return [problem(`${what}, who may change it`, otherDirectory(surroundings))];
  const isOfRoot = foreign.every(({ facts }) => facts.owner === 0);
  // Only root puts a file into a closed directory: helix was once run by it (sudo).
  if (!isOpen && isOfRoot) {
    const paths = foreign.slice(0, NAMED_MAX).map(({ path }) => shellWord(path));
    return [problem(`${what}, as after sudo helix`, `sudo chown ${user} ${paths.join(" ")}`)];
  }
  if (!isOpen)
    return [
      problem(`${what}: helix did not make that so, and only that user can give it back`, otherDirectory(surroundings)),
    ];
  // Do not suggest taking the files over: somebody else's files would then pass for the user's own notes.
  return [
    problem(
      `${what}, who may have put there what is no note of yours`,
      isOwnBase(real, surroundings)
        ? `${closeCommand(surroundings)}  # closes the directory; then look at the notes: ${ownCommand(surroundings)} inspect ${shellWord(real)}`
        : otherDirectory(surroundings),
    ),
  ];
}

function isOpenToWriters({ mode }: PathFacts): boolean {
  return (mode & OTHERS_WRITE_BITS) !== 0;
}

/** Whether the directory is shared by all users, with the sticky bit: nobody may remove a file of another user. */
function isShared({ mode }: PathFacts): boolean {
  return (mode & STICKY_BIT) !== 0;
}

function namesOf(present: readonly Present[], root: string): string {
  const names = present.slice(0, NAMED_MAX).map(({ path }) => nameOf(path, root));
  if (present.length > NAMED_MAX) names.push(`${present.length - NAMED_MAX} more`);
  return names.join(", ");
}

function nameOf(path: string, root: string): string {
  return path === root ? "the directory" : path.slice(root.length + 1);
}

function checkWritable(surroundings: Surroundings): Finding {
  const { directory, paths, user } = surroundings;
  const closed = ["", ...FILE_NAMES.map((name) => `/${name}`)]
    .map((name) => directory + name)
    .filter((path) => paths.kind(path) !== null && !paths.isWritable(path));
  if (closed.length === 0) return ok("it can be written to");
  const what = `${closed.join(", ")} cannot be written to: nothing can be stored`;
  const facts = closed.map((path) => paths.facts(path));
  const other = facts.find((each) => each !== null && each.owner !== user);
  if (other) return problem(`${what}; the owner is user ${other.owner}`, otherDirectory(surroundings));
  const isByMode = facts.every((each) => each !== null && (each.mode & OWNER_WRITE_BIT) === 0);
  if (isByMode && isOwnBase(paths.realPath(directory) ?? directory, surroundings))
    return problem(what, closeCommand(surroundings));
  return problem(`${what}; its volume may be read-only`, otherDirectory(surroundings));
}

function checkFree({ directory, paths }: Surroundings): Finding[] {
  const free = paths.freeBytes(directory);
  if (free === null) return [];
  const used = [LOG_NAME, INDEX_NAME].reduce((sum, name) => sum + (paths.facts(`${directory}/${name}`)?.size ?? 0), 0);
  if (free < FREE_BYTES_MIN)
    return [
      problem(
        `${formatSize(free)} are free on its volume`,
        "export HELIX_KB=DIR  # on a volume with room, or make room on this one",
      ),
    ];
  if (free < used + FREE_BYTES_MIN) {
    return [note(`${formatSize(free)} are free on its volume: less than a compaction needs (${formatSize(used)})`)];
  }
  return [ok(`${formatSize(free)} are free on its volume`)];
}

function checkLock(surroundings: Surroundings): Finding {
  const { directory, files, paths } = surroundings;
  const path = `${directory}/${LOCK_NAME}`;
  const kind = paths.kind(path);
  if (kind === null) return ok("no write has taken the lock yet");
  if (kind !== "file")
    return problem(
      `${LOCK_NAME} is no file, and helix did not make it: nothing can be stored`,
      otherDirectory(surroundings),
    );
  try {
    const held = files.tryLock(path);
    if (held === null) return note("another process holds the write lock at this moment; a write takes milliseconds");
    held.release();
    return ok("the write lock works");
  } catch (error) {
    return problem(
      `the write lock does not work: ${messageOf(error)}`,
      "export HELIX_KB=DIR  # on a volume of this machine",
    );
  }
}

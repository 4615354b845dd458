// Examines the knowledge base directory: whether it exists, who owns it, who may read it, and whether it can be written
// to and locked. The examination creates nothing.

import { messageOf } from "../../base/errors.ts";
import { LOG_NAME } from "../../engine/log/data-log.ts";
import { SESSIONS_FOLDER } from "../../events/session-store.ts";
import { CHECKPOINT_NAME } from "../../features/checkpoint/checkpoint-file.ts";
import { INDEX_NAME } from "../../notes/store/log-follower.ts";
import { directoryOf } from "../../platform/io-error.ts";
import type { PathFacts } from "../../platform/path-facts.ts";
import { type Finding, formatSize, note, ok, problem, type Surroundings, shellWord } from "../claude-code/finding.ts";

const LOCK_NAME = ".lock";
const FILE_NAMES = [LOG_NAME, INDEX_NAME, CHECKPOINT_NAME, LOCK_NAME];
const NOT_OWNER_BITS = 0o077;
const OTHERS_WRITE_BITS = 0o022;
const STICKY_BIT = 0o1000;
const OWN_DIRECTORY = "export HELIX_KB=~/.helix-kb  # or another directory of your own";
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
    return [
      problem(
        `${directory} is no directory, a file stands in its place`,
        "export HELIX_KB=~/.helix-kb  # or another directory",
      ),
    ];
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

function checkMissing({ directory, paths }: Surroundings): Finding {
  if (paths.facts(directory)?.kind === "link") {
    return problem(`${directory} is a link that leads nowhere`, `rm ${shellWord(directory)}`);
  }
  const above = nearestAbove(directory, paths);
  if (paths.kind(above) !== "directory" || !paths.isWritable(above)) {
    return problem(
      `${directory} is not there, and cannot be created: ${above} cannot be written to`,
      "export HELIX_KB=~/.helix-kb  # or another directory",
    );
  }
  return note(`${directory} is not there yet: the first note creates it`, 'helix store first-steps "helix is set up"');
}

function checkLink({ directory, paths }: Surroundings): Finding[] {
  const findings: Finding[] = [];
  if (paths.facts(directory)?.kind === "link") findings.push(note(`it is a link to ${paths.realPath(directory)}`));
  for (const name of FILE_NAMES) {
    const path = `${directory}/${name}`;
    if (paths.facts(path)?.kind !== "link") continue;
    const target = paths.realPath(path);
    if (target === null) findings.push(problem(`${name} is a link that leads nowhere`, `rm ${shellWord(path)}`));
    else
      findings.push(
        note(
          `${name} is a link to ${target}: what replaces the file replaces the link`,
          `mv ${shellWord(target)} ${shellWord(path)}`,
        ),
      );
  }
  return findings;
}

/** Checks owner and permissions: the directory and its files should be accessible to their owner alone. */
function checkAccess(surroundings: Surroundings): Finding[] {
  const { directory, paths: inspector } = surroundings;
  const real = inspector.realPath(directory) ?? directory;
  const present = presentAt([real, ...FILE_NAMES.map((name) => `${real}/${name}`)], inspector);
  const findings: Finding[] = checkOwner(surroundings, real);
  const open = present.filter(({ facts }) => (facts.mode & NOT_OWNER_BITS) !== 0);
  const openDirectory = open.find(({ path }) => path === real);
  if (openDirectory !== undefined) {
    const { facts } = openDirectory;
    const what = `its permissions are ${facts.mode.toString(8)}: others on this machine may get at the notes`;
    const more = isOpenToWriters(facts) ? ", and put files of their own there; so hooks do not ask the server" : "";
    findings.push(problem(what + more, isShared(facts) ? OWN_DIRECTORY : `chmod 700 ${shellWord(real)}`));
  }
  const openFiles = open.filter(({ path }) => path !== real);
  if (openFiles.length > 0) {
    const modes = openFiles.map(({ path, facts }) => `${nameOf(path, real)} ${facts.mode.toString(8)}`).join(", ");
    // In a directory that only its owner may enter, open file permissions do no harm.
    const tell = openDirectory === undefined ? note : problem;
    const paths = openFiles.map(({ path }) => shellWord(path)).join(" ");
    findings.push(tell(`permissions are wider than its owner needs: ${modes}`, `chmod 600 ${paths}`));
  }
  if (findings.length === 0) findings.push(ok("only its owner may read it"));
  return findings;
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
function checkOwner({ paths: inspector, user }: Surroundings, real: string): Finding[] {
  if (user === null) return [];
  const inSessions = inspector.names(`${real}/${SESSIONS_FOLDER}`).map((name) => `${SESSIONS_FOLDER}/${name}`);
  const names = new Set([...FILE_NAMES, ...inspector.names(real).sort(), ...inSessions.sort()]);
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
    return [problem(`${what}, who may change it`, OWN_DIRECTORY)];
  const take = `sudo chown -R ${user} ${shellWord(real)}`;
  if (!isOpen) return [problem(what, take)];
  // Do not suggest taking the files over at once: somebody else's files would then pass for the user's own notes.
  return [
    problem(
      `${what}, who may have put there what is no note of yours`,
      `${first.path === real ? "sudo " : ""}chmod 700 ${shellWord(real)}  # then look at it (helix inspect): ${take} if it is yours, else move it away`,
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

function checkWritable({ directory, paths }: Surroundings): Finding {
  const closed = ["", ...FILE_NAMES.map((name) => `/${name}`)]
    .map((name) => directory + name)
    .filter((path) => paths.kind(path) !== null && !paths.isWritable(path));
  if (closed.length === 0) return ok("it can be written to");
  return problem(
    `${closed.join(", ")} cannot be written to: nothing can be stored`,
    `chmod u+rwX ${closed.map(shellWord).join(" ")}`,
  );
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

function checkLock({ directory, files, paths }: Surroundings): Finding {
  const path = `${directory}/${LOCK_NAME}`;
  const kind = paths.kind(path);
  if (kind === null) return ok("no write has taken the lock yet");
  if (kind !== "file")
    return problem(
      `${LOCK_NAME} is no file: nothing can be stored`,
      `mv -n ${shellWord(path)} ${shellWord(`${path}.aside`)}`,
    );
  try {
    const held = files.tryLock(path);
    if (held === null)
      return note(
        "another process holds the write lock at this moment",
        "helix doctor  # again: a write takes milliseconds",
      );
    held.release();
    return ok("the write lock works");
  } catch (error) {
    return problem(
      `the write lock does not work: ${messageOf(error)}`,
      "export HELIX_KB=DIR  # on a volume of this machine",
    );
  }
}

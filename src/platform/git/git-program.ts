// Runs git on a work tree that others made, so that nothing in it can make git run a program or look elsewhere.
//
// git never sees the repository's configuration, but where that is all it is asked for (effective-config.ts). It works with a repository of helix's own, a temporary folder, and is
// told by the environment where index, objects and files are. So none of these counts: programs of any kind
// (core.fsmonitor, core.hooksPath, core.pager, filters, drivers of diff and merge, gpg, credential helpers, ssh, aliases),
// includes, core.worktree, refs/replace, promisors. The system's and the user's configuration do not count either.
//
// Invariants:
// - Nothing of helix's own environment reaches git: no GIT_* variable, no library to load.
// - No transport is allowed, so nothing is fetched, and git asks nobody.
// - Objects are only read where the repository holds them itself, see `holdsOwnObjects`.
// - Where listing files took too long, git is not asked again for a while: no answer waits for it twice.

import { pathFrom } from "../../base/path-names.ts";
import { namesIn } from "../path-facts.ts";
import { type ProgramEnd, type Programs, trustedFolders } from "../programs.ts";
import { makeScratchFolder } from "../scratch-folder.ts";
import type { SmallFiles } from "../small-files.ts";
import { gitConfigValue } from "./git-config.ts";
import type { FoundRepository } from "./repository.ts";

/** What is needed to run git. */
export interface GitPorts {
  readonly programs: Programs;
  readonly files: SmallFiles;
  /** Folders for temporary folders, made where they are missing: the first that can be written to is used. */
  readonly scratch: readonly string[];
  /** Where programs are searched for, as in PATH. */
  readonly searchPath: string;
  /** The user's home directory, and the folder of configurations (XDG_CONFIG_HOME); "" if there is none. */
  readonly home: string;
  readonly configHome: string;
}

/** The repository of a work tree, and the folder of its files; both without links. */
export interface GitTree {
  readonly root: string;
  readonly repository: FoundRepository;
}

/** What stands for the repository of a folder that has none of its own. */
export const NO_REPOSITORY: FoundRepository = {
  gitDirectory: "/dev/null",
  common: "/dev/null",
  config: "",
  isOwn: false,
};

export interface GitCommand {
  /** The command and its arguments. */
  readonly words: readonly string[];
  /** Whether git may see the files and the index, or only objects. */
  readonly seesFiles: boolean;
  /** Whether the index counts as empty, so that all files are untracked; left out: it does not. */
  readonly hidesIndex?: boolean;
  /** Patterns that are ignored everywhere, below the rules of the tree, as lines; left out: none. */
  readonly excludes?: string;
  /** Rules that stand in a file which the last word of the command names (`--exclude-from`); left out: none. */
  readonly rules?: string;
  readonly input?: string;
  /** In milliseconds. */
  readonly limitMs: number;
  readonly receive: (bytes: Uint8Array) => boolean;
}

const RULES_BYTES_MAX = 1024 * 1024;
const RULES_NAME = "rules";
const SHALLOW_BYTES_MAX = 16 * 1024 * 1024;
const COMMIT_LINE = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const SHARED_INDEX = /^sharedindex\.[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const CONFIG_RUN_MS = 5000;
const CONFIG_BYTES_MAX = 4096;
const LISTING = "ls-files";
/** For so long git is not asked again in a tree that it could not list in time. */
const SLOW_MS = 300_000;

/** By the ports and the root of a tree: when git ran out of time there, and its limit. */
const slow = new WeakMap<Programs, Map<string, { readonly at: number; readonly limitMs: number }>>();

/** Why git is not asked in a tree; null where it is. */
function slowAt({ programs }: GitPorts, root: string): string | null {
  const found = slow.get(programs)?.get(root);
  if (found === undefined || performance.now() - found.at > SLOW_MS) return null;
  return `it did not end within ${found.limitMs / 1000} s`;
}

function noteSlow({ programs }: GitPorts, root: string, limitMs: number): void {
  const roots = slow.get(programs) ?? new Map();
  slow.set(programs, roots.set(root, { at: performance.now(), limitMs }));
}

/** Where git is; null if it is not on the search path. */
export function findGit({ programs, searchPath }: GitPorts, root: string): string | null {
  return programs.find("git", searchPath, root);
}

/** Runs a command of git. Never throws; `failed` also when git is not there. */
export async function runGit(ports: GitPorts, tree: GitTree, command: GitCommand): Promise<ProgramEnd> {
  const git = findGit(ports, tree.root);
  if (git === null) return failed("git is not on PATH");
  const why = slowAt(ports, tree.root);
  if (why !== null) return failed(why);
  let scratch: ReturnType<typeof makeScratchFolder>;
  try {
    scratch = makeScratchFolder(ports.scratch, scratchTexts(ports, tree, command), sharedIndexes(tree));
  } catch (error) {
    return failed((error as Error).message);
  }
  try {
    const { common, gitDirectory } = tree.repository;
    const end = await ports.programs.run({
      path: git,
      words: ["--no-pager", "--no-replace-objects", ...command.words, ...ruleWords(command, scratch.path)],
      directory: command.seesFiles ? tree.root : scratch.path,
      environment: {
        ...quietEnvironment(ports, tree.root),
        HOME: scratch.path,
        XDG_CONFIG_HOME: `${scratch.path}/xdg`,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_SYSTEM: "/dev/null",
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_DIR: scratch.path,
        ...(tree.repository === NO_REPOSITORY ? {} : { GIT_OBJECT_DIRECTORY: `${common}/objects` }),
        ...(command.seesFiles ? { GIT_WORK_TREE: tree.root } : {}),
        ...(command.seesFiles && command.hidesIndex !== true ? { GIT_INDEX_FILE: `${gitDirectory}/index` } : {}),
      },
      input: command.input,
      limitMs: command.limitMs,
      receive: command.receive,
    });
    if (end.by === "time" && command.words[0] === LISTING) noteSlow(ports, tree.root, command.limitMs);
    return end;
  } finally {
    scratch.remove();
  }
}

function failed(complaint: string): ProgramEnd {
  return { by: "failed", code: null, complaint };
}

function ruleWords({ rules }: GitCommand, scratch: string): string[] {
  return rules === undefined ? [] : [`--exclude-from=${scratch}/${RULES_NAME}`];
}

/** What every run of git is told. */
export function quietEnvironment({ searchPath }: GitPorts, root: string): Record<string, string> {
  return {
    PATH: trustedFolders(searchPath, root).join(":"),
    LC_ALL: "C",
    TZ: "UTC",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_PAGER: "cat",
    // These settings override those of the system's configuration, which git reads early for them.
    GIT_TRACE2: "0",
    GIT_TRACE2_EVENT: "0",
    GIT_TRACE2_PERF: "0",
  };
}

/** The files of the temporary repository: what of the real one changes answers, and nothing that can do harm. */
function scratchTexts({ files }: GitPorts, { repository }: GitTree, command: GitCommand): Record<string, string> {
  const { common, config } = repository;
  const isSet = (name: string) => gitConfigValue(config, "core", null, name)?.toLowerCase() === "true";
  const isSha256 = gitConfigValue(config, "extensions", null, "objectformat")?.toLowerCase() === "sha256";
  const shallow = (files.readText(`${common}/shallow`, SHALLOW_BYTES_MAX) ?? "").split("\n");
  const boundary = shallow.filter((line) => COMMIT_LINE.test(line));
  return {
    HEAD: "ref: refs/heads/none\n",
    "refs/.keep": "",
    "objects/.keep": "",
    config: [
      "[core]",
      `repositoryFormatVersion = ${isSha256 ? 1 : 0}`,
      `bare = ${!command.seesFiles}`,
      `ignoreCase = ${isSet("ignorecase")}`,
      `precomposeUnicode = ${isSet("precomposeunicode")}`,
      "hooksPath = /dev/null",
      "fsmonitor = false",
      "untrackedCache = false",
      "commitGraph = false",
      ...(isSha256 ? ["[extensions]", "objectFormat = sha256"] : []),
      "",
    ].join("\n"),
    // Without core.excludesFile, this is where git looks.
    "xdg/git/ignore": command.excludes ?? "",
    "info/exclude": files.readText(`${common}/info/exclude`, RULES_BYTES_MAX, common) ?? "",
    ...(command.rules === undefined ? {} : { [RULES_NAME]: command.rules }),
    ...(boundary.length > 0 ? { shallow: `${boundary.join("\n")}\n` } : {}),
  };
}

/** An index may name a second file beside it, which most of it is in. */
function sharedIndexes({ repository: { gitDirectory } }: GitTree): Record<string, string> {
  const names = namesIn(gitDirectory).filter((name) => SHARED_INDEX.test(name));
  return Object.fromEntries(names.map((name) => [name, `${gitDirectory}/${name}`]));
}

/**
 * Whether a repository holds its objects itself. With objects of others (objects/info/alternates, links), anybody could
 * show another user's commits as those of a folder. Single objects outside of packs are not looked at.
 */
export function holdsOwnObjects({ common }: FoundRepository, files: SmallFiles): boolean {
  const objects = `${common}/objects`;
  const packs = `${objects}/pack`;
  const inside = [objects, packs].flatMap((folder) => namesIn(folder).map((name) => `${folder}/${name}`));
  // What is gone meanwhile is nowhere.
  const isElsewhere = (path: string) => ![path, null].includes(files.realPath(path));
  return ![objects, ...inside].some(isElsewhere) && files.kind(`${objects}/info/alternates`) === null;
}

/**
 * The text of the file with the patterns that this user ignores everywhere (core.excludesFile); "" if there is none.
 * The repository's own configuration may name a file of the tree instead. git is asked, because configurations include
 * each other; without git, the files that git reads first are looked at.
 */
export async function userExcludes(ports: GitPorts, root: string, config: string): Promise<string> {
  const own = gitConfigValue(config, "core", null, "excludesfile");
  if (own !== null) return ports.files.readText(pathFrom(root, own), RULES_BYTES_MAX, root) ?? "";
  const configHome = ports.configHome || (ports.home === "" ? "" : `${ports.home}/.config`);
  const named = (await askedExcludes(ports, root)) ?? readExcludes(ports, configHome);
  if (named === null && configHome === "") return "";
  return ports.files.readText(named ?? `${configHome}/git/ignore`, RULES_BYTES_MAX) ?? "";
}

async function askedExcludes(ports: GitPorts, root: string): Promise<string | null> {
  const path = slowAt(ports, root) === null ? findGit(ports, root) : null;
  if (path === null) return null;
  let text = "";
  const end = await ports.programs.run({
    path,
    words: ["config", "--includes", "--type=path", "--get", "core.excludesFile"],
    directory: "/",
    environment: {
      ...quietEnvironment(ports, root),
      ...(ports.home === "" ? {} : { HOME: ports.home }),
      ...(ports.configHome === "" ? {} : { XDG_CONFIG_HOME: ports.configHome }),
      GIT_DIR: "/dev/null",
    },
    limitMs: CONFIG_RUN_MS,
    receive: (bytes) => {
      text += new TextDecoder().decode(bytes);
      return text.length < CONFIG_BYTES_MAX;
    },
  });
  return end.by === "exit" && end.code === 0 && text.startsWith("/") ? text.replace(/\n$/, "") : null;
}

function readExcludes({ files, home }: GitPorts, configHome: string): string | null {
  for (const path of [...(home === "" ? [] : [`${home}/.gitconfig`]), `${configHome}/git/config`]) {
    const value = gitConfigValue(files.readText(path, RULES_BYTES_MAX) ?? "", "core", null, "excludesfile");
    if (value?.startsWith("~/")) return home === "" ? null : `${home}/${value.slice(2)}`;
    if (value !== null) return value.startsWith("/") ? value : null;
  }
  return null;
}

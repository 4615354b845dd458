// Reads the arguments of a build or test run: the folder that the run works in, and the parts that it is narrowed to.

import { parentOf } from "../../base/path-names.ts";

/** What the arguments of a run say. */
export interface RunArguments {
  /** The folder that an option names; "" for none. */
  readonly folder: string;
  /**
   * Paths that tell whose sources the run works on. `projects` are folders or files of projects; `targets` are the
   * files and folders that a run names.
   */
  readonly projects: readonly string[];
  readonly targets: readonly string[];
  /** The arguments that narrow the run, in order; "" for a run of everything. */
  readonly narrowing: string;
}

/** Options that name the folder in which a program works, and options that name a file in that folder. */
const FOLDER_OPTIONS = " --cwd --dir --directory --prefix --chdir --package-path --project-dir --working-directory ";
const FILE_OPTIONS = " --manifest-path --justfile ";
/** Programs for which `-C` names that folder. */
const CHANGING = " make gmake ninja samu go npm pnpm cargo cross env mise meson poetry ";
/** Options that name a project by its folder or file, or that narrow the run to a project with that name. */
const PROJECT_OPTIONS =
  " -p -f -S --project --file --root --rootdir --rootDir --build --project-directory --workspace-root ";
/** Options that say how a run works. A word behind one of them belongs to it, unless the word is a path. */
const MANNERS =
  " --color --colour --features --profile --jobs -j --reporter --reporters --maxWorkers --max-workers --max-warnings --timeout --test-timeout " +
  "--testTimeout --format --message-format --log-level --loglevel --verbosity --configuration --logger --tb --maxfail --workers --retries --seed " +
  "--pool --environment --edition --test-threads --parallel -n --numprocesses ";
/** Options that name an output or a configuration. The word behind one of them belongs to it. */
const PLACES =
  " -o --output --out --outdir --outDir --out-dir --output-dir --target-dir --config --junitxml --outputFile --output-file --cache-dir " +
  "--cache-location --cacheDir --log-file --report --html ";
/** Options, and a word, that name a part of everything, also where plain words are targets. */
const PARTS = " -pl --projects --tests --test --filter workspace ";
const PARTS_OF_NPM = " --workspace -w ";
/** Options without a value, or with a value behind `=`, that leave out a part of the run. */
const PARTIAL =
  /^--?(?:lib|doc|bins?|examples?|tests?|benches|lf|last-failed|sw|stepwise|changed|changed-since|changedSince|only-?changed|onlyFailures|affected|staged|run|m|k|pl|Dtest|Dit\.test|(?:filter|shard|exclude|ignore|deselect|testNamePattern|testPathPatterns?|test-name-pattern|grep|name|tags?|group|suite|package|scope|since|only|select|workspace|testsuite|tests?|bin|example)(?==))(?:=|$)/;
/** Words that mean everything, and words that belong to the call of a program. */
const EVERYTHING = " . ./ ./... ... //... **/* ";
const CALLING =
  " run run-script task run-many workspace workspaces exec discover watch compose buildx recursive foreach -- ";
const WORDS_MAX = 64;

/**
 * Reads the words behind a program. `what` is the run's short name; its words narrow nothing. With `isTargets`, plain
 * words are names of targets.
 */
export function runArguments(
  program: string,
  words: readonly string[],
  what: string,
  isTargets: boolean,
): RunArguments {
  const projects: string[] = [];
  const targets: string[] = [];
  const narrowing: string[] = [];
  const folder = folderIn(words, program);
  let isFirst = /^\S+ [^-]/.test(what) && !isTargets;
  let isWide = false;
  for (let at = 0; at < Math.min(words.length, WORDS_MAX); at++) {
    const word = words[at]!;
    const next = words[at + 1] ?? "";
    if (isFolderOption(word, program)) at++;
    else if (PROJECT_OPTIONS.includes(` ${word} `) && next !== "" && !next.startsWith("-")) {
      at++;
      projects.push(next);
      if (!EVERYTHING.includes(` ${next} `)) narrowing.push(next);
    } else if (isPart(word, program) && !isNamed(word, what) && next !== "") {
      at++;
      narrowing.push(next);
    } else if (PLACES.includes(` ${word} `) || (MANNERS.includes(` ${word} `) && !/[./]/.test(next))) at++;
    else if (word.startsWith("-") || word.startsWith("+")) {
      const value = word.indexOf("=") + 1;
      if (value > 0 && PROJECT_OPTIONS.includes(` ${word.slice(0, value - 1)} `)) projects.push(word.slice(value));
      if (PARTIAL.test(word) && !isNamed(word, what)) narrowing.push(word);
    } else if (EVERYTHING.includes(` ${word} `)) isWide = word.includes("...");
    else if (isFirst) isFirst = CALLING.includes(` ${word} `);
    else if (!CALLING.includes(` ${word} `) && !isNamed(word, what) && /\D/.test(word)) {
      if (isTargets && /^:?[A-Za-z][\w:.-]*$/.test(word)) continue;
      targets.push(word);
      narrowing.push(word);
    }
  }
  // Without a path, go works on its folder alone.
  if (program === "go" && narrowing.length === 0 && !isWide) narrowing.push(".");
  return { folder, projects, targets, narrowing: narrowing.join(" ") };
}

/** A path as seen from `folder`; an empty path is the folder itself. */
export function joinedPath(folder: string, path: string): string {
  if (path === "") return folder;
  return path.startsWith("/") || path.startsWith("~") || folder === "" ? path : `${folder}/${path}`;
}

function isNamed(word: string, what: string): boolean {
  return ` ${what} `.includes(` ${word} `);
}

function isPart(word: string, program: string): boolean {
  return PARTS.includes(` ${word} `) || (program === "npm" && PARTS_OF_NPM.includes(` ${word} `));
}

function isFolderOption(word: string, program: string): boolean {
  return (
    FOLDER_OPTIONS.includes(` ${word} `) ||
    FILE_OPTIONS.includes(` ${word} `) ||
    (word === "-C" && CHANGING.includes(` ${program} `))
  );
}

/** The folder that an option among the words names. */
function folderIn(words: readonly string[], program: string): string {
  for (let at = 0; at < Math.min(words.length, WORDS_MAX); at++) {
    const [option = "", ...values] = words[at]!.startsWith("--") ? words[at]!.split("=") : [words[at]!];
    if (!isFolderOption(option, program)) {
      const attached = CHANGING.includes(` ${program} `) ? /^-C(.+)$/.exec(option)?.[1] : undefined;
      if (attached !== undefined) return attached;
      continue;
    }
    const value = values.length > 0 ? values.join("=") : (words[at + 1] ?? "");
    if (!FILE_OPTIONS.includes(` ${option} `)) return value;
    return value.includes("/") ? parentOf(value) : ".";
  }
  return "";
}

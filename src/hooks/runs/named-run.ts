// Says by the table of tools whether a program with these arguments builds or tests, and what that run is called.

import { TOOLS } from "./tools.ts";

/** A run, named by its program. */
export interface NamedRun {
  /** The short name: `cargo test`. */
  readonly what: string;
  readonly isTest: boolean;
  /** Whether the run builds a program and starts it. Then a failure may come from either. */
  readonly startsProgram: boolean;
}

const runsOf = new Map(TOOLS.flatMap(([names, runs]) => names.split(" ").map((name) => [name, runs] as const)));

/** Options of all programs that take the next word as their value. The subcommand is looked for behind that word. */
const OPTIONS_WITH_VALUE =
  " -C -F -f -p -pl -w -u -n --prefix --cwd --dir --filter --workspace --manifest-path --project --projects --context --file --config --target ";
/** Names of scripts that build or test, alone or as a part of a name: `test:unit`, `ci-lint`. */
const SCRIPT_NAME =
  /(?:^|[:._-])(?:(test|tests|spec|e2e|vitest|jest|coverage|t|tst)|build|compile|lint|check|checks|typecheck|type-check|types|tsc|ci|verify|validate|bundle)(?=$|[:._-])/;
/** The name of a target or script that may be repeated in an answer: a plain word, too short to hide anything. */
const PLAIN_NAME = /^:?[A-Za-z][A-Za-z0-9:._-]{0,23}$/;
/** Words in front of the name of a script, and in front of those. */
const RUN_WORDS = " run run-script task run-many ";
const GROUP_WORDS = " workspaces recursive foreach ";
const TEST_TARGET =
  /(?:^|[:._-])(?:tests?|testOnly|testQuick|spec|e2e|verify|integrationTest|connectedCheck)(?=$|[:._-])/;
/** Programs whose targets may do anything, and the targets of these programs that build or test. */
const LISTED_TARGETS = " make gmake rake ";
const BUILD_TARGET = /^(?:all|build|compile|tests?|check|lint|spec)$/;
/** Targets of the other programs that neither build nor test. */
const OTHER_TARGET =
  /(?:^|[:._-])(?:deploy|publish\w*|release|upload|push|run|bootRun|serve|start|stop|site|exec|help|tasks|dependencies|wrapper|console|shell)(?=$|[:._-])/;
const OPTIONS_LOOKED_AT_MAX = 24;
/** Whether the table has a rule for a program of this name. */
export function isKnownProgram(name: string): boolean {
  return name !== "" && runsOf.has(name);
}

/** Whether the words behind a program are targets of a build file. */
export function isTargetProgram(name: string): boolean {
  return runsOf.get(name) === "targets";
}

/** The run of a program with these arguments; null when it neither builds nor tests. */
export function namedRun(program: string, words: readonly string[]): NamedRun | null {
  const rule = runsOf.get(program) ?? "";
  if (rule === "" || words.some((word) => word === "--version" || word === "--help")) return null;
  if (rule === "*" || rule === "*!") {
    const isTest = words.includes("test");
    return named(isTest ? `${program} test` : program, isTest || rule === "*!");
  }
  const names = plainWords(words);
  if (rule === "targets") return targetRun(program, names);
  if (rule.startsWith("scripts")) return scriptRun(program, names) ?? listedRun(program, rule, names);
  return listedRun(program, rule, names[0] === "compose" || names[0] === "buildx" ? names.slice(1) : names, words);
}

/** The run of a subcommand, or of an option, that the rule lists. */
function listedRun(
  program: string,
  rule: string,
  names: readonly string[],
  words: readonly string[] = [],
): NamedRun | null {
  const first = names[0] ?? ".";
  for (const item of rule.split(" ")) {
    const [short, long] = item.replace(/[!?]$/, "").split("=");
    const name = long ?? short!;
    const isThere = item.startsWith("-") ? words.includes(short!) : short === first || name === first;
    if (isThere) return named(name === "." ? program : `${program} ${name}`, item.endsWith("!"), item.endsWith("?"));
  }
  return null;
}

/** The run of a script of package.json or of another task file: `npm run NAME`, and also `yarn NAME`. */
function scriptRun(program: string, all: readonly string[]): NamedRun | null {
  const names = all[0] === "workspace" ? all.slice(2) : GROUP_WORDS.includes(` ${all[0]} `) ? all.slice(1) : all;
  const isRun = RUN_WORDS.includes(` ${names[0]} `);
  const name = (isRun ? names[1] : names[0])?.split(",")[0] ?? "";
  // `npm ci` installs packages. Without `run`, npm knows only these other words.
  if (!isRun && (name === "ci" || (program === "npm" && !/^(?:t|tst|test)$/.test(name)))) return null;
  const match = SCRIPT_NAME.exec(name);
  if (match === null || !PLAIN_NAME.test(name)) return null;
  const plain = name === "t" || name === "tst" ? "test" : name;
  const how = isRun ? `${names[0] === "task" ? "task" : "run"} ` : "";
  return named(`${program} ${how}${plain}`, match[1] !== undefined);
}

/**
 * A run of targets, named after the first one that is a plain name. Without targets, the run is named after the
 * program.
 */
function targetRun(program: string, names: readonly string[]): NamedRun | null {
  const targets = names.map((word) => word.split(" ")[0]!).filter((word) => !/^\d+$|=/.test(word) && word !== "clean");
  if (targets.length === 0) return names.includes("clean") ? null : named(program, false);
  const isBuild = LISTED_TARGETS.includes(` ${program} `)
    ? (target: string) => BUILD_TARGET.test(target)
    : (target: string) => !OTHER_TARGET.test(target);
  const name = targets.find((target) => PLAIN_NAME.test(target)) ?? "";
  if (!targets.every(isBuild)) return null;
  return named(name === "" ? program : `${program} ${name}`, TEST_TARGET.test(name));
}

function named(what: string, isTest: boolean, startsProgram = false): NamedRun {
  return { what, isTest, startsProgram };
}

/** The words that are neither options nor their values. */
export function plainWords(words: readonly string[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < Math.min(words.length, OPTIONS_LOOKED_AT_MAX); at++) {
    const word = words[at]!;
    if (OPTIONS_WITH_VALUE.includes(` ${word} `)) at++;
    else if (!word.startsWith("-") && !word.startsWith("+") && word !== "") found.push(word);
  }
  return found;
}

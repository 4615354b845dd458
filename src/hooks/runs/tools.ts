// Says which programs build and test, and by which of their subcommands. A rule is a list of subcommands. `name!` runs
// tests. `name?` builds a program and starts it. `short=name` gives two names of one subcommand. `.` is the program
// without a subcommand. "*" is any call. "scripts" are the scripts of package.json and the like, recognised by their
// names. "targets" are the targets of a build file.

/** The rule of each program, by the last name of its path without a version. */
const RUN_TABLE: Readonly<Record<string, string>> = {
  cargo: "build b=build check c=check clippy run? r=run? test! t=test! nextest! llvm-cov! bench doc",
  cross: "build check clippy run? test!",
  rustc: "*",
  "wasm-pack": "build test!",
  maturin: "build develop",
  go: "build install run? test! vet generate",
  "golangci-lint": "run",
  staticcheck: "*",
  gotestsum: "*!",
  npm: "scripts",
  pnpm: "scripts",
  yarn: "scripts",
  bun: "scripts build",
  node: "--test!",
  deno: "scripts test! check lint compile bundle",
  tsc: "*",
  "vue-tsc": "*",
  "svelte-check": "*",
  tsx: "--test!",
  vitest: "*!",
  jest: "*!",
  mocha: "*!",
  ava: "*!",
  jasmine: "*!",
  karma: "start=start!",
  tap: "*!",
  playwright: "test!",
  cypress: "run!",
  eslint: "*",
  biome: "check lint ci",
  oxlint: "*",
  stylelint: "*",
  prettier: "--check -c=--check",
  webpack: "*",
  rollup: "*",
  esbuild: "*",
  tsup: "*",
  tsdown: "*",
  swc: "*",
  vite: "build",
  next: "build lint",
  nuxt: "build generate",
  astro: "build check",
  ng: "build test! lint",
  nx: "scripts run run-many affected",
  turbo: "scripts",
  lerna: "scripts",
  just: "scripts",
  task: "scripts",
  mage: "scripts",
  pytest: "*!",
  "py.test": "*!",
  unittest: "*!",
  tox: "*!",
  nox: "*!",
  nose2: "*!",
  ruff: "check . format",
  mypy: "*",
  pyright: "*",
  basedpyright: "*",
  pylint: "*",
  flake8: "*",
  "pre-commit": "run",
  make: "targets",
  gmake: "targets",
  ninja: "targets",
  samu: "targets",
  cmake: "*",
  ctest: "*!",
  meson: "setup compile test!",
  gcc: "*",
  "g++": "*",
  clang: "*",
  "clang++": "*",
  cc: "*",
  "c++": "*",
  nvcc: "*",
  ld: "*",
  bazel: "build test! run? coverage!",
  bazelisk: "build test! run? coverage!",
  buck2: "build test! run?",
  xcodebuild: "*",
  swift: "build test! run?",
  swiftc: "*",
  swiftlint: "*",
  gradle: "targets",
  gradlew: "targets",
  mvn: "targets",
  mvnw: "targets",
  mvnd: "targets",
  ant: "targets",
  javac: "*",
  kotlinc: "*",
  scalac: "*",
  sbt: "targets",
  mill: "targets",
  dotnet: "build test! run? publish msbuild pack format",
  msbuild: "*",
  csc: "*",
  mix: "compile test! credo dialyzer",
  rebar3: "compile ct! eunit! dialyzer",
  rake: "targets",
  rspec: "*!",
  minitest: "*!",
  rubocop: "*",
  composer: "scripts",
  phpunit: "*!",
  pest: "*!",
  phpstan: "*",
  psalm: "*",
  zig: "build test! run? build-exe build-lib build-obj",
  ghc: "*",
  cabal: "build test! run? v2-build v2-test!",
  stack: "build test!",
  dune: "build test! runtest!",
  nim: "c compile check",
  crystal: "build spec! run?",
  flutter: "build test! analyze",
  dart: "analyze compile test! run?",
  elm: "make",
  "manage.py": "test! check",
  "setup.py": "build build_ext test!",
  artisan: "test!",
  docker: "build",
  podman: "build",
  "docker-compose": "build",
};

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

/** A run, named by its program. */
export interface NamedRun {
  /** The short name: `cargo test`. */
  readonly what: string;
  readonly isTest: boolean;
  /** Whether the run builds a program and starts it. Then a failure may come from either. */
  readonly startsProgram: boolean;
}

/** Whether the table has a rule for a program of this name. */
export function isKnownProgram(name: string): boolean {
  return Object.hasOwn(RUN_TABLE, name);
}

/** Whether the words behind a program are targets of a build file. */
export function isTargetProgram(name: string): boolean {
  return isKnownProgram(name) && RUN_TABLE[name] === "targets";
}

/** The run of a program with these arguments; null when it neither builds nor tests. */
export function namedRun(program: string, words: readonly string[]): NamedRun | null {
  const rule = isKnownProgram(program) ? RUN_TABLE[program]! : null;
  if (rule === null || words.some((word) => word === "--version" || word === "--help")) return null;
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

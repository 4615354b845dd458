// The tools that build, test and lint: their names, which of their subcommands do it, and by what their output is
// known. One row for a tool, or for several that are alike.

/** Text by which an output shows how its run ended. */
export interface Signs {
  /** Only a failed run prints it. */
  readonly failed?: RegExp;
  /** The same; a run that has it near its end did not come over it. */
  readonly failedEnd?: RegExp;
  /** A run whose tests all passed ends with it. Such a run may have printed errors that it recovered from. */
  readonly passedEnd?: RegExp;
  /** Only a run that passed prints it. */
  readonly passed?: RegExp;
  /** A compiler's report that it failed before the program was started. */
  readonly notBuilt?: RegExp;
}

/**
 * Names of programs: the last name of a path, without a version. Then their subcommands: `name!` runs tests, `name?`
 * builds a program and starts it, `short=name` gives two names of one, `.` is the program without a subcommand. Or "*":
 * any call, "*!": any call runs tests; "scripts": the scripts of package.json and the like, known by their names;
 * "targets": the targets of a build file.
 */
export const TOOLS: readonly (readonly [names: string, runs: string, signs?: Signs])[] = [
  [
    "cargo cross",
    "build b=build check c=check clippy run? r=run? test! t=test! nextest! llvm-cov! bench doc",
    {
      failed: /thread '.*' (?:\(\d+\) )?panicked at/,
      failedEnd:
        /^error(?:\[E\d{4}\]: |: could not compile|: aborting due to|: test failed, to rerun)|^test result: FAILED/,
      passedEnd: /^test result: ok/,
      passed: /test result: ok|^ {4}Finished /,
      notBuilt:
        /could not compile|aborting due to|^error: (?:no (?:bin|example) target|could not find `Cargo|failed to (?:parse|select|load))/,
    },
  ],
  ["wasm-pack", "build test!"],
  ["maturin", "build develop"],
  [
    "go",
    "build install run? test! vet generate",
    {
      failed: /^(?:panic: |--- FAIL)/,
      failedEnd: /^FAIL(?:\t|$)/,
      passedEnd: /^ok {2}\t?\S/,
      notBuilt: /^# \S+\n\S+\.go:\d+/,
    },
  ],
  ["golangci-lint pre-commit", "run"],
  [
    "npm",
    "scripts",
    {
      failed: /^(?:npm (?:ERR!|error) Missing script|ELIFECYCLE)/,
      failedEnd: /^npm (?:ERR!|error) (?:Lifecycle script|Test failed|code ELIFECYCLE)/,
    },
  ],
  ["pnpm yarn turbo lerna just task mage composer moon wireit poe mise pixi melos", "scripts"],
  ["bun", "scripts build"],
  ["deno", "scripts test! check lint compile bundle"],
  ["nx", "scripts run run-many affected"],
  ["node", "--test!", { failed: /^not ok \d/, failedEnd: /^# fail [1-9]/, passedEnd: /^# fail 0/ }],
  ["tsx", "--test!"],
  ["tsc", "*", { failed: /^error TS\d/, failedEnd: /\(\d+,\d+\): error [A-Z]+\d+: / }],
  ["vitest", "*!", { failedEnd: /^ *(?:Tests|Test Files|Test Suites):? +[1-9]\d* failed/ }],
  ["jest gotestsum ava tap tsd elm-test", "*!", { passed: /^(?:ok|PASS)\b/ }],
  ["mocha jasmine", "*!", { failedEnd: /\b[1-9]\d* failing$/ }],
  ["karma", "start=start!"],
  ["playwright artisan", "test!"],
  ["cypress", "run!"],
  ["eslint oxlint stylelint vue-tsc svelte-check standard xo knip tslint", "*"],
  ["biome", "check lint ci"],
  ["prettier", "--check -c=--check"],
  ["webpack rollup tsup tsdown swc", "*", { passed: /[Cc]ompiled successfully/ }],
  ["esbuild", "*", { failed: /^ *✘ \[ERROR\]/ }],
  ["vite", "build", { passed: /✓ built in/ }],
  ["next", "build lint"],
  ["nuxt", "build generate"],
  ["astro", "build check"],
  ["ng react-scripts ember", "build test! lint"],
  ["vue-cli-service", "build test:unit! lint"],
  ["rspack rsbuild parcel storybook trunk tauri", "build"],
  [
    "pytest py.test nose2 trial behave robot",
    "*!",
    { failed: /^(?:Traceback \(most recent|E {3}\S)/, failedEnd: /\b[1-9]\d* failed\b.* in \d/ },
  ],
  ["unittest tox nox", "*!", { failedEnd: /^FAILED \(/ }],
  [
    "ruff",
    "check . format",
    { failedEnd: /^Found [1-9]\d* errors?\b(?! \(\d+ fixed, 0 remaining)/, passed: /All checks passed/ },
  ],
  ["mypy pyright basedpyright pylint flake8 bandit vulture", "*", { passed: /no issues found/ }],
  ["black", "--check"],
  ["isort", "--check --check-only -c=--check"],
  ["hatch", "test! build"],
  ["uv poetry pdm flit", "build"],
  ["manage.py", "test! check"],
  ["setup.py", "build build_ext test!"],
  ["make gmake", "targets", { failedEnd: /^g?make(?:\[\d+\])?: \*\*\* / }],
  ["ninja samu", "targets", { failed: /^ninja: error/, failedEnd: /^ninja: build stopped/ }],
  ["cmake scons", "*", { failed: /^CMake Error/ }],
  ["ctest bats prove", "*!"],
  ["meson", "setup compile test!"],
  ["xmake", "build test!"],
  [
    "gcc g++ clang clang++ cc c++ nvcc ld rustc",
    "*",
    {
      failed: /^(?:clang: error|ld: |Undefined symbols for)|undefined reference to/,
      failedEnd: /^collect2: error|\b[1-9]\d* errors? generated/,
      notBuilt: /^\S+:\d+:\d+: [Ee]rror: |^In \S+:\d+:\d+$/,
    },
  ],
  [
    "bazel bazelisk",
    "build test! run? coverage!",
    { failed: /^ERROR: Build did NOT/, notBuilt: /Build did NOT|^(?:ERROR: )?Build failed|Failed to build/ },
  ],
  ["buck2", "build test! run?"],
  ["xcodebuild", "*", { passed: /BUILD SUCCEEDED|\bTEST SUCCEEDED\b/ }],
  ["swift", "build test! run?", { passed: /Build complete!/, notBuilt: /^error: fatalError/ }],
  ["swiftc swiftlint ktlint detekt", "*"],
  ["gradle gradlew", "targets", { failedEnd: /^FAILURE: |BUILD FAIL(?:ED|URE)/ }],
  ["mvn mvnw mvnd", "targets", { failed: /^\[ERROR\]/, passedEnd: /BUILD SUCCESS/ }],
  ["sbt mill", "targets", { failed: /^\[error\]/ }],
  ["ant", "targets"],
  ["javac kotlinc scalac staticcheck ghc", "*"],
  [
    "dotnet",
    "build test! run? publish msbuild pack format",
    {
      failed: /\berror (?:TS|CS|FS|BC|MSB|NU|NETSDK|LNK|C)\d+\b/,
      failedEnd: /Build FAILED/,
      passed: /Build succeeded/,
      notBuilt: /The build failed|Build FAILED|\berror (?:CS|FS|BC|MSB|NU|NETSDK)\d+\b/,
    },
  ],
  ["msbuild csc", "*"],
  ["mix", "compile test! credo dialyzer"],
  ["rebar3", "compile ct! eunit! dialyzer"],
  ["rake", "targets"],
  ["rspec minitest phpunit pest", "*!"],
  ["rubocop phpstan psalm shellcheck hadolint actionlint yamllint markdownlint ansible-lint", "*"],
  ["zig", "build test! run? build-exe build-lib build-obj"],
  ["cabal", "build test! run? v2-build v2-test!"],
  ["stack", "build test!"],
  ["dune", "build test! runtest!"],
  ["nim", "c compile check"],
  ["crystal", "build spec! run?"],
  ["gleam", "build test! check run?"],
  ["lein", "compile test!"],
  ["flutter", "build test! analyze"],
  ["dart", "analyze compile test! run?"],
  ["elm", "make"],
  ["buf", "build lint"],
  ["terraform tofu", "validate test!"],
  ["helm", "lint"],
  ["docker podman docker-compose", "build", { failed: /^ERROR: failed to solve/ }],
  // Of any tool: no program has an empty name.
  [
    "",
    "",
    {
      failed:
        /^FAIL\b|: (?:fatal )?error(?: [A-Z]{1,4}\d+)?: |(?<!\b0 )\bFAILED\b|\b[1-9]\d* (?:failed|failing|failures?|errors?)\b(?! (?:allowed|ignored)| \(\d+ fixed, 0 remaining)|(?:Failures|Errors|Failed): *[1-9]|^# fail [1-9]/,
      passedEnd: /\b[1-9]\d* (?:tests? )?(?:passed|passing)\b|\b0 (?:failed|failures)\b/,
      passed: /\b0 errors\b/,
    },
  ],
];

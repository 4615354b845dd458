// Programs that change a text in place, and editors.

import { type CalledCommand, type Effect, type Rule, readOptions, sweeping, writes } from "./rule.ts";

/** `sed -i`, `-i.bak`, `-ni`, `--in-place`. */
const sed: Rule = ({ args }) => {
  const { operands, has } = readOptions(
    args.filter((word) => !/^-i.+/.test(word)),
    "-e -f -l --expression --file --line-length",
  );
  const isInPlace = args.some((word) => /^-(?:[nrEsuz]*i|-in-place)/.test(word));
  if (!isInPlace) return [];
  const isScriptGiven = has("-e", "-f", "--expression", "--file");
  // On macOS the word behind -i is the ending of the copy that is kept.
  const words = operands.filter((word) => word !== "");
  return writes(isScriptGiven ? words : words.slice(1), "sed -i");
};

/** `perl -i -pe '...' FILE`, `ruby -i.bak -pe`. */
const script: Rule = ({ program, args }) => {
  let isInPlace = false;
  let isScriptGiven = false;
  const words: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!;
    if (words.length > 0 || !/^-./.test(word)) {
      words.push(word);
      continue;
    }
    if (word === "--") {
      words.push(...args.slice(at + 1));
      break;
    }
    const cluster = /^-([a-zA-Z0-9]*)/.exec(word)![1]!;
    const before = cluster.split(/[eEIMmxCFV]/)[0]!;
    if (before.includes("i")) isInPlace = true;
    if (/^[a-zA-Z0-9]*[eE]$/.test(cluster)) [isScriptGiven, at] = [true, at + 1];
    else if (/^[IMm]$/.test(cluster)) at++;
  }
  return isInPlace ? writes(isScriptGiven ? words : words.slice(1), `${program} -i`) : [];
};

const awk: Rule = ({ args }) => {
  const at = args.findIndex((word, index) => word === "inplace" && /^(?:-i|--include)$/.test(args[index - 1] ?? ""));
  const isTogether = args.some((word) => word === "-iinplace" || word === "--include=inplace");
  if (at < 0 && !isTogether) return [];
  const { operands, has } = readOptions(args, "-i --include -v -F -f --assign --file");
  return writes(has("-f", "--file") ? operands : operands.slice(1), "awk -i inplace");
};

const editor: Rule = ({ program, args }) => {
  const { operands, has } = readOptions(args, "-c -S -T -u -U --cmd -w -W");
  if (has("-R", "--version", "--help", "-h", "-v") && !has("-c", "-S")) return [];
  const scripts = args.filter((word, at) => /^(?:-c|--cmd)$/.test(args[at - 1] ?? "") || word.startsWith("+"));
  const saved = scripts.flatMap((text) =>
    [...text.matchAll(/(?:^|[|+:])\s*(?:w|wq|x|sav|saveas|up)!?\s+(\S+)/g)].map((match) => match[1]!),
  );
  return writes([...operands.filter((word) => !word.startsWith("+")), ...saved], program);
};

/** A program that changes its files only with one of these options. */
const withOption =
  (names: string, valued = ""): Rule =>
  ({ program, args: given, isFolder }) => {
    // `npm exec prettier -- --write .`
    const args = given[0] === "--" ? given.slice(1) : given;
    const { operands, has } = readOptions(args, valued);
    if (!has(...names.split(" ")) && !names.split(" ").some((name) => args.includes(name))) return [];
    return writesIn(operands, program, isFolder);
  };

/** A program that changes its files unless one of these options is there. */
const withoutOption =
  (names: string, valued = "", verb = ""): Rule =>
  ({ program, args, isFolder }) => {
    if (verb !== "" && args[0] !== verb) return [];
    const { operands } = readOptions(verb === "" ? args : args.slice(1), valued);
    const isPrinting = args.some(
      (word) => names.split(" ").includes(word.split("=")[0]!) || /^--?(?:help|version)$/.test(word),
    );
    if (isPrinting || operands.includes("-")) return [];
    return writesIn(operands, verb === "" ? program : `${program} ${verb}`, isFolder);
  };

function writesIn(operands: readonly string[], how: string, isFolder: CalledCommand["isFolder"]): Effect[] {
  return operands.length === 0
    ? writes(["."], how, "contents")
    : operands.flatMap((word) => writes([word], how, isFolder(word) ? "contents" : "file"));
}

/** A program with words of its own: those are looked up behind the first. */
const byVerb =
  (verbs: Readonly<Record<string, Rule>>): Rule =>
  (call) => {
    const [verb = "", ...args] = call.args;
    return verbs[verb]?.({ ...call, program: `${call.program} ${verb}`, args }) ?? [];
  };

const WRITING = "--write --fix --apply --apply-unsafe --unsafe";
const biomeRule = withOption(WRITING, "--config-path --max-diagnostics --reporter --only --skip --files-max-size");
const eslint = withOption(
  "--fix",
  "-c --config --ext --format -f --rule --max-warnings --cache-location --ignore-path --parser -o --output-file",
);
const manifest =
  (files: string): Rule =>
  ({ program, args }) => {
    if (args.some((word) => /^(?:-g|--global|--dry-run|--help)$/.test(word))) return [];
    return writes(files.split(" "), program);
  };
const withPackages =
  (files: string): Rule =>
  (call) =>
    readOptions(call.args, "--prefix --registry --tag").operands.length === 0 ? [] : manifest(files)(call);
const NPM_FILES = "package.json package-lock.json";
const npmVerbs: Record<string, Rule> = {
  pkg: (call) => (/^(?:set|delete|fix)$/.test(call.args[0] ?? "") ? manifest("package.json")(call) : []),
  version: (call) => (call.args.some((word) => !word.startsWith("-")) ? manifest(NPM_FILES)(call) : []),
};
for (const verb of "install i add uninstall remove rm un".split(" ")) npmVerbs[verb] = withPackages(NPM_FILES);

export const EDITING_RULES: Readonly<Record<string, Rule>> = {
  sed,
  gsed: sed,
  perl: script,
  ruby: script,
  awk,
  gawk: awk,
  ed: editor,
  ex: editor,
  vi: editor,
  vim: editor,
  nvim: editor,
  nano: editor,
  pico: editor,
  emacs: editor,
  sd: ({ args }) =>
    writes(args.includes("-p") || args.includes("--preview") ? [] : readOptions(args, "-n -f").operands.slice(2), "sd"),
  yq: ({ args }) =>
    writes(
      args.some((word) => /^-[a-zA-Z]*i|^--inplace/.test(word)) ? readOptions(args).operands.slice(-1) : [],
      "yq -i",
    ),
  prettier: withOption("--write -w", "--config --parser --ignore-path --log-level --loglevel --plugin"),
  biome: byVerb({ check: biomeRule, format: biomeRule, lint: biomeRule, migrate: withOption("--write") }),
  eslint,
  eslint_d: eslint,
  stylelint: withOption("--fix", "-c --config -f --formatter"),
  xo: withOption("--fix"),
  standard: withOption("--fix"),
  gofmt: withOption("-w", "-r -cpuprofile"),
  goimports: withOption("-w", "-local -srcdir"),
  gofumpt: withOption("-w"),
  go: byVerb({
    fmt: (call) => withoutOption("-n")({ ...call, args: call.args.map((word) => word.replace(/\/?\.\.\.$/, "/")) }),
    fix: withoutOption("-diff"),
    get: manifest("go.mod go.sum"),
    mod: (call) => (/^(?:tidy|edit|init)$/.test(call.args[0] ?? "") ? manifest("go.mod go.sum")(call) : []),
  }),
  rustfmt: withoutOption("--check --emit --print-config", "--edition --config --config-path"),
  cargo: byVerb({
    fmt: withoutOption("--check", "-p --package --manifest-path"),
    fix: () => sweeping("cargo fix rewrites sources of the whole package"),
    clippy: ({ args }) => (args.includes("--fix") ? sweeping("it rewrites sources of the whole package") : []),
    add: manifest("Cargo.toml Cargo.lock"),
    remove: manifest("Cargo.toml Cargo.lock"),
    rm: manifest("Cargo.toml Cargo.lock"),
  }),
  black: withoutOption(
    "--check --diff -c --code",
    "-l --line-length -t --target-version --config --include --exclude -S",
  ),
  isort: withoutOption("-c --check --check-only --diff --stdout", "--profile --settings-path -l"),
  ruff: byVerb({
    check: withOption("--fix --fix-only", "--select --ignore --config --output-format --extend-select"),
    format: withoutOption("--check --diff", "--config --line-length --exclude"),
  }),
  autopep8: withOption("-i --in-place", "--max-line-length --ignore --select"),
  yapf: withOption("-i --in-place", "--style"),
  autoflake: withOption("-i --in-place"),
  pyupgrade: withoutOption("--check"),
  rubocop: withOption("-a -A --autocorrect --autocorrect-all --auto-correct", "-c --only --format -f"),
  "clang-format": withOption("-i", "-style"),
  shfmt: withOption("-w --write", "-i -ln"),
  dart: byVerb({ format: withoutOption("--output -o --set-exit-if-changed"), fix: withOption("--apply") }),
  deno: byVerb({ fmt: withoutOption("--check", "--config -c --ext"), lint: withOption("--fix") }),
  mix: byVerb({ format: withoutOption("--check-formatted --dry-run") }),
  zig: byVerb({ fmt: withoutOption("--check --stdin") }),
  dprint: byVerb({ fmt: withoutOption("--stdin --diff") }),
  swiftformat: withoutOption("--lint --dryrun"),
  "php-cs-fixer": byVerb({ fix: withoutOption("--dry-run") }),
  terraform: byVerb({ fmt: withoutOption("-check -check=true") }),
  npm: byVerb(npmVerbs),
  pnpm: byVerb({
    add: withPackages("package.json pnpm-lock.yaml"),
    remove: withPackages("package.json pnpm-lock.yaml"),
  }),
  yarn: byVerb({ add: withPackages("package.json yarn.lock"), remove: withPackages("package.json yarn.lock") }),
  bun: byVerb({ add: withPackages("package.json bun.lock"), remove: withPackages("package.json bun.lock") }),
};

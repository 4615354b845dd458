// Says which outputs stay whole whatever filters there are: those in which each line may be wanted.

import { orElse } from "../base/errors.ts";
import { askedFor } from "./asked-for.ts";
import type { PrintedLine, PrintingCommand } from "./printing-commands.ts";

/** Longer outputs are not looked at: code units. */
export const OUTPUT_LENGTH_MAX = 16 * 1024 * 1024;
/** Of an output that is no text, so many of a thousand characters are control characters. */
const CONTROLS_PER_MILLE = 20;
const LOOKED_AT = 16 * 1024;

interface Rule {
  readonly why: string;
  readonly applies: (command: PrintingCommand) => boolean;
}

/** Texts of differences: of git, in the unified form and in that with context. Colours may stand before them. */
const DIFF =
  /^(?:\x1b\[[\d;]*m)*(?:diff --(?:git|cc|combined) \S|(?:---|\*\*\*) \S.*\r?\n(?:\x1b\[[\d;]*m)*(?:\+\+\+|---) \S.*\r?\n(?:\x1b\[[\d;]*m)*(?:@@ -\d|\*{15}))/m;

const has = (command: PrintingCommand, option: RegExp) => command.words.slice(1).some((word) => option.test(word));
const isOneOf = (names: string) => {
  const set = new Set(names.split(" "));
  return (command: PrintingCommand) => set.has(command.words[0]!);
};

/** Programs that show text as it is. */
const isViewer = isOneOf("cat bat batcat nl tac head tail less more xxd hexdump od strings base64 view jless");
const isPrinter = isOneOf("sed awk gawk cut tr column fold fmt");
const isJsonTool = isOneOf("jq yq gojq jaq fx dasel xq tomlq json.tool");
const isSearch = isOneOf("grep egrep fgrep zgrep rg ripgrep ag ack ugrep ast-grep sg");
/** Programs that choose or put in order lines of what they get. */
const isChooser = isOneOf(
  "sed awk gawk cut tr column fold fmt grep egrep fgrep rg sort uniq nl tac rev head tail cat jq",
);
const isLister = isOneOf("ls tree du find wc cp mv rm mkdir");
/** Programs whose subcommands have subcommands. */
const hasVerbs = isOneOf("gh glab kubectl oc argocd prisma docker nix gcloud cargo alembic helm pulumi stack dvc");
const isManual = isOneOf("man info tldr help apropos whatis");
const isDiff = isOneOf("diff colordiff sdiff diff3 delta difft cmp patch interdiff wdiff");
/** Programs whose `-v` asks for more; of others it is a version, or an inversion. */
const isVerbose = isOneOf(
  "pytest py.test curl wget ssh scp rsync tar npm pnpm yarn cargo go pip pip3 uv make cmake ctest mypy ansible ansible-playbook unittest apt apt-get terraform helm kubectl gradle mvn ninja dotnet swift mocha jest vitest ffmpeg",
);

const RULES: readonly Rule[] = [
  { why: "an answer of helix itself", applies: isOneOf("helix") },
  {
    why: "help",
    applies: (command) => has(command, /^--help(?:-|=|$)/) || isManual(command) || isHelpWord(command),
  },
  {
    why: "JSON that was asked for",
    applies: (command) =>
      isJsonTool(command) ||
      has(command, /^--?(?:json|jsonl|ndjson)(?:$|=(?!false))/) ||
      asksForData(command) ||
      isApi(command),
  },
  { why: "a verbose output that was asked for", applies: asksForMore },
  { why: "a diff", applies: showsDiff },
  {
    why: "the text of a file",
    applies: (command) => command.from === null && (isViewer(command) || (isPrinter(command) && !isEditing(command))),
  },
];

/** Why an output stays whole by its command; null where it may be shortened. */
export function whyWholeCommand({ commands }: PrintedLine): string | null {
  const all = commands.flatMap(withSources);
  for (const { why, applies } of RULES) if (all.some(applies)) return why;
  for (const command of all) {
    const why = askedFor(command);
    if (why !== null) return why;
  }
  return null;
}

/** Why an output stays whole where no filter is for its command; null where it may be shortened. */
export function whyWholeUnfiltered({ commands }: PrintedLine): string | null {
  const isHere = (command: PrintingCommand) =>
    command.from === null && (isSearch(command) || (command.words[0] === "git" && command.words[1] === "grep"));
  return commands.flatMap(withSources).some(isHere) ? "a search" : null;
}

/** The command and those that it runs; of one that only chooses lines, those that they come from, too. */
function withSources(command: PrintingCommand): PrintingCommand[] {
  const sources = isChooser(command) && command.from !== null ? withSources(command.from) : [];
  return [command, ...command.inner.flatMap(withSources), ...sources];
}

/** Why an output stays whole by its text; null where it may be shortened. */
export function whyWholeText(text: string): string | null {
  if (text.length > OUTPUT_LENGTH_MAX) return `longer than ${OUTPUT_LENGTH_MAX / 1024 / 1024} MB`;
  const start = text.slice(0, LOOKED_AT);
  if (start.includes("\0")) return "no text";
  const controls = start.match(/[\u0001-\u0007\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0;
  if (controls * 1000 > start.length * CONTROLS_PER_MILLE) return "no text";
  return DIFF.test(text) ? "a diff" : null;
}

/** Whether the text is one value of JSON, as programs print it that were asked for one. */
export function isJsonText(text: string): boolean {
  return /^\s*[[{]/.test(text) && /[\]}]\s*$/.test(text.slice(-64)) && orElse(false, () => JSON.parse(text) !== null);
}

/** `git help log`, `npm help`, `go help build`, `-h` alone. */
function isHelpWord({ words }: PrintingCommand): boolean {
  return words[1] === "help" || (words.length <= 3 && words[words.length - 1] === "-h" && !hasOtherMeaning(words[0]!));
}

/** Programs whose `-h` shows sizes for people, leaves names out, or names a host. */
const hasOtherMeaning = (program: string) =>
  /^(?:df|du|dust|duf|ncdu|ls|ll|la|exa|eza|lsd|free|tree|sort|[ef]?grep|zgrep|chown|chgrp|touch|psql|mysql|redis-cli|zfs|zpool)$/.test(
    program,
  );

/** `gh api`, which prints JSON. */
function isApi({ words }: PrintingCommand): boolean {
  return (words[0] === "gh" || words[0] === "glab") && words[1] === "api";
}

/** `-o json`, `--format=json`, `--reporter json`, `-ojson`, `--output-format=jsonl`. */
function asksForData({ words }: PrintingCommand): boolean {
  return words.some((word, at) => {
    if (FORMAT_OPTION.test(word) && isDataFormat(word, words[at + 1] ?? "")) return true;
    const [option = "", value] = word.startsWith("--") ? word.split("=", 2) : [word.slice(0, 2), word.slice(2)];
    return value !== undefined && value !== "" && FORMAT_OPTION.test(option) && isDataFormat(option, value);
  });
}

function isDataFormat(option: string, value: string): boolean {
  const isFile = FILE_NAME.test(value) || (!option.startsWith("--") && value.includes("_"));
  return DATA_FORMAT.test(value) && !isFile;
}

const FORMAT_OPTION =
  /^(?:-[ofF]|--(?:format(?:ters?)?|output|(?:out-?|output-?|message-?|error-?|log-?|report-?|display-?)format|(?:test-?)?reporters?|report|out|template))$/i;
/** A file's name is no format: that one is written, or read. */
const FILE_NAME = /\.(?:jsonl?|ya?ml|xml|csv|tsv|toml|sarif)$|^[^{]*\//;
const DATA_FORMAT = /json|yaml|(?<!jest-)\b(?:xml|csv|tsv|toml|sarif|junit|checkstyle|go-template|custom-columns)\b/i;

function asksForMore(command: PrintingCommand): boolean {
  if (has(command, /^--?(?:(?:trace|explain)-?resolution|(?:extended-?)?diagnostics)$/i)) return true;
  if (has(command, /^--(?:verbose|debug|trace|loglevel=(?:verbose|silly)|log-level=(?:debug|trace))(?:=(?!false)|$)/))
    return true;
  if (/^(?:mvnw?|mvnd)$/.test(command.words[0]!) && has(command, /^-X$/)) return true;
  if (/^gradlew?$/.test(command.words[0]!) && has(command, /^-(?:[id]|-info)$/)) return true;
  return isVerbose(command) && has(command, /^-v{1,4}$/);
}

function showsDiff(command: PrintingCommand): boolean {
  const [program, verb] = command.words;
  if (isDiff(command)) return program !== "patch";
  if (has(command, /^--?(?:show-)?diff(?:=|$)/)) return true;
  if (verb === "diff") return !isSearch(command) && !isLister(command);
  if (command.words[2] === "diff" && hasVerbs(command)) return true;
  if (/^(?:gofmt|gofumpt|goimports|shfmt|yapf|autopep8)$/.test(program!)) return has(command, /^-[a-z]*d$/);
  if (/^ansible(?:-playbook|-pull)?$/.test(program!)) return has(command, /^-D$/);
  if (!/^(?:git|jj|hg|svn|gh|glab|sl)$/.test(program!)) return false;
  if (/^(?:show|format-patch|range-diff|interdiff|blame|annotate|cat-file)$/.test(verb ?? "")) return true;
  return (
    /^(?:log|stash|reflog|add|whatchanged|evolog)$/.test(verb ?? "") &&
    has(command, /^(?:-p|-u|--patch|-U\d+|--unified.*|-L.*|-G.*|-S.*)$/)
  );
}

/** Whether a printing program changes files instead. */
function isEditing(command: PrintingCommand): boolean {
  return has(command, /^(?:-i.*|--in-place.*)$/);
}

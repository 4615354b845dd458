// Says which outputs stay whole whatever filters there are: those in which each line may be wanted.

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

const has = (command: PrintingCommand, option: RegExp) => command.words.slice(1).some((word) => option.test(word));
const isOneOf = (names: string) => {
  const set = new Set(names.split(" "));
  return (command: PrintingCommand) => set.has(command.words[0]!);
};

/** Programs that show text as it is. */
const isViewer = isOneOf("cat bat batcat nl tac head tail less more xxd hexdump od strings base64 view jless");
const isPrinter = isOneOf("sed awk gawk cut tr column fold fmt");
const isJsonTool = isOneOf("jq yq gojq jaq fx dasel xq tomlq");
const isManual = isOneOf("man info tldr help apropos whatis");
const isDiff = isOneOf("diff colordiff sdiff diff3 delta difft cmp patch interdiff wdiff");
/** Programs whose `-v` asks for more; of others it is a version, or an inversion. */
const isVerbose = isOneOf(
  "pytest py.test curl wget ssh scp rsync tar npm pnpm yarn cargo go pip pip3 uv docker make cmake ctest mypy ansible ansible-playbook unittest apt apt-get terraform helm kubectl gradle mvn ninja dotnet swift mocha jest vitest ffmpeg",
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
      isJsonTool(command) || has(command, /^--?(?:json|jsonl|ndjson)(?:$|=(?!false))/) || asksForData(command),
  },
  { why: "a verbose output that was asked for", applies: asksForMore },
  { why: "a diff", applies: showsDiff },
  {
    why: "the text of a file",
    applies: (command) => !command.isPiped && (isViewer(command) || (isPrinter(command) && !isEditing(command))),
  },
];

/** Why an output stays whole by its command; null where it may be shortened. */
export function whyWholeCommand({ commands }: PrintedLine): string | null {
  for (const { why, applies } of RULES) if (commands.some(applies)) return why;
  return null;
}

/** Why an output stays whole by its text; null where it may be shortened. */
export function whyWholeText(text: string): string | null {
  if (text.length > OUTPUT_LENGTH_MAX) return `longer than ${OUTPUT_LENGTH_MAX / 1024 / 1024} MB`;
  const start = text.slice(0, LOOKED_AT);
  if (start.includes("\0")) return "no text";
  const controls = start.match(/[\u0001-\u0007\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0;
  return controls * 1000 > start.length * CONTROLS_PER_MILLE ? "no text" : null;
}

/** `git help log`, `npm help`, `go help build`, `-h` alone. */
function isHelpWord({ words }: PrintingCommand): boolean {
  return (
    words[1] === "help" ||
    (words.length <= 3 && words[words.length - 1] === "-h" && !/^(?:df|du|ls|free)$/.test(words[0]!))
  );
}

/** `-o json`, `--format=json`, `--reporter json`, `-ojson`, `--output-format=jsonl`. */
function asksForData({ words }: PrintingCommand): boolean {
  return words.some((word, at) => {
    const isOption = /^(?:-o|-f|-F|--(?:format|output|output-format|reporter|message-format|log-format|out))$/.test(
      word,
    );
    if (isOption && isDataFormat(words[at + 1] ?? "")) return true;
    const value = /^(?:-o=?|--(?:format|output|output-format|reporter|message-format|log-format|out)=)(.+)$/.exec(word);
    return value !== null && isDataFormat(value[1]!);
  });
}

function isDataFormat(value: string): boolean {
  return /^(?:json|jsonl|ndjson|json-\w+|yaml|xml|csv|tsv|sarif|jsonpath.*|go-template.*|custom-columns.*)$/i.test(
    value,
  );
}

function asksForMore(command: PrintingCommand): boolean {
  if (has(command, /^--(?:verbose|debug|trace|loglevel=(?:verbose|silly)|log-level=(?:debug|trace))(?:=(?!false)|$)/))
    return true;
  return isVerbose(command) && has(command, /^-v{1,4}$/);
}

function showsDiff(command: PrintingCommand): boolean {
  const [program, verb] = command.words;
  if (isDiff(command)) return program !== "patch";
  if (!/^(?:git|jj|hg|svn|gh|glab|sl)$/.test(program!)) return false;
  if (/^(?:diff|show|format-patch|range-diff|interdiff|blame|annotate|cat-file)$/.test(verb ?? "")) return true;
  if (/^(?:pr|mr)$/.test(verb ?? "")) return command.words[2] === "diff";
  return (
    /^(?:log|stash|reflog|add|whatchanged|evolog)$/.test(verb ?? "") &&
    has(command, /^(?:-p|-u|--patch|-U\d+|--unified.*|-L.*|-G.*|-S.*)$/)
  );
}

/** Whether a printing program changes files instead. */
function isEditing(command: PrintingCommand): boolean {
  return has(command, /^(?:-i.*|--in-place.*)$/);
}

// The arguments of `npm run quality`: which sets, which queries of them, which binaries. Pure, so that a wrong argument
// is refused before anything is built or measured.

import { ArgumentError } from "../bench/arguments.ts";
import type { QueryChoice } from "./judged-set.ts";

/** What is measured: judged sets, or one of the sets that are about something else than searching. */
export type Subject =
  | "sets"
  | "hooks"
  | "pointers"
  | "dated"
  | "code"
  | "code-lines"
  | "symbols"
  | "references"
  | "lessons"
  | "outputs"
  | "lift";

/** What a run was asked for. */
export interface QualityRequest {
  readonly subject: Subject;
  /** Folders of judged sets. */
  readonly folders: readonly string[];
  /** Git repositories that sets are made of. */
  readonly repositories: readonly string[];
  /** Git repositories whose code is asked for. */
  readonly code: readonly string[];
  /** Git repositories whose files are cut into chunks, to see that no line is lost. */
  readonly codeLines: readonly string[];
  /** Clones, or folders of clones, with the files whose symbols are known. */
  readonly symbols: readonly string[];
  /** Git repositories whose callers of functions are compared with a compiler's. */
  readonly references: readonly string[];
  /** Git repositories whose failures come back, to see what judged lessons are worth. */
  readonly lessons: readonly string[];
  /** Files and folders of recorded outputs. */
  readonly outputs: readonly string[];
  /** The file that gets the drawing of `--lift`; null for none. */
  readonly svg: string | null;
  /** The revision whose files are the documents; null: half way through the history. */
  readonly revision: string | null;
  readonly choice: QueryChoice;
  /** A binary other than dist/helix, which is then not built. */
  readonly binary: string | null;
  /** A binary to compare with. */
  readonly against: string | null;
  /** With `code`: whether packed answers are measured instead of rankings. */
  readonly context: boolean;
  readonly peers: boolean;
  readonly json: boolean;
}

const SEED = 7;
/** So many questions about the code of a repository are asked, unless told otherwise. */
export const CODE_QUESTIONS = 200;
/** So many functions of a repository are asked for their callers, unless told otherwise. */
export const REFERENCE_FUNCTIONS = 100;

export const HELP = `npm run quality [-- DIR... OPTION...]: measures how well helix finds things

  DIR...             judged sets: folders with corpus.jsonl, queries.jsonl and qrels.tsv (default: a set of this project's own history)
  --git PATH[,PATH]  sets made of git repositories: subjects of commits, and the files that they touched
  --code PATH[,PATH] how well the code of git repositories is found, files and functions, from later commits
  --context          with --code: what answers of 1,200, 2,500 and 5,000 tokens hold, instead of rankings
  --code-lines PATH[,PATH]  whether the chunks of every file of git repositories are all its lines, none twice, and
                     definitions end where the parser says (at HEAD)
  --symbols PATH[,PATH]  whether the definitions in ten files of each language are found; clones, or a folder of them
  --references PATH[,PATH]  callers of functions of git repositories, against a compiler or a language server (at HEAD)
  --lessons PATH[,PATH]  failures that come back in the histories of git repositories: what judgements do to the places of
                     the lessons that help, and of those that mislead
  --outputs PATH[,PATH]  recorded outputs of commands: how much shorter, whether errors stay and originals come back
  --lift             whether the intervals of helix lift hold in made-up worlds, with a look after every session
  --svg FILE         with --lift: draws them
  --at REVISION      the revision whose files are the documents (default: half way through the history; with --code as
                     late as leaves enough questions)
  --hooks            what hooks put in front of an assistant, and where they should be silent
  --hooks --code PATH[,PATH]  which prompts get pointers to code, and whether they are right: later commits as prompts,
                     and prompts that need no code
  --dated            old notes that hold against new ones that do not
  --queries N        at most N queries of each set (with --code the first N, default ${CODE_QUESTIONS}; with --references
                     functions, default ${REFERENCE_FUNCTIONS}; with --lift worlds, default 2000)
  --seed N           draws them, and the lots of the test (default ${SEED})
  --split NAME       only queries of the split tune or report, where a set says which they are; with --hooks --code of
                     the prompts that need no code
  --binary PATH      measures that program instead of building dist/helix
  --against PATH     measures that program too, and says whether the difference can be chance
  --no-peers         leaves out the other systems
  --json             prints everything as JSON
  --help

docs/QUALITY.md says what the figures mean.`;

/** Reads the arguments; null asks for help. Throws ArgumentError naming the one that is wrong. */
export function parseArguments(words: readonly string[]): QualityRequest | null {
  if (words.includes("--help") || words.includes("-h")) return null;
  const folders: string[] = [];
  const values = new Map<string, string>();
  const flags = new Set<string>();
  for (let at = 0; at < words.length; at++) {
    const [name, ...inline] = words[at]!.split("=");
    if (name! in VALUES) {
      const value = inline.length > 0 ? inline.join("=") : words[++at];
      if (value === undefined || value === "" || value.startsWith("--")) throw wrongValue(name!);
      values.set(name!, value);
    } else if (FLAGS.has(words[at]!)) flags.add(words[at]!);
    else if (words[at]!.startsWith("-")) throw unknown(words[at]!);
    else folders.push(words[at]!);
  }
  const repositories = (values.get("--git") ?? "").split(",").filter(Boolean);
  const subject = subjectOf(values, flags);
  if (flags.has("--context") && subject !== "code") {
    throw new ArgumentError("--context is about code, e.g. npm run quality -- --code ../repository --context");
  }
  if (flags.has("--context") && values.has("--against")) {
    throw new ArgumentError("--context measures one binary, so run it twice, e.g. --context --binary ../before/helix");
  }
  if (values.has("--svg") && subject !== "lift") {
    throw new ArgumentError("--svg draws what --lift measures, e.g. npm run quality -- --lift --svg docs/lift.svg");
  }
  if (subject !== "sets") checkAlone(subject, folders, values, flags);
  return {
    subject,
    folders,
    repositories,
    code: (values.get("--code") ?? "").split(",").filter(Boolean),
    references: (values.get("--references") ?? "").split(",").filter(Boolean),
    lessons: (values.get("--lessons") ?? "").split(",").filter(Boolean),
    outputs: (values.get("--outputs") ?? "").split(",").filter(Boolean),
    svg: values.get("--svg") ?? null,
    codeLines: (values.get("--code-lines") ?? "").split(",").filter(Boolean),
    symbols: (values.get("--symbols") ?? "").split(",").filter(Boolean),
    revision: values.get("--at") ?? null,
    choice: {
      queries: wholeNumber(values, "--queries", 1),
      seed: wholeNumber(values, "--seed", 0) ?? SEED,
      split: splitOf(values),
    },
    binary: values.get("--binary") ?? null,
    against: values.get("--against") ?? null,
    context: flags.has("--context"),
    peers: !flags.has("--no-peers"),
    json: flags.has("--json"),
  };
}

/** The options that take a value, with an example of one. */
const VALUES: Readonly<Record<string, string>> = {
  "--git": "--git ../repository",
  "--code": "--code ../repository",
  "--code-lines": "--code-lines ../repository",
  "--symbols": "--symbols ../clones",
  "--references": "--references ../repository",
  "--lessons": "--lessons ../repository",
  "--outputs": "--outputs ../recordings",
  "--svg": "--lift --svg docs/lift.svg",
  "--at": "--at v1.2.0",
  "--queries": "--queries 100",
  "--seed": "--seed 7",
  "--split": "--split tune",
  "--binary": "--binary dist/helix",
  "--against": "--against ../before/helix",
};
const FLAGS = new Set(["--hooks", "--dated", "--lift", "--context", "--no-peers", "--json"]);
/** What goes with a subject besides its own option. */
const GOES_WITH: Readonly<Record<Exclude<Subject, "sets">, ReadonlySet<string>>> = {
  pointers: new Set(["--hooks", "--code", "--binary", "--against", "--at", "--queries", "--split", "--json"]),
  hooks: new Set(["--hooks", "--binary", "--against", "--seed", "--json"]),
  dated: new Set(["--dated", "--binary", "--against", "--seed", "--json"]),
  code: new Set(["--code", "--context", "--binary", "--against", "--at", "--queries", "--no-peers", "--json"]),
  "code-lines": new Set(["--code-lines", "--at", "--json"]),
  symbols: new Set(["--symbols", "--json"]),
  lessons: new Set(["--lessons", "--seed", "--json"]),
  lift: new Set(["--lift", "--svg", "--queries", "--seed", "--json"]),
  outputs: new Set(["--outputs", "--binary", "--queries", "--json"]),
  references: new Set(["--references", "--binary", "--queries", "--seed", "--json"]),
};

function subjectOf(values: ReadonlyMap<string, string>, flags: ReadonlySet<string>): Subject {
  if (values.has("--code")) return flags.has("--hooks") ? "pointers" : "code";
  if (values.has("--code-lines")) return "code-lines";
  if (values.has("--symbols")) return "symbols";
  if (values.has("--references")) return "references";
  if (values.has("--lessons")) return "lessons";
  if (values.has("--outputs")) return "outputs";
  if (flags.has("--lift")) return "lift";
  return flags.has("--hooks") ? "hooks" : flags.has("--dated") ? "dated" : "sets";
}

/** The sets of hooks, of dated notes and of code stand for themselves. */
function checkAlone(
  subject: Exclude<Subject, "sets">,
  folders: readonly string[],
  values: ReadonlyMap<string, string>,
  flags: ReadonlySet<string>,
): void {
  const other = [...folders, ...values.keys(), ...flags].find((word) => !GOES_WITH[subject].has(word));
  if (other === undefined) return;
  const name = subject === "pointers" ? "--hooks --code" : `--${subject}`;
  const example = subject === "pointers" ? "--hooks --code ../repository" : (VALUES[name] ?? name);
  throw new ArgumentError(
    `${name} is a set of its own, ${other} does not go with it, e.g. npm run quality -- ${example}`,
  );
}

function splitOf(values: ReadonlyMap<string, string>): "tune" | "report" | null {
  const split = values.get("--split") ?? null;
  if (split === null || split === "tune" || split === "report") return split;
  throw wrongValue("--split");
}

function wholeNumber(values: ReadonlyMap<string, string>, name: string, least: number): number | null {
  const value = values.get(name);
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value) && Number(value) >= least) return Number(value);
  throw wrongValue(name);
}

function wrongValue(name: string): ArgumentError {
  return new ArgumentError(`${name} is not accepted so: give e.g. ${VALUES[name]}`);
}

function unknown(word: string): ArgumentError {
  return new ArgumentError(
    `there is no option ${word}: give folders of judged sets, or an option of --help, e.g. --queries 100`,
  );
}

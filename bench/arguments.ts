// The arguments of `npm run bench`: what is to be measured, or what is to be made of runs that were stored. Pure, so
// that a wrong argument is refused before anything is built or measured.

/** What a run measures. */
export interface MeasureRequest {
  readonly kind: "measure";
  /** Numbers of entries, ascending, each once. */
  readonly sizes: readonly number[];
  /** Fewer samples and no peers or microbenchmarks: for a look, not for a table. */
  readonly quick: boolean;
  /** Only the microbenchmarks. */
  readonly microOnly: boolean;
  readonly peers: boolean;
  /** Whether the run is stored under bench/runs/. */
  readonly keep: boolean;
  /** A binary other than dist/helix, which is then not built. */
  readonly binary: string | null;
  /** A binary that is measured in turn with it, and nothing else then; null for none. */
  readonly against: string | null;
}

/** What a run of the bench was asked for. */
export type Request =
  | MeasureRequest
  | { readonly kind: "help" }
  | { readonly kind: "plot"; readonly runs: readonly string[] }
  | { readonly kind: "table"; readonly run: string };

/** An argument that is not accepted; the message is one line. */
export class ArgumentError extends Error {}

export const DEFAULT_SIZES = [1_000, 50_000] as const;
export const ALL_SIZES = [1_000, 10_000, 50_000, 100_000, 1_000_000] as const;
const QUICK_SIZES = [1_000, 10_000] as const;
const MILLION = 1_000_000;
/** A knowledge base of fewer has too few words to search for; one of more does not fit into a log of 4 GiB. */
const SIZE_MIN = 100;
const SIZE_MAX = 5_000_000;

export const HELP = `npm run bench [-- SIZE... OPTION...]: measures helix and prints the table of its aims

  SIZE...            numbers of notes (default 1000 50000)
  --all              1000, 10000, 50000, 100000 and 1000000 notes
  --million          1000000 notes, beside the sizes given or the default ones
  --quick            below a minute: 1000 and 10000 notes, few samples, no peers, no microbenchmarks
  --micro            only the microbenchmarks, with the largest size
  --no-peers         leaves out the peers
  --keep             stores the run under bench/runs/
  --binary PATH      measures that program instead of building dist/helix
  --against PATH     measures that program in turn with helix, row by row, and prints the ratios
  --code [LINES]     code instead of notes: a tree of so many lines (default 1200000), beside FTS5 and grep
  --code-files [FILES]  a tree of so many small files, whose names repeat (default 50000); with --against both programs
  --code-growth [LINES...]  the same with several sizes, shorter (default 10000 100000 1000000 5000000)
  --tree PATH        with these: a copy of that git repository instead of a made-up tree, cut or multiplied to LINES
  --plot [RUN.json]  makes docs/growth.svg and docs/code-growth.svg of stored runs (default: all under bench/runs/)
  --table RUN.json   prints the tables of a stored run as Markdown
  --help`;

/** Reads the arguments. Throws ArgumentError naming the one that is wrong. */
export function parseArguments(words: readonly string[]): Request {
  if (words.includes("--help") || words.includes("-h")) return { kind: "help" };
  if (words[0] === "--plot" || words[0] === "--table") return reportRequest(words[0], words.slice(1));
  const sizes = new Set<number>();
  const flags = new Set<string>();
  const programs = new Map<string, string>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word === "--binary" || word === "--against") programs.set(word, valueBehind(words, at++));
    else if (FLAGS.has(word)) flags.add(word);
    else sizes.add(sizeOf(word));
  }
  if (flags.has("--all")) for (const size of ALL_SIZES) sizes.add(size);
  const quick = flags.has("--quick");
  if (flags.has("--keep") && (quick || flags.has("--micro"))) {
    throw new ArgumentError(
      "--keep stores whole runs, so it goes neither with --quick nor with --micro, e.g. npm run bench -- 1000 --keep",
    );
  }
  const alone = ["--keep", "--micro"].find((flag) => flags.has(flag));
  if (programs.has("--against") && alone !== undefined) {
    throw new ArgumentError(
      `--against compares two programs and nothing else, so it does not go with ${alone}, e.g. npm run bench -- 50000 --against ../before/helix`,
    );
  }
  if (sizes.size === 0) for (const size of quick ? QUICK_SIZES : DEFAULT_SIZES) sizes.add(size);
  if (flags.has("--million")) sizes.add(MILLION);
  return {
    kind: "measure",
    sizes: [...sizes].sort((a, b) => a - b),
    quick,
    microOnly: flags.has("--micro"),
    peers: !quick && !flags.has("--no-peers"),
    keep: flags.has("--keep"),
    binary: programs.get("--binary") ?? null,
    against: programs.get("--against") ?? null,
  };
}

const FLAGS = new Set(["--all", "--million", "--quick", "--micro", "--no-peers", "--keep"]);

function reportRequest(option: string, files: readonly string[]): Request {
  const wrong = files.find((file) => !file.endsWith(".json"));
  if (wrong !== undefined) {
    throw new ArgumentError(
      `${option} takes stored runs, not ${wrong}, e.g. ${option} bench/runs/2026-11-21-1000.json`,
    );
  }
  if (option === "--plot") return { kind: "plot", runs: files };
  if (files.length !== 1) {
    throw new ArgumentError(`--table takes one stored run, e.g. --table bench/runs/2026-11-21-1000.json`);
  }
  return { kind: "table", run: files[0]! };
}

function valueBehind(words: readonly string[], at: number): string {
  const value = words[at + 1];
  if (value === undefined || value.startsWith("--"))
    throw new ArgumentError(`${words[at]} takes the path of a program, e.g. ${words[at]} dist/helix`);
  return value;
}

function sizeOf(word: string): number {
  const size = /^\d[\d_,]*$/.test(word) ? Number(word.replace(/[_,]/g, "")) : Number.NaN;
  if (size >= SIZE_MIN && size <= SIZE_MAX) return size;
  throw new ArgumentError(
    `${word} is not accepted: give numbers of notes from ${SIZE_MIN} to ${SIZE_MAX}, or an option of --help, e.g. npm run bench -- 1000 50000 --keep`,
  );
}

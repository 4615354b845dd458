// One output filter as plain data, and the keys by which files spell it. The keys are those of RTK, whose files load
// unchanged, and a few of helix's own. docs/FILTERS.md tells what each does.

/** Where a filter comes from. Of two with one name, the first of this list counts. */
export const FILTER_SOURCES = ["project", "user", "bundled"] as const;
export type FilterSource = (typeof FILTER_SOURCES)[number];

/** A substitution in each line. */
export interface Replacement {
  readonly pattern: string;
  /** `$1` and `${name}` stand for groups. */
  readonly replacement: string;
}

/** An output that a message can stand for. */
export interface OutputRule {
  readonly pattern: string;
  readonly message: string;
  /** The rule does not count where this matches, too. */
  readonly unless: string | null;
}

/** Lines of one kind behind each other, of which only some stay. */
export interface RunRule {
  readonly pattern: string;
  /** So many of a run's first lines stay. */
  readonly keep: number;
  /** So many of its last lines stay. */
  readonly last: number;
  /** The rule counts for outputs of more lines than this. */
  readonly above: number;
  /** Its first group names what the lines left out are counted by, such as their folder; null for one count. */
  readonly group: string | null;
}

/** A case that stands in the filter's own file. */
export interface InlineTest {
  readonly filter: string;
  /** The file that it stands in. */
  readonly file: string;
  readonly name: string;
  readonly input: string;
  readonly expected: string;
}

/** A filter. Expressions are text here: they are compiled when they are needed (expressions.ts). */
export interface FilterDefinition {
  readonly name: string;
  readonly source: FilterSource;
  /** The file as a reader may be told of it. */
  readonly file: string;
  readonly matchCommand: string;
  readonly description: string;
  /** The filter does not apply to an output in which this matches; null for none. */
  readonly unless: string | null;
  /** What happens to the output of a command that failed. */
  readonly onFailure: "whole" | "filter";
  /** The outputs of these commands stay as they are. */
  readonly isWhole: boolean;
  /** The commands run other programs: lines that the filter does not name are theirs. */
  readonly runsPrograms: boolean;
  readonly stripAnsi: boolean;
  readonly replace: readonly Replacement[];
  readonly matchOutput: readonly OutputRule[];
  readonly json: boolean;
  readonly stripLines: readonly string[];
  readonly keepLines: readonly string[];
  readonly priorityLines: readonly string[];
  /** Lines that have no priority, whatever words they have: names and texts that were asked for. */
  readonly ordinaryLines: readonly string[];
  readonly shortenRuns: readonly RunRule[];
  readonly dedupeLines: boolean;
  readonly dedupeBlocks: boolean;
  readonly truncateLinesAt: number | null;
  readonly headLines: number | null;
  readonly tailLines: number | null;
  readonly maxLines: number | null;
  readonly onEmpty: string | null;
  /** RTK's: read and shown. helix always sees both streams. */
  readonly filterStderr: boolean;
}

/** What a key's value is. */
export type KeyKind =
  | "text"
  | "expression"
  | "expressions"
  | "flag"
  | "count"
  | "choice"
  | "replacements"
  | "rules"
  | "runs";

interface FilterKey {
  readonly field: Exclude<keyof FilterDefinition, "name" | "source" | "file">;
  readonly kind: KeyKind;
  readonly example: string;
  readonly choices?: readonly string[];
}

/** The keys of a filter, in the order in which the pipeline uses them. */
export const FILTER_KEYS: Readonly<Record<string, FilterKey>> = {
  match_command: { field: "matchCommand", kind: "expression", example: 'match_command = "^make\\\\b"' },
  description: { field: "description", kind: "text", example: 'description = "make without its folders"' },
  unless: { field: "unless", kind: "expression", example: 'unless = "^usage:"' },
  on_failure: {
    field: "onFailure",
    kind: "choice",
    choices: ["whole", "filter"],
    example: 'on_failure = "filter"',
  },
  whole: { field: "isWhole", kind: "flag", example: "whole = true" },
  runs_programs: { field: "runsPrograms", kind: "flag", example: "runs_programs = true" },
  filter_stderr: { field: "filterStderr", kind: "flag", example: "filter_stderr = true" },
  strip_ansi: { field: "stripAnsi", kind: "flag", example: "strip_ansi = true" },
  replace: {
    field: "replace",
    kind: "replacements",
    example: 'replace = [{ pattern = "^\\\\d+ms ", replacement = "" }]',
  },
  match_output: {
    field: "matchOutput",
    kind: "rules",
    example: 'match_output = [{ pattern = "up to date", message = "up to date", unless = "error" }]',
  },
  json: { field: "json", kind: "flag", example: "json = true" },
  strip_lines_matching: {
    field: "stripLines",
    kind: "expressions",
    example: 'strip_lines_matching = ["^\\\\s*$", "^Downloading "]',
  },
  keep_lines_matching: {
    field: "keepLines",
    kind: "expressions",
    example: 'keep_lines_matching = ["^Installed ", "^Total"]',
  },
  priority_lines: { field: "priorityLines", kind: "expressions", example: 'priority_lines = ["^deprecated:"]' },
  ordinary_lines: { field: "ordinaryLines", kind: "expressions", example: 'ordinary_lines = ["^    "]' },
  dedupe_lines: { field: "dedupeLines", kind: "flag", example: "dedupe_lines = true" },
  dedupe_blocks: { field: "dedupeBlocks", kind: "flag", example: "dedupe_blocks = true" },
  shorten_runs: {
    field: "shortenRuns",
    kind: "runs",
    example: 'shorten_runs = [{ pattern = "^Compiling ", keep = 2 }]',
  },
  truncate_lines_at: { field: "truncateLinesAt", kind: "count", example: "truncate_lines_at = 200" },
  head_lines: { field: "headLines", kind: "count", example: "head_lines = 20" },
  tail_lines: { field: "tailLines", kind: "count", example: "tail_lines = 20" },
  max_lines: { field: "maxLines", kind: "count", example: "max_lines = 50" },
  on_empty: { field: "onEmpty", kind: "text", example: 'on_empty = "make: ok"' },
};

/** A filter that does nothing but match commands. */
export function emptyFilter(name: string, source: FilterSource, file: string): FilterDefinition {
  return {
    name,
    source,
    file,
    matchCommand: "",
    description: "",
    unless: null,
    onFailure: "whole",
    isWhole: false,
    runsPrograms: false,
    stripAnsi: true,
    replace: [],
    matchOutput: [],
    json: false,
    stripLines: [],
    keepLines: [],
    priorityLines: [],
    ordinaryLines: [],
    shortenRuns: [],
    dedupeLines: false,
    dedupeBlocks: false,
    truncateLinesAt: null,
    headLines: null,
    tailLines: null,
    maxLines: null,
    onEmpty: null,
    filterStderr: false,
  };
}

/** Every expression of a filter, with the key that it stands under. */
export function expressionsOf(filter: FilterDefinition): { key: string; pattern: string }[] {
  const lists = {
    match_command: [filter.matchCommand],
    unless: filter.unless === null ? [] : [filter.unless],
    replace: filter.replace.map(({ pattern }) => pattern),
    match_output: filter.matchOutput.flatMap(({ pattern, unless }) => [pattern, ...(unless === null ? [] : [unless])]),
    strip_lines_matching: filter.stripLines,
    keep_lines_matching: filter.keepLines,
    priority_lines: filter.priorityLines,
    ordinary_lines: filter.ordinaryLines,
    shorten_runs: filter.shortenRuns.flatMap(({ pattern, group }) => [pattern, ...(group === null ? [] : [group])]),
  };
  return Object.entries(lists).flatMap(([key, patterns]) => patterns.map((pattern) => ({ key, pattern })));
}

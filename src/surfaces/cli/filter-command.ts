// `helix filter list|active|show|test|trust|new`: the filters for outputs of commands.

import type { Answer } from "../../base/answer.ts";
import { invalid } from "../../base/errors.ts";
import { expressionProblems } from "../../filters/filter-check.ts";
import { FILTER_KEYS, type FilterDefinition } from "../../filters/filter-definition.ts";
import type { FilterSet, ListedFilter } from "../../filters/filter-set.ts";
import { whyWholeCommand, whyWholeUnfiltered } from "../../filters/policy.ts";
import { printedLine } from "../../filters/printing-commands.ts";
import { type Command, directoryOf, type ParsedValues } from "./command.ts";
import type { FilterActiveData, FilterListData, FilterShowData } from "./data/filters.ts";
import { filterNamed, filtersHere, needed, problemLines, problemsOf } from "./filters-here.ts";

const ACTIONS = ["list", "active", "show", "test", "trust", "new"] as const;
type Action = (typeof ACTIONS)[number];
/** The options of each action, and an example of a call. */
const CALLS: Readonly<Record<Action, { options: readonly string[]; words: number; example: string }>> = {
  list: { options: [], words: 0, example: "helix filter list" },
  active: { options: [], words: 1, example: 'helix filter active "git log"' },
  show: { options: [], words: 1, example: "helix filter show git-log" },
  test: { options: ["command", "from", "key", "failed"], words: 1, example: 'helix filter test --command "git log"' },
  trust: { options: ["forget"], words: 1, example: "helix filter trust" },
  new: {
    options: ["command", "from", "key"],
    words: 1,
    example: "helix filter new deploy --command ./deploy.sh --from deploy.log",
  },
};
const OPTIONS = {
  command: { type: "string", description: "test, new: the command line that printed the output", valueHint: "CMD" },
  from: {
    type: "string",
    description: "test, new: the output, in a file (test: else standard input)",
    valueHint: "FILE",
  },
  key: { type: "string", description: "test, new: the output that is kept under this key", valueHint: "KEY" },
  failed: { type: "boolean", description: "test: the command failed" },
  forget: { type: "boolean", description: "trust: take the trust back" },
} as const;

export const filterCommand: Command = {
  arguments: {
    action: { type: "positional", description: ACTIONS.join(", "), isOptional: true, choices: ACTIONS },
    subject: {
      type: "positional",
      description: "active: a command line; show, new: a filter's name; test: that, or a file; trust: a file",
      isOptional: true,
    },
    ...OPTIONS,
  },
  async run(values) {
    const action = actionOf(values);
    const subject = values._[1];
    const directory = directoryOf(values);
    if (action === "test") return (await import("./filter-test.ts")).testFilters(values, directory, subject);
    if (action === "trust") return (await import("./filter-trust.ts")).trustFilters(values, directory, subject);
    if (action === "new") return (await import("./filter-new.ts")).newFilter(values, directory, subject);
    const filters = filtersHere(directory);
    if (action === "show") return show(filters, needed(subject, "show", "a NAME", CALLS.show.example));
    return action === "active"
      ? active(filters, needed(subject, "active", "a COMMAND line", CALLS.active.example))
      : list(filters);
  },
};

function actionOf(values: ParsedValues): Action {
  const [word, ...rest] = values._;
  const action = ACTIONS.find((each) => each === word);
  if (action === undefined) {
    const what = word === undefined ? "helix filter needs an action" : `${JSON.stringify(word)} is no action`;
    throw invalid(`${what}: ${ACTIONS.join(", ")}, e.g. helix filter list`);
  }
  const { options, words, example } = CALLS[action];
  if (rest.length > words)
    throw invalid(
      `helix filter ${action} takes no word ${JSON.stringify(rest[words])}, e.g. ${example} (quote a command line)`,
    );
  for (const option of Object.keys(OPTIONS)) {
    if (values[option] === undefined || values[option] === false || options.includes(option)) continue;
    const accepted = options.map((name) => `--${name}`).join(", ") || "--json only";
    throw invalid(`helix filter ${action} has no option --${option}; it has: ${accepted}, e.g. ${example}`);
  }
  return action;
}

function list(filters: FilterSet): Answer {
  const listed = filters.list();
  const problems = problemsOf(filters);
  const width = Math.max(0, ...listed.map(({ filter }) => filter.name.length));
  const lines = listed.map(({ filter, isOverridden }) => {
    const { name, source, file, description, matchCommand } = filter;
    const from = source === "bundled" ? source : `${source}, ${file}`;
    return `${name.padEnd(width)}  ${description || matchCommand} (${from}${isOverridden ? "; overridden" : ""})`;
  });
  return {
    found: listed.length > 0,
    text: () => [...(lines.length > 0 ? lines : ["no filters"]), ...problemLines(problems)].join("\n"),
    data: (): FilterListData => ({ filters: listed.map(filterData), problems }),
  };
}

function active(filters: FilterSet, command: string): Answer {
  const line = printedLine(command);
  const filter = filters.findFor(line);
  const whole =
    whyWholeCommand(line) ??
    (filter === null ? whyWholeUnfiltered(line) : filter.isWhole ? `the filter ${filter.name} says so` : null);
  const problems = problemsOf(filters);
  const programs = line.commands.map(({ program }) => program);
  const what = programs.length === 0 ? "no command whose output is seen" : programs.join(", ");
  const done =
    whole !== null
      ? `its output stays whole: ${whole}`
      : filter !== null
        ? `the filter ${filter.name} (${filter.source}, ${filter.file})`
        : "no filter: the built-in shortening";
  return {
    found: true,
    text: () => [`${what}: ${done}`, ...problemLines(problems)].join("\n"),
    data: (): FilterActiveData => ({
      command,
      commands: line.commands.map(({ program, words }) => ({ program, words })),
      filter: filter?.name ?? null,
      whole,
      problems,
    }),
  };
}

function show(filters: FilterSet, name: string): Answer {
  const listed = filterNamed(filters, name);
  const { filter } = listed;
  const keys = keysOf(filter);
  const problems = expressionProblems(filter);
  const head = `${filter.name} (${filter.source}, ${filter.file})`;
  const lines = Object.entries(keys).map(([key, value]) => `  ${key} = ${JSON.stringify(value)}`);
  return {
    found: true,
    text: () => [head, ...lines, ...problemLines(problems)].join("\n"),
    data: (): FilterShowData => ({ ...filterData(listed), keys, problems }),
  };
}

/** What a filter says, by the keys of files; what it does not say is left out. */
function keysOf(filter: FilterDefinition): Record<string, unknown> {
  const isSaid = (value: unknown) =>
    value !== null && value !== false && value !== "" && !(Array.isArray(value) && value.length === 0);
  const entries = Object.entries(FILTER_KEYS).map(([key, { field }]) => [key, filter[field]] as const);
  return Object.fromEntries(entries.filter(([, value]) => isSaid(value)));
}

function filterData({ filter, isOverridden }: ListedFilter): FilterListData["filters"][number] {
  const { name, source, file, description, matchCommand } = filter;
  return { name, source, file, description, command: matchCommand, overridden: isOverridden };
}

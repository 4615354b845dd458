// The commands that work with notes: the same features as the tools of the server.

import { HelixError } from "../../errors.ts";
import type { Feature } from "../../features/feature.ts";
import { readFeature } from "../../features/read/read.ts";
import { searchFeature } from "../../features/search/search.ts";
import { storeFeature } from "../../features/store/store.ts";
import { statistics } from "../../features/topics/statistics.ts";
import { counted } from "../../features/wording.ts";
import { readInput } from "../../storage/user-input.ts";
import { argumentsOf, type Command, featureValues, type ParsedValues, withKnowledgeBase } from "./command.ts";

const STANDARD_INPUT = 0;

/** Runs a feature with the options of the command line, and `words` for what its words mean. */
export function runFeature(feature: Feature, values: ParsedValues, words: Record<string, unknown>) {
  return withKnowledgeBase(values, (context) =>
    feature.run(context, { ...featureValues(feature.parameters, values), ...words }),
  );
}

/** Refuses more words than the command takes. */
export function surplus(command: string, values: ParsedValues, most: number): void {
  if (values._.length > most) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      `helix ${command} takes ${most === 0 ? "no words" : counted(most, "word", "words")}, ${JSON.stringify(values._[most])} is one too many: see helix ${command} --help`,
    );
  }
}

/** What a command is to work on: a file, or standard input. People at a terminal are told that it waits for them. */
export async function inputOf(path: string | undefined, what: string): Promise<string> {
  if ((path === undefined || path === "-") && (await import("node:tty")).isatty(STANDARD_INPUT)) {
    process.stderr.write(`reading the ${what} from the terminal: end with Ctrl-D\n`);
  }
  return readInput(path);
}

export const storeCommand: Command = {
  arguments: {
    topic: { type: "positional", description: "Topic, e.g. build-gotchas" },
    text: { type: "positional", description: "The note", required: false },
    ...argumentsOf(storeFeature.parameters, ["topic", "text"]),
  },
  async run(values) {
    const [topic, ...words] = values._;
    const text =
      words.length === 0 || (words.length === 1 && words[0] === "-") ? await inputOf("-", "note") : words.join(" ");
    return runFeature(storeFeature, values, { topic, text });
  },
};

export const searchCommand: Command = {
  arguments: {
    query: { type: "positional", description: "Words", required: false },
    ...argumentsOf(searchFeature.parameters, ["query"]),
  },
  run: (values) => runFeature(searchFeature, values, { query: values._.join(" ") }),
};

export const readCommand: Command = {
  arguments: {
    topic: { type: "positional", description: "Topic" },
    index: { type: "positional", description: "Entry, from 0", required: false },
  },
  async run(values) {
    surplus("read", values, 2);
    return runFeature(
      readFeature,
      { ...values, topic: undefined, index: undefined },
      { topic: values._[0], index: values._[1] },
    );
  },
};

export const statsCommand: Command = {
  arguments: { detail: { type: "string", description: "tags or index", valueHint: "tags|index" } },
  async run(values) {
    surplus("stats", values, 0);
    const { detail } = values;
    if (detail !== undefined && detail !== "tags" && detail !== "index") {
      throw new HelixError(
        "INVALID_ARGUMENT",
        `--detail=${detail} is not accepted: give tags or index, e.g. --detail=tags`,
      );
    }
    return withKnowledgeBase(values, (context) => statistics(context, detail));
  },
};

// What commands that run a feature share: running it, refusing surplus words, and reading text from files.

import { invalid } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import type { Feature } from "../../features/common/feature.ts";
import { readInput } from "../../platform/user-input.ts";
import { complain } from "../standard-error.ts";
import { featureValues, type ParsedValues, withKnowledgeBase } from "./command.ts";

const STANDARD_INPUT = 0;

/** Runs a feature with the options of the command line. `words` holds the parameters that its plain words stand for. */
export function runFeature(feature: Feature, values: ParsedValues, words: Record<string, unknown>) {
  return withKnowledgeBase(values, (context) =>
    feature.run(context, { ...featureValues(feature.parameters, values), ...words }),
  );
}

/** Refuses more words than the command takes. */
export function surplus(command: string, values: ParsedValues, most: number): void {
  if (values._.length > most) {
    throw invalid(
      `helix ${command} takes ${most === 0 ? "no words" : counted(most, "word", "words")}, ${JSON.stringify(values._[most])} is one too many: see helix ${command} --help`,
    );
  }
}

/** Reads a command's input from a file or from standard input. At a terminal it says that it waits for input. */
export async function inputOf(path: string | undefined, what: string): Promise<string> {
  if ((path === undefined || path === "-") && (await import("node:tty")).isatty(STANDARD_INPUT)) {
    complain(`reading the ${what} from the terminal: end with Ctrl-D\n`);
  }
  return readInput(path);
}

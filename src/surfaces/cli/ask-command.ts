// `helix code ask`: sends a question with code of the project to the configured model, and prints the answer as it
// comes. Ctrl-C closes the connection and ends with 130.
// Invariants:
// - Nothing is sent, and nothing is read of the project, before it is known which model is meant.
// - The key is read last, and goes nowhere but to the model's server.

import type { Answer } from "../../base/answer.ts";
import { HelixError, invalid } from "../../base/errors.ts";
import { cleanText, forTerminal } from "../../engine/text/clean.ts";
import { HarmlessStream } from "../../engine/text/harmless-stream.ts";
import type { AskedData, PromptData } from "../../features/ask/data.ts";
import { chooseModel, type ModelChoice } from "../../features/ask/model-choice.ts";
import { askMessages, outgoing, shownMessages } from "../../features/ask/prompts.ts";
import type { Feature } from "../../features/common/feature.ts";
import { readKey } from "../../models/key-source.ts";
import type { AnswerEnd, Message } from "../../models/model.ts";
import { openModel } from "../../models/open-model.ts";
import { isReadableOnTheWay, shownAddress } from "../../models/server-address.ts";
import { systemPrograms } from "../../platform/programs.ts";
import { currentDirectory, currentProject } from "../environment.ts";
import { EXIT_DONE, EXIT_INTERRUPTED, EXIT_NOTHING } from "../exit-codes.ts";
import { complain } from "../standard-error.ts";
import { codeFor, textOf } from "./code-context.ts";
import { directoryOf, type ParsedValues } from "./command.ts";
import { modelSettings } from "./model-settings.ts";
import { print, printJson } from "./output.ts";

const PARTS = [{ action: "context", share: 1 }] as const;
const CLEARED = "\r\u001b[K";

/** Asks. Returns what is printed, or the exit code where it was printed already. */
export async function ask(feature: Feature, values: ParsedValues, words: readonly string[]): Promise<Answer | number> {
  // Colours within a credential would hide it.
  const said = cleanText(await textOf(words, "question")).text.trim();
  if (said === "") throw invalid("helix code ask needs a QUESTION, e.g. helix code ask where are retries limited");
  const choice = values["context-only"] === true ? null : choiceOf(values);
  const [context = ""] = await codeFor(feature, values, said, PARTS);
  const question = await outgoing(said);
  const messages = askMessages(question.text, context);
  const contextBytes = Buffer.byteLength(context);
  if (choice === null) {
    const data: PromptData = { messages, contextBytes, masked: [...question.kinds] };
    return { found: context !== "", text: () => shownMessages(messages), data: () => data };
  }
  if (context === "") {
    complain("helix: no code matches the question, so nothing was sent\n");
    return EXIT_NOTHING;
  }
  if (question.kinds.length > 0)
    complain(`helix: taken out of the question before it is sent: ${question.kinds.join(", ")}\n`);
  if (isReadableOnTheWay(choice.url))
    complain(`helix: what goes to ${shownAddress(choice.url)} can be read on the way: it is http\n`);
  const isJson = values.json === true;
  const printer = new Printer(isJson, `asking ${choice.name} at ${choice.url.host} ...`);
  const end = await withInterrupt((signal) => answered(choice, messages, printer, signal));
  if (end === "interrupted") return EXIT_INTERRUPTED;
  const { answer } = printer;
  if (isJson) {
    const { provider, url, name } = choice;
    const masked = [...question.kinds];
    const data = { provider, url: shownAddress(url), model: name, answer, end, contextBytes, masked };
    printJson(data satisfies AskedData);
  }
  return remarked(choice, answer, end);
}

function choiceOf(values: ParsedValues): ModelChoice {
  const option = (name: string) => (values[name] === undefined ? undefined : String(values[name]));
  const flags = { provider: option("provider"), url: option("url"), model: option("model") };
  return chooseModel(flags, modelSettings(directoryOf(values), flags.provider !== undefined));
}

/** Says on standard error what an answer lacks. Returns the exit code. */
function remarked({ name, maxTokens }: ModelChoice, answer: string, end: AnswerEnd): number {
  if (end === "length")
    complain(`helix: the answer is cut at ${maxTokens} tokens (model.max_tokens, or HELIX_MODEL_MAX_TOKENS)\n`);
  if (end === "withheld") complain(`helix: ${forTerminal(name)} keeps back the rest of its answer\n`);
  if (answer.trim() !== "") return EXIT_DONE;
  if (end === "complete") complain(`helix: ${forTerminal(name)} answered nothing\n`);
  return EXIT_NOTHING;
}

/** Asks the model and prints its answer. Returns why that ended. */
async function answered(
  { key: source, ...choice }: ModelChoice,
  messages: readonly Message[],
  printer: Printer,
  signal: AbortSignal,
): Promise<AnswerEnd> {
  const key = source === null ? null : await readKey(source, keyPorts());
  signal.throwIfAborted();
  const model = await openModel({ ...choice, key });
  let end: AnswerEnd = "complete";
  const options = {
    maxTokens: choice.maxTokens,
    onEnd: (how: AnswerEnd) => {
      end = how;
    },
    onRetry: (why: string, waitMs: number) => printer.wait(`${why}; again in ${Math.ceil(waitMs / 1000)} s ...`),
  };
  printer.wait();
  try {
    for await (const piece of model.stream(messages, options, signal)) if (!printer.take(piece)) break;
  } finally {
    printer.end();
  }
  return end;
}

function keyPorts() {
  const distrusted = currentProject()?.root ?? currentDirectory() ?? "/";
  return { environment: process.env, programs: systemPrograms, platform: process.platform, distrusted };
}

/** Runs work that Ctrl-C interrupts; a second Ctrl-C ends the process at once. */
async function withInterrupt<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | "interrupted"> {
  const controller = new AbortController();
  const interrupt = () => controller.abort(new HelixError("CANCELLED", "cancelled"));
  process.once("SIGINT", interrupt);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (controller.signal.aborted) return "interrupted";
    throw error;
  } finally {
    process.removeListener("SIGINT", interrupt);
  }
}

/** Prints an answer piece by piece, or keeps it for data. At a terminal it says what it waits for. */
class Printer {
  answer = "";
  readonly #isKept: boolean;
  readonly #waiting: string;
  readonly #stream = new HarmlessStream();
  #isWaiting = false;

  constructor(isKept: boolean, waiting: string) {
    this.#isKept = isKept;
    this.#waiting = forTerminal(waiting);
  }

  /** Shows what is waited for, in a line that the answer replaces. */
  wait(what = this.#waiting): void {
    if (process.stderr.isTTY !== true) return;
    complain(`${CLEARED}${forTerminal(what).slice(0, (process.stderr.columns || 80) - 1)}`);
    this.#isWaiting = true;
  }

  /** Returns whether somebody still reads. */
  take(piece: string): boolean {
    return this.#show(this.#stream.take(piece));
  }

  /** Prints what was held back, and ends the line. */
  end(): void {
    this.#show(this.#stream.end());
    this.#clear();
    if (!this.#isKept && this.answer !== "" && !this.answer.endsWith("\n")) print("\n");
  }

  #show(text: string): boolean {
    if (text === "") return true;
    this.#clear();
    this.answer += text;
    return this.#isKept || print(text);
  }

  #clear(): void {
    if (this.#isWaiting) complain(CLEARED);
    this.#isWaiting = false;
  }
}

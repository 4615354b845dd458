// completion/complete: completes paths of code for their resource template, names of topics for theirs and for the
// prompt `brief`, names of symbols for the prompt `explore`. Names that begin with the typed text come first, among them the most recently changed; then similar names. Topics of all
// projects are offered, because a briefing finds them.
//
// Invariants:
// - A value is a name exactly as it is stored; otherwise it would lead nowhere. A name that cannot be shown as it is,
//   which programs without cleaning may have stored, is not offered.

import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CompleteRequestSchema, type CompleteResult } from "@modelcontextprotocol/sdk/types.js";
import { nameOf } from "../../base/path-names.ts";
import { symbolsNamed } from "../../code/search/symbol-files.ts";
import { cleanLine, forTerminal, quote } from "../../engine/text/clean.ts";
import { nearestNames } from "../../engine/text/near-names.ts";
import { foldPart } from "../../engine/text/normalise.ts";
import { sanitiseTopic } from "../../engine/text/topic.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import type { ServerContext } from "./call-context.ts";
import { CODE_TEMPLATE, CODE_VARIABLE } from "./code-uri.ts";
import { findPrompt } from "./prompts.ts";
import { asRequestError, invalidParameters } from "./request-error.ts";
import { TOPIC_TEMPLATE, TOPIC_VARIABLE } from "./topic-uri.ts";

/** The most values that the protocol allows in one answer. */
const VALUES_MAX = 100;
const SYMBOLS_MAX = 2000;

/** Answers requests to complete an argument. They do not wait for calls, because somebody is typing. */
export function serveCompletion(server: Server, context: ServerContext): void {
  const { base } = context;
  server.setRequestHandler(CompleteRequestSchema, async ({ params: { ref, argument } }): Promise<CompleteResult> => {
    const known =
      ref.type === "ref/prompt"
        ? (findPrompt(ref.name).arguments ?? []).map(({ name }) => name)
        : templateVariables(ref.uri);
    if (!known.includes(argument.name)) {
      const accepted = known.length === 0 ? "it has none" : `there is: ${known.join(", ")}`;
      throw invalidParameters(`there is no argument ${quote(argument.name)} to complete; ${accepted}`);
    }
    const isPath = ref.type === "ref/resource" && ref.uri === CODE_TEMPLATE;
    const find = (): Promise<string[]> => {
      if (isPath) return pathsLike(context, argument.value);
      if (argument.name === "symbol") return symbolsLike(context, argument.value);
      // Nobody can say what is to be done but who asks.
      if (argument.name === "task") return Promise.resolve([]);
      return base.view().then((view) => topicsLike(view, argument.value));
    };
    const names = await find().catch((error) => {
      throw asRequestError(error, invalidParameters);
    });
    const values = names.slice(0, VALUES_MAX);
    return { completion: { values, total: names.length, hasMore: names.length > values.length } };
  });
}

function templateVariables(uri: string): string[] {
  if (uri === TOPIC_TEMPLATE) return [TOPIC_VARIABLE];
  if (uri === CODE_TEMPLATE) return [CODE_VARIABLE];
  const known = `${TOPIC_TEMPLATE}, ${CODE_TEMPLATE}`;
  throw invalidParameters(`there is no resource template ${quote(uri)}; there are: ${known}`);
}

/**
 * The paths of code that begin with the typed text, one folder at a time; then those of files whose names do. No
 * index is built for it.
 */
async function pathsLike({ code, directory, project }: ServerContext, typed: string): Promise<string[]> {
  const start = directory ?? project?.root;
  if (code === undefined || !start) return [];
  const view = await code.open(start, false).source.glance();
  const [steps, named] = [new Set<string>(), new Set<string>()];
  const wanted = typed.toLowerCase();
  for (const path of view?.live.paths() ?? []) {
    if (view?.live.state(path) !== "read" || !isHarmless(path)) continue;
    const folded = path.toLowerCase();
    const end = path.indexOf("/", typed.length);
    if (folded.startsWith(wanted)) steps.add(end < 0 ? path : path.slice(0, end + 1));
    else if (wanted !== "" && nameOf(folded).startsWith(wanted)) named.add(path);
  }
  return [...[...steps].sort(), ...[...named].sort()];
}

/** The names of symbols whose own name begins with the typed text, or that begin with it as a whole, the shortest first. */
async function symbolsLike({ code, directory, project }: ServerContext, typed: string): Promise<string[]> {
  const start = directory ?? project?.root;
  if (code === undefined || !start || typed.trim() === "") return [];
  const view = await code.open(start, false).source.glance();
  if (view === null) return [];
  const wanted = typed.trim().toLowerCase();
  const isBegun = (symbol: string) => {
    const folded = symbol.toLowerCase();
    return folded.startsWith(wanted) || folded.slice(folded.lastIndexOf(".") + 1).startsWith(wanted);
  };
  const names = new Set(symbolsNamed(view.generations, isBegun, SYMBOLS_MAX).map(({ symbol }) => symbol));
  return [...names].filter(isHarmless).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

/** Whether a name is one line that no terminal obeys. */
function isHarmless(name: string): boolean {
  return forTerminal(cleanLine(name)) === name;
}

/** The names of topics that the typed text may stand for, best first. */
function topicsLike(view: KnowledgeView, typed: string): string[] {
  const wanted = foldPart(typed.trim());
  const asStored = foldPart(sanitiseTopic(typed));
  const isBegun = (name: string) =>
    name.startsWith(wanted) ||
    (asStored !== "" && (name.startsWith(asStored) || sanitiseTopic(name).startsWith(asStored)));
  const topics = view.topics().filter(({ name }) => isHarmless(name));
  const begun = topics
    .filter(({ name }) => isBegun(foldPart(name)))
    .sort((a, b) => b.newest - a.newest)
    .map(({ name }) => name);
  if (begun.length >= VALUES_MAX) return begun;
  const others = new Set(topics.map(({ name }) => name));
  for (const name of begun) others.delete(name);
  return [...begun, ...nearestNames(typed, others, others.size)];
}

// What a feature is: a name, a table of parameters, and a function from plain data to an answer. Surfaces (MCP, command
// line) are only adapters around features, and render the answer.

import type { Answer } from "../../base/answer.ts";
import { HelixError, invalid } from "../../base/errors.ts";
import { CALLS } from "../../base/wording.ts";
import type { CodeTrees } from "../../code/store/code-trees.ts";
import type { JudgementLog } from "../../events/judgement-log.ts";
import type { SessionLog } from "../../events/session-log.ts";
import type { SessionState } from "../../events/session-state.ts";
import type { FoundProject, Project } from "../../notes/projects/project.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import { followerFor } from "../../notes/sources/citation-for.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import type { KnowledgeBase } from "../../notes/store/knowledge-base.ts";
import { type LongWork, takingTurns } from "../../notes/store/long-work.ts";
import type { NoteVectors } from "../../notes/store/note-vectors.ts";
import type { GitPorts } from "../../platform/git/git-program.ts";
import type { CommandLine } from "./command-line.ts";
import type { OutputCaller } from "./kept-access.ts";
import { type Paged, pageParameters, pageRequest } from "./page-request.ts";
import { pageOfLines } from "./paged-text.ts";
import { type Arguments, choiceName, type ParameterTable, parseArguments } from "./parameters.ts";
import type { PlanCalling } from "./plan-caller.ts";

/** What surfaces provide. Each feature names the ports that it needs, and sees no others. */
export interface FeatureContext extends Caller, SourceCaller, LongWork, Paged, OutputCaller, PlanCalling {
  readonly base: KnowledgeBase;
  /** The indexes of work trees; left out where no code is looked at. */
  readonly code?: CodeTrees;
  /** How git is run on a work tree; left out where it is not. */
  readonly git?: GitPorts;
  /** How many tokens an answer has where the call does not say; left out: as many as the feature declares. */
  readonly budget?: number;
  /**
   * Says which keys count for a project found in another folder. Without this function only the folder's key counts.
   */
  readonly judgeProject?: (found: FoundProject) => Project;
  /** What was changed since this process began. Commands leave it out, because they end too soon. */
  readonly session?: SessionLog;
  /** What hooks remember of the client's session. Left out where it is not known which session that is. */
  readonly hookSession?: () => SessionState | null;
  /** What was judged of notes, and what the session was shown; left out where nothing is judged. */
  readonly judgements?: JudgementLog;
  /** Whose changes count as the caller's own: those of its session (left out), or of its project. */
  readonly ownChanges?: "session" | "project";
  /** The vectors of notes; left out, or null, where none are configured. */
  readonly noteVectors?: () => NoteVectors | null;
  /** Whether no client made this call: a server tries what is asked most often. Then nothing leaves the machine. */
  readonly isRehearsed?: boolean;
  /** Whether the caller may name any place by an absolute path. It means its current directory by `./` and `../`. */
  readonly namesAnyPlace?: boolean;
}

/** How a tool may be used, as MCP announces it. */
export interface FeatureHints {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
}

export interface Feature {
  readonly name: string;
  /** What clients show to people while a tool runs, behind the server's name. */
  readonly title: string;
  /** Its command; left out: it has none. */
  readonly command?: CommandLine;
  readonly description: string;
  /** Words that its description lacks, for clients whose models search for tools before they see them. */
  readonly searchHint: string;
  readonly parameters: ParameterTable;
  readonly hints: FeatureHints;
  /** Whether such clients show it to their model at once. */
  readonly isShownAtOnce?: boolean;
  /** Whether an answer may have any length that an answer may have; then clients are told of `budget` and `page`. */
  readonly isLong?: boolean;
  /** For a tool that is not always of use: whether it is listed now. It can be called anyway. */
  isListed?(): boolean;
  /**
   * Whether calls of this tool run beside all other calls of a server and keep none of them waiting, although they
   * change something.
   */
  readonly isAside?: boolean;
  /** Whether its calls start a program that a repository or a build names. Such a tool is not approved by itself. */
  readonly runsPrograms?: boolean;
  /** Whether a hook looks at its calls, because they store, correct or open notes. */
  readonly isHeard?: boolean;
  /** For a tool that may write: whether a call with these arguments only reads. The arguments are not checked yet. */
  onlyReads?(raw: Readonly<Record<string, unknown>>): boolean;
  /** Checks the arguments and runs. Throws HelixError. */
  run(context: FeatureContext, raw: Readonly<Record<string, unknown>>): Promise<Answer>;
}

interface Declared<Table extends ParameterTable> extends Omit<Feature, "parameters" | "run"> {
  readonly parameters: Table;
  /**
   * How many tokens an answer has by default. The feature then also takes `budget` and `page`. Left out: its answers
   * are short by themselves.
   */
  readonly budget?: number;
  run(context: FeatureContext, values: Arguments<Table>): Promise<Answer>;
}

/**
 * Makes a feature of a parameter table and a typed function. A text that is not made of pages is cut into pages by its
 * lines, so that no answer is longer than its budget.
 */
export function defineFeature<const Table extends ParameterTable>(declared: Declared<Table>): Feature {
  const { name, parameters: own, budget, run } = declared;
  if (budget === undefined)
    return { ...declared, run: async (context, raw) => run(context, parseArguments(name, own, raw)) };
  const added = pageParameters(budget, !declared.isLong);
  const parameters: ParameterTable = { ...own, ...added };
  return {
    ...declared,
    parameters,
    async run(context, raw) {
      const values = parseArguments(name, parameters, raw) as Arguments<Table> & Arguments<typeof added>;
      const { budget: tokens, page: number, ...given } = values;
      const onlyReads = declared.hints.readOnly || declared.onlyReads?.(raw) === true;
      if (number !== undefined && number > 1 && !onlyReads) {
        throw new HelixError(
          "INVALID_ARGUMENT",
          "page reads on in a list, and this call changes something: leave it out",
        );
      }
      const wording = context.wording ?? CALLS;
      const asked = { budget: tokens, page: number };
      const page = pageRequest(asked, context.budget ?? budget, wording, onlyReads);
      const make = () => run({ ...context, page }, given as unknown as Arguments<Table>);
      const answer = await (onlyReads ? withFollowedSymbols(context, make) : make());
      if (answer.isPaged) return answer;
      const least = answer.budget ?? 0;
      const ofLines = page.isAsked || least <= budget ? page : pageRequest(asked, least, wording, onlyReads);
      return { ...answer, text: (reader) => pageOfLines(answer.text(reader), { page: ofLines }) };
    },
  };
}

/**
 * An answer that only reads. Where it shows notes on symbols that are to be followed first, it is made once more with
 * what was found.
 */
async function withFollowedSymbols(context: FeatureContext, make: () => Promise<Answer>): Promise<Answer> {
  const answer = await make();
  const follower = followerFor(context);
  if (!follower?.isWaiting) return answer;
  await follower.followAll(takingTurns(context));
  try {
    return await make();
  } finally {
    follower.settle();
  }
}

/**
 * Refuses parameters that an action does not take, and the lack of parameters that it needs. `takes` lists the
 * parameters of the action. A "!" in front marks those that it needs. Throws INVALID_ARGUMENT.
 */
export function checkAction(
  owner: string,
  action: string,
  takes: readonly string[],
  table: ParameterTable,
  values: Readonly<Record<string, unknown>>,
): void {
  const accepted = takes.map((name) => name.replace("!", ""));
  for (const name of Object.keys(values)) {
    if (name === "action" || values[name] === undefined || accepted.includes(name)) continue;
    throw invalid((say) => {
      const called = say.either(`helix ${owner} ${choiceName(action, say)}`, `${owner} action="${action}"`);
      const none = say.either("no options of its own", "no other parameters");
      const what = accepted.length === 0 ? none : accepted.map((each) => say.name(each)).join(", ");
      return `${called} takes no ${say.name(name)}; it takes ${what}`;
    });
  }
  for (const name of takes) {
    const needed = name.startsWith("!") ? name.slice(1) : null;
    if (needed === null || values[needed] !== undefined) continue;
    throw invalid((say) => {
      const by = say.either(`helix ${owner} ${choiceName(action, say)}`, `action="${action}"`);
      const example = say.example(table[needed]!.example).replace(/\bACTION\b/, choiceName(action, say));
      return `${say.name(needed)} is missing: ${by} needs it, e.g. ${example}`;
    });
  }
}

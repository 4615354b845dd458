// The steps that a server runs while nobody asks it anything (warm-up.ts). They call its tools on a scratch knowledge
// base of a few notes in memory, and search the real notes, which only reads. Each step adds little that is new, so
// that it is short: a tool runs first without notes, then with one, then with several. Searches of real notes go from
// rare words to more common ones, as long as a search is quick.

import { CALLS } from "../../base/wording.ts";
import { QUESTION_WORDS_MIN } from "../../engine/search/reordering.ts";
import { formatDate, MINUTE_MS } from "../../engine/text/dates.ts";
import { contentTokens } from "../../engine/text/tokenizer.ts";
import type { Feature, FeatureContext } from "../../features/common/feature.ts";
import { KnowledgeBase } from "../../notes/store/knowledge-base.ts";
import { inProcessMerger } from "../../notes/store/mergers.ts";
import { MemoryAppendedFiles, MemoryFiles } from "../../platform/memory-files.ts";
import { HookTool } from "../hooks/tool.ts";
import { ProjectJudge } from "../project-judge.ts";
import type { Step } from "./warm-up.ts";

/** The directory of the notes in memory; it exists on no disk. */
const NOWHERE = "/dev/null/warm-up";
/**
 * How many rounds there are, and how many searches of the real notes in each. All tools run only in every third round,
 * because they are called less often.
 */
const ROUNDS = 12;
const SEARCHES = 9;
const TOOLS_EVERY = 3;
const QUESTIONS_FROM = 3;
/** How many real notes supply words, and how many words are taken of each. */
const NOTES = 12;
const WORDS = 6;
const LIMIT = 10;
/** How long a search may take, in milliseconds, so that the next one uses more common words. */
const SEARCH_MS = 1;

type Fields = Readonly<Record<string, unknown>>;

export interface WarmUpContext {
  readonly base: KnowledgeBase;
  readonly features: readonly Feature[];
  /** Handles a tool call as if the client had made it, without sending the answer. */
  readonly rehearse: (tool: string, values: Fields) => Promise<void>;
}

/** The steps, in the order in which clients are likely to need them. */
export function* warmUpSteps({ base, features, rehearse }: WarmUpContext): Generator<Step> {
  // The engine's first access to the time zone takes 4 ms in one piece. Otherwise the first call that shows a date
  // would wait for it.
  yield () => formatDate(base.clock() / MINUTE_MS);
  const notes = new ScratchNotes(base.clock, features);
  try {
    yield* notes.firstCalls();
    const searches = new OwnSearches(base, rehearse);
    yield* searches.find();
    for (let round = 0; round < ROUNDS; round++) {
      yield* searches.next(round);
      if (round % TOOLS_EVERY === TOOLS_EVERY - 1) yield* notes.round(round);
    }
  } finally {
    notes.close();
  }
}

/** Searches of the real notes. */
class OwnSearches {
  readonly #base: KnowledgeBase;
  readonly #rehearse: WarmUpContext["rehearse"];
  /** Searches for all words, searches for any word, and questions. */
  readonly #ladders = [new Ladder(), new Ladder(), new Ladder()] as const;

  constructor(base: KnowledgeBase, rehearse: WarmUpContext["rehearse"]) {
    this.#base = base;
    this.#rehearse = rehearse;
  }

  /** Takes words from notes all over the knowledge base. */
  *find(): Generator<Step> {
    for (let part = 0; part < NOTES; part++) yield () => this.#findIn(part / NOTES);
  }

  /** The searches of a round. Questions come in later rounds only: they read texts, and by then that code is warmer. */
  *next(round: number): Generator<Step> {
    const ladders = round < QUESTIONS_FROM ? this.#ladders.slice(0, -1) : this.#ladders;
    for (let at = 0; at < SEARCHES; at++) {
      const ladder = ladders[at % ladders.length]!;
      yield async () => {
        const values = ladder.next();
        if (values === null) return;
        const begin = performance.now();
        await this.#rehearse("search", values);
        ladder.took(performance.now() - begin);
      };
    }
  }

  /** Takes words from one note. `place`: 0 is the newest note, 1 would be the oldest. */
  #findIn(place: number): void {
    const view = this.#base.readyView();
    const id = Math.ceil((view?.index.capacity ?? 0) * (1 - place)) - 1;
    if (view === null || id < 0 || view.index.isDeleted(id)) return;
    const { index } = view;
    const words = [...contentTokens(index.document(id).snippet[0])].slice(0, WORDS);
    const holders = new Map(words.map((word) => [word, index.documentFrequency(word)]));
    const [all, any, question] = this.#ladders;
    const add = (ladder: Ladder, some: readonly string[], values: Fields) =>
      ladder.add(
        { query: some.join(" "), limit: LIMIT, ...values },
        some.reduce((sum, word) => sum + holders.get(word)!, 0),
      );
    for (let at = 1; at < words.length; at += 2) {
      const pair = words.slice(at - 1, at + 1);
      add(all, pair, {});
      add(any, pair, { mode: "or" });
    }
    if (words.length < QUESTION_WORDS_MIN) return;
    const rarest = words.toSorted((a, b) => holders.get(a)! - holders.get(b)!).slice(0, QUESTION_WORDS_MIN);
    add(question, rarest, {});
  }
}

/**
 * Searches, ordered from the rarest words to the most common. After a quick search the next one uses more common words,
 * after a slow one rarer words.
 */
class Ladder {
  readonly #searches: { readonly values: Fields; readonly holders: number }[] = [];
  #at = 0;

  /** Adds a search. `holders`: the number of notes that have each word, summed over the words. */
  add(values: Fields, holders: number): void {
    const at = this.#searches.findIndex((other) => other.holders > holders);
    this.#searches.splice(at < 0 ? this.#searches.length : at, 0, { values, holders });
  }

  next(): Fields | null {
    return this.#searches[this.#at]?.values ?? null;
  }

  took(milliseconds: number): void {
    const last = this.#searches.length - 1;
    if (milliseconds < SEARCH_MS / 2) this.#at = Math.ceil(this.#at + (last - this.#at) / 4);
    else if (milliseconds < SEARCH_MS) this.#at = Math.min(this.#at + 1, last);
    else this.#at = Math.floor(this.#at * 0.7);
  }
}

/** A scratch knowledge base of a few notes, and a client's events in it. */
class ScratchNotes {
  readonly #features: readonly Feature[];
  readonly #base: KnowledgeBase;
  readonly #context: FeatureContext;
  readonly #hooks: HookTool;

  constructor(clock: () => number, features: readonly Feature[]) {
    const files = new MemoryFiles();
    const base = new KnowledgeBase({ directory: NOWHERE, files, merger: inProcessMerger(files, NOWHERE), clock });
    this.#base = base;
    this.#features = features;
    this.#context = { base, project: null, directory: null };
    this.#hooks = new HookTool({
      base,
      judge: new ProjectJudge(base),
      directory: "/",
      session: "",
      sessions: new MemoryAppendedFiles(),
    });
  }

  /** Calls each tool for the first time: without notes, then with one note, then with two. */
  *firstCalls(): Generator<Step> {
    const [topic, query] = ["build-gotchas", "linker arm64"];
    yield this.#call("topics", {});
    yield this.#call("search", { query: "" });
    yield this.#call("search", { query, detail: "count" });
    yield this.#call("brief", {});
    yield this.#call("brief", { query });
    yield this.#call("read", { topic });
    yield this.#call("store", {
      topic,
      text: "the linker wants arm64\nwithout it the build falls back",
      tags: "gotcha",
    });
    yield this.#call("topics", {});
    yield this.#call("search", { query: "linker" });
    yield this.#call("read", { topic, index: 0 });
    yield this.#call("brief", { query: topic, detail: "scan" });
    yield this.#call("brief", { query: topic });
    yield this.#call("store", { topic, text: "a crash of the parser: it never checks where its buffer ends" });
    yield this.#call("search", { query: `${query} parser` });
    yield this.#call("read", { topic });
    yield this.#call("brief", { query });
    yield this.#event("session", { source: "startup" });
    yield this.#event("prompt", { prompt: "why does the linker want that" });
    yield this.#event("ambient", { tool_name: "Read", tool_input: { file_path: "/none/linker.ts" } });
    yield this.#event("post-build", { tool_name: "Bash", tool_input: { command: "ls" }, tool_response: {} });
    // Text that looks like a credential loads the rules that detect one.
    yield this.#call("store", { topic: "cache", text: "seen in commit abcdef0123456789abcdef" });
    yield this.#call("edit", { action: "append", topic: "none", text: "more" });
    yield this.#call("edit", { action: "append", topic: "cache", text: "more" });
    yield this.#call("edit", { action: "undo" });
    yield this.#call("batch", { entries: [{ topic: "engine", text: "one of a batch says this" }] });
  }

  /** Calls the tools again, with one more note. */
  *round(round: number): Generator<Step> {
    const topic = "engine";
    yield this.#event("prompt", { prompt: `how does engine ${round} fail on its valve` });
    yield this.#event("ambient", { tool_name: "Read", tool_input: { file_path: `/none/valve${round}.ts` } });
    yield this.#call("store", { topic, text: `valve ${round} of the engine fails\nin commit abcdef${round}123456789` });
    yield this.#call("edit", { action: "append", topic, text: `valve ${round} again` });
    yield this.#call("search", { query: `why does valve ${round} of the engine fail` });
    yield this.#call("brief", { query: topic });
    yield this.#call("read", { topic });
    yield this.#call("topics", {});
  }

  close(): void {
    this.#base.close();
  }

  #call(tool: string, values: Fields): Step {
    const feature = this.#features.find(({ name }) => name === tool)!;
    return async () => (await feature.run(this.#context, values)).text(CALLS);
  }

  #event(type: string, fields: Fields): Step {
    return () => this.#hooks.answer({ type, session_id: "warm-up", cwd: "/", ...fields });
  }
}

// Reads lines of the client's transcripts: what requests to the model cost, and which of them carried which results.
// CLIENT: transcripts are not documented. What is relied on was seen in 2.1.329 and 2.1.197, and a test with the real
// client holds it.
// Invariants:
// - A request is told by `message.id`: it has a line for each block, and each line repeats the usage. The last line
//   counts, which has the whole output.
// - A request carries a result if it descends, by `parentUuid`, from the request that made the call, and stands behind the
//   result. Results of calls that were made at once are branches of their own, so their own line is not looked at.
// - A compaction cuts descent: what it takes over is not counted, so that nothing is counted too often.
// - A line of an unknown kind is passed over.

import type { Usage } from "../../features/gain/price-table.ts";
import type { Conversation, KeyedResult, ModelRequest } from "../../features/gain/session-record.ts";

/** Requests of this model were never made: the client writes them for errors. */
const NO_MODEL = "<synthetic>";
/** How much of a result's end is searched for its key, in characters. */
const END_LENGTH = 2000;
/** What a key may look like. */
const WORD = /[0-9A-Za-z_-]{4,80}/g;
/** Without it a line has no place in a conversation. */
const PLACED = '"uuid"';
const COST = '"cost-state"';

interface Request extends ModelRequest {
  /** The request that it descends from; -1 for none. */
  readonly parent: number;
  /** How many times old results had been cleared before it. */
  readonly clearings: number;
  usage: Usage;
}

/** A result of which it is not known yet which requests carried it. */
interface Result {
  readonly key: string;
  readonly isAsked: boolean;
  /** The request that made the call, and the number of requests before the result. */
  readonly caller: number;
  readonly place: number;
  readonly clearings: number;
}

/** A call of a tool: the request that made it, and the keys that its input names. */
interface Call {
  readonly request: number;
  readonly keys: readonly string[];
}

/** One conversation while its lines are read. */
class ConversationLines {
  readonly requests: Request[] = [];
  readonly results: Result[] = [];
  readonly #byId = new Map<string, number>();
  /** The request that each line belongs to or descends from. */
  readonly #at = new Map<string, number>();
  readonly #calls = new Map<string, Call>();
  #clearings = 0;

  take(line: Line, keysIn: (text: string) => string[]): void {
    const { uuid, parentUuid, type, subtype, message } = line;
    const isCut = line.isCompactSummary === true || subtype === "compact_boundary";
    const parent = isCut ? -1 : (this.#at.get(text(parentUuid)) ?? -1);
    if (subtype === "microcompact_boundary") this.#clearings++;
    const request = type === "assistant" && isObject(message) ? this.#request(message, line, parent) : parent;
    this.#at.set(text(uuid), request);
    if (!isObject(message) || line.isMeta === true || !Array.isArray(message.content)) return;
    for (const block of message.content) {
      if (!isObject(block)) continue;
      if (block.type === "tool_use") {
        this.#calls.set(text(block.id), { request, keys: keysIn(JSON.stringify(block.input ?? {})) });
      } else if (block.type === "tool_result") this.#result(block, request, keysIn);
    }
  }

  #request(message: Record<string, unknown>, line: Line, parent: number): number {
    const { id, model, usage } = message;
    if (model === NO_MODEL || typeof id !== "string" || !isObject(usage)) return parent;
    const known = this.#byId.get(id);
    if (known !== undefined) {
      this.requests[known]!.usage = usageOf(usage);
      return known;
    }
    const at = Date.parse(text(line.timestamp));
    const place = this.requests.length;
    this.requests.push({
      model: text(model),
      at: Number.isNaN(at) ? 0 : at,
      usage: usageOf(usage),
      parent,
      clearings: this.#clearings,
    });
    this.#byId.set(id, place);
    return place;
  }

  #result(block: Record<string, unknown>, request: number, keysIn: (text: string) => string[]): void {
    const call = this.#calls.get(text(block.tool_use_id));
    const at = { caller: call?.request ?? request, place: this.requests.length, clearings: this.#clearings };
    const asked = call?.keys ?? [];
    for (const key of asked) this.results.push({ key, isAsked: true, ...at });
    for (const key of keysIn(textOf(block.content).slice(-END_LENGTH))) {
      if (!asked.includes(key)) this.results.push({ key, isAsked: false, ...at });
    }
  }

  conversation(agent: string): Conversation {
    const descends = new Int32Array(this.requests.length).fill(-1);
    const results = this.results.map((result, at) => this.#carried(result, at, descends));
    return { agent, requests: this.requests, results };
  }

  /** `descends` has for each request the last result of which it was found that it descends from its call. */
  #carried({ key, isAsked, caller, place, clearings }: Result, own: number, descends: Int32Array): KeyedResult {
    const carriedBy: [number, number][] = [];
    if (caller >= 0) descends[caller] = own;
    // A request stands behind the one that it descends from.
    for (let at = place; at < this.requests.length; at++) {
      const { parent, clearings: cleared } = this.requests[at]!;
      if (parent < 0 || descends[parent] !== own || cleared > clearings) continue;
      descends[at] = own;
      const last = carriedBy.at(-1);
      if (last !== undefined && last[1] === at) last[1] = at + 1;
      else carriedBy.push([at, at + 1]);
    }
    return { key, isAsked, carriedBy };
  }
}

/** The parts of a line that are used. Whoever wrote it may have written anything. */
interface Line {
  readonly type?: unknown;
  readonly subtype?: unknown;
  readonly uuid?: unknown;
  readonly parentUuid?: unknown;
  readonly isSidechain?: unknown;
  readonly isMeta?: unknown;
  readonly isCompactSummary?: unknown;
  readonly agentId?: unknown;
  readonly timestamp?: unknown;
  readonly message?: unknown;
}

/** The lines of all files of one session. */
export class Transcript {
  readonly #conversations = new Map<string, ConversationLines>();
  /** Each key by its capitals: people and models write it in small letters, too. */
  readonly #keys: ReadonlyMap<string, string>;
  /** How many lines could not be understood. */
  damaged = 0;
  /** What the client added up when the session last ended; null where it did not. */
  clientTotal: Usage | null = null;

  /** `keys` are those of the outputs to look for. */
  constructor(keys: ReadonlySet<string>) {
    this.#keys = new Map(Array.from(keys, (key) => [key.toUpperCase(), key]));
  }

  /** Takes a line of the main file, whose `agent` is "", or of a subagent's. */
  take(text: string, agent: string): void {
    if (!text.includes(PLACED) && !text.includes(COST)) return;
    let line: unknown;
    try {
      line = JSON.parse(text);
    } catch {
      this.damaged++;
      return;
    }
    if (!isObject(line)) return;
    if (line.type === "cost-state") this.clientTotal = totalOf(line.modelUsage) ?? this.clientTotal;
    if (typeof line.uuid !== "string") return;
    const own = agent === "" && line.isSidechain === true ? sideName(line.agentId) : agent;
    let lines = this.#conversations.get(own);
    if (lines === undefined) {
      lines = new ConversationLines();
      this.#conversations.set(own, lines);
    }
    lines.take(line, (words) => this.#keysIn(words));
  }

  /** The conversations in the order in which they came. */
  conversations(): Conversation[] {
    return [...this.#conversations].map(([agent, lines]) => lines.conversation(agent));
  }

  #keysIn(text: string): string[] {
    if (this.#keys.size === 0) return [];
    const found = new Set<string>();
    for (const [word] of text.matchAll(WORD)) {
      const key = this.#keys.get(word.toUpperCase());
      if (key !== undefined) found.add(key);
    }
    return [...found];
  }
}

/** Older clients wrote what subagents did into the main file, without a name. */
function sideName(agentId: unknown): string {
  return typeof agentId === "string" && agentId !== "" ? agentId : "subagent";
}

function usageOf(usage: Record<string, unknown>): Usage {
  const cached = isObject(usage.cache_creation) ? usage.cache_creation : {};
  return {
    input: count(usage.input_tokens),
    cacheWritten: count(usage.cache_creation_input_tokens),
    cacheWrittenHour: Math.min(count(cached.ephemeral_1h_input_tokens), count(usage.cache_creation_input_tokens)),
    cacheRead: count(usage.cache_read_input_tokens),
    output: count(usage.output_tokens),
  };
}

function totalOf(models: unknown): Usage | null {
  if (!isObject(models)) return null;
  const sum = (name: string) =>
    Object.values(models).reduce<number>((total, model) => total + (isObject(model) ? count(model[name]) : 0), 0);
  return {
    input: sum("inputTokens"),
    cacheWritten: sum("cacheCreationInputTokens"),
    cacheWrittenHour: sum("cacheCreationEphemeral1hInputTokens"),
    cacheRead: sum("cacheReadInputTokens"),
    output: sum("outputTokens"),
  };
}

/** The text of a result, which is one text or a list of blocks. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((block) => (isObject(block) ? text(block.text) : "")).join("\n");
}

function count(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : 0;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

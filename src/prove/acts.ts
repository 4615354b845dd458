// The acts of a proof: plain data drawn from a seed, which says what is done to a knowledge base. So a history can be
// shown, repeated and shortened. Each text is written only once, so that the proof can tell which one is lost.

import type { Change } from "../notes/store/changes.ts";
import type { KnowledgeView } from "../notes/store/knowledge-view.ts";
import type { RandomNumbers } from "./random-numbers.ts";

/** An act that changes notes. `pick` chooses among the live notes or topics at that time. */
export type Write =
  | { readonly kind: "store"; readonly topic: string; readonly text: string }
  | { readonly kind: "batch"; readonly topic: string; readonly texts: readonly string[] }
  | { readonly kind: "edit"; readonly pick: number; readonly text: string }
  | { readonly kind: "delete"; readonly pick: number; readonly count: number }
  /** Moves all notes of a topic to another topic, which may exist already. */
  | { readonly kind: "rename"; readonly pick: number; readonly topic: string }
  | { readonly kind: "undo" }
  | { readonly kind: "redo" };

/** An act of one of the two processes that share the directory. */
export type Act =
  | (Write & { readonly process: number })
  /** The writes of `meanwhile` happen while the copy is being made. */
  | { readonly kind: "compact"; readonly process: number; readonly meanwhile: readonly Write[] }
  | { readonly kind: "merge"; readonly process: number }
  | { readonly kind: "rebuild"; readonly process: number }
  /** The process ends in order, and another one begins. */
  | { readonly kind: "reopen"; readonly process: number }
  /** The process is killed within the act, after this many changes of the disk. */
  | { readonly kind: "kill"; readonly process: number; readonly act: Act; readonly after: number };

const TOPICS = ["build", "engine", "a", "Grüße/検索", "x".repeat(80)];
const MINUTES = Date.UTC(2026, 1, 21, 12) / 60_000;
/**
 * Upper bounds for the length of a text, in words: most are short, some longer than a sector, few longer than several.
 */
const WORDS_MOST = [4, 12, 12, 120, 900];
const WORDS = ["linker", "arm64", "CachedEntry", "müssen", "検索する", "🧭", "token_map", "retry", "pool"];

/** Draws acts. No two acts share a text. */
export class ActSource {
  readonly #next: RandomNumbers;
  readonly #name: string;
  #texts = 0;

  /** `name` begins each text. */
  constructor(next: RandomNumbers, name = "note") {
    this.#next = next;
    this.#name = name;
  }

  history(length: number): Act[] {
    return Array.from({ length }, () => this.#act());
  }

  write(): Write {
    const next = this.#next;
    const kind = next(20);
    if (kind < 7) return { kind: "store", topic: this.#topic(), text: this.#text() };
    if (kind < 10)
      return { kind: "batch", topic: this.#topic(), texts: this.#severalTexts(2 + next(next(4) === 0 ? 30 : 4)) };
    if (kind < 13) return { kind: "edit", pick: next(1000), text: this.#text() };
    if (kind < 15) return { kind: "delete", pick: next(1000), count: 1 + next(next(3) === 0 ? 40 : 2) };
    if (kind < 17) return { kind: "rename", pick: next(1000), topic: this.#topic() };
    return { kind: kind < 19 ? "undo" : "redo" };
  }

  #act(): Act {
    const next = this.#next;
    const process = next(2);
    const kind = next(20);
    if (kind < 13) return { ...this.write(), process };
    if (kind < 15) {
      return { kind: "compact", process, meanwhile: Array.from({ length: next(4) }, () => this.write()) };
    }
    if (kind < 16) return { kind: next(3) === 0 ? "rebuild" : "merge", process };
    if (kind < 17) return { kind: "reopen", process };
    const act = this.#act();
    return act.kind === "kill" ? act : { kind: "kill", process: act.process, act, after: 1 + next(12) };
  }

  #severalTexts(count: number): string[] {
    return Array.from({ length: count }, () => this.#text());
  }

  #text(): string {
    const length = this.#next(WORDS_MOST[this.#next(WORDS_MOST.length)]!);
    const words = Array.from({ length }, () => WORDS[this.#next(WORDS.length)]);
    return [`${this.#name}${this.#texts++}-${this.#next(1e9)}`, ...words].join(this.#next(5) === 0 ? "\n" : " ");
  }

  #topic(): string {
    return TOPICS[this.#next(TOPICS.length)]!;
  }
}

/**
 * The changes that a write asks for, given the live notes; none when there is nothing to change. Undo and redo have no
 * changes of this kind.
 */
export function changesOf(write: Exclude<Write, { kind: "undo" | "redo" }>, view: KnowledgeView): Change[] {
  if (write.kind === "store") return [addition(write.topic, write.text, 0)];
  if (write.kind === "batch") return write.texts.map((text, at) => addition(write.topic, text, at % 3));
  const topics = view.topics().map(({ name }) => name);
  const all = topics.flatMap((name) => view.topicDocuments(name));
  if (all.length === 0) return [];
  if (write.kind === "edit") return [{ kind: "replace", id: all[write.pick % all.length]!, body: write.text }];
  if (write.kind === "delete") {
    const first = write.pick % all.length;
    return all.slice(first, first + write.count).map((id) => ({ kind: "delete", id }));
  }
  const from = topics[write.pick % topics.length]!;
  if (from === write.topic) return [];
  return view
    .topicDocuments(from)
    .map((id) => ({ kind: "move", id, topic: write.topic, body: view.body(id) ?? "damaged" }));
}

/** An act in one line. */
export function describeAct(act: Act | Write): string {
  const by = "process" in act ? `process ${act.process}: ` : "";
  if (act.kind === "kill") return `killed after ${act.after} changes of the disk: ${describeAct(act.act)}`;
  if (act.kind === "compact") return [`${by}compact`, ...act.meanwhile.map(describeAct)].join(", meanwhile ");
  if (act.kind === "store") return `${by}store ${act.text.length} characters in ${act.topic.slice(0, 10)}`;
  if (act.kind === "batch") return `${by}batch of ${act.texts.length} in ${act.topic.slice(0, 10)}`;
  if (act.kind === "edit") return `${by}edit entry ${act.pick} to ${act.text.length} characters`;
  if (act.kind === "delete") return `${by}delete ${act.count} from entry ${act.pick}`;
  if (act.kind === "rename") return `${by}rename topic ${act.pick} to ${act.topic.slice(0, 10)}`;
  return `${by}${act.kind}`;
}

function addition(topic: string, body: string, minutes: number): Change {
  return { kind: "add", topic, body, minutes: MINUTES + minutes };
}

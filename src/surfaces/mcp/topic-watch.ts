// Tells the client when its list of resources is out of date: a topic that it has not heard of, or one that is gone, by
// calls of its own server. A client that never asked for the list is told nothing, and one that was told is not told
// again until it asks.

import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";

/** How long after a change it is looked whether topics came or went, in milliseconds: once for many calls. */
const DELAY_MS = 200;

export class TopicWatch {
  readonly #view: () => Promise<KnowledgeView>;
  readonly #tell: () => Promise<void>;
  readonly #namesIn: (view: KnowledgeView) => readonly string[];
  /** The topics that the client knows of; null: it does not ask, or knows that it has to. */
  #known: ReadonlySet<string> | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** `tell` is called when the list is out of date; `namesIn` says which topics are listed. */
  constructor(
    view: () => Promise<KnowledgeView>,
    tell: () => Promise<void>,
    namesIn: (view: KnowledgeView) => readonly string[] = ({ index }) => index.topicNames(),
  ) {
    this.#view = view;
    this.#tell = tell;
    this.#namesIn = namesIn;
  }

  /** The client was given the list of these topics. */
  listed(names: readonly string[]): void {
    this.#known = new Set(names);
  }

  /** A call is over that may have changed something. */
  written(): void {
    if (this.#known === null || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      // What is wrong with the knowledge base is said when a call needs it.
      this.look().catch(() => undefined);
    }, DELAY_MS);
    // The process does not live on for this.
    this.#timer.unref();
  }

  /** Tells the client if the topics are others than it knows of. */
  async look(): Promise<void> {
    const known = this.#known;
    if (known === null) return;
    const names = this.#namesIn(await this.#view());
    if (names.length === known.size && names.every((name) => known.has(name))) return;
    this.#known = null;
    await this.#tell();
  }
}

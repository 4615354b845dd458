// Tells the client when its list of resources is out of date because calls of its own server have added or removed
// topics. A client that never asked for the list is told nothing. A client that was told is not told again until it
// asks for the list.

import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";

/** How long after a change the topics are compared, in milliseconds: once for many calls. */
const DELAY_MS = 200;

export class TopicWatch {
  readonly #view: () => Promise<KnowledgeView>;
  readonly #tell: () => Promise<void>;
  readonly #namesIn: (view: KnowledgeView) => readonly string[];
  /** The topics that the client knows; null: it never asked for the list, or was told to ask again. */
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

  /** Notes that the client was given the list of these topics. */
  listed(names: readonly string[]): void {
    this.#known = new Set(names);
  }

  /** Notes that a call has ended which may have changed something. */
  written(): void {
    if (this.#known === null || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      // The call that needs the knowledge base reports what is wrong with it.
      this.look().catch(() => undefined);
    }, DELAY_MS);
    // The timer does not keep the process alive.
    this.#timer.unref();
  }

  /** Tells the client if the topics differ from those that it knows. */
  async look(): Promise<void> {
    const known = this.#known;
    if (known === null) return;
    const names = this.#namesIn(await this.#view());
    if (names.length === known.size && names.every((name) => known.has(name))) return;
    this.#known = null;
    await this.#tell();
  }
}

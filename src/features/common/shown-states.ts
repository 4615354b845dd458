// Finds the states of the sources of notes that an answer shows. The files are looked at as they are now, as long as
// that is cheap. For the remaining notes the state that the background knows is used.

import { checkerFor, followerFor } from "../../notes/sources/citation-for.ts";
import { citingEntry, type SourcePass } from "../../notes/sources/source-checker.ts";
import { FILE_PLACE_LENGTH_MAX, PLACE_LENGTH_MAX, type SourceState } from "../../notes/sources/source-state.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import type { SymbolFollower } from "../../notes/sources/symbol-follower.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { parseSource } from "../../notes/text/citation.ts";
import { type EntryText, parseEntryText } from "../../notes/text/entry-text.ts";

/** The limits of one answer: files, and bytes of files that were not read before. */
const LIMITS = { files: 100, bytes: 4 * 1024 * 1024 };

/** The state with the longest words: answers are measured with it before a file is looked at. */
const LONGEST: SourceState = longestTo(FILE_PLACE_LENGTH_MAX, true);
const LONGEST_OF_SYMBOL: SourceState = longestTo(PLACE_LENGTH_MAX, false);

export class ShownStates {
  readonly #view: KnowledgeView;
  readonly #pass: SourcePass;
  readonly #known: ((id: number) => SourceState | null) | undefined;
  readonly #follower: SymbolFollower | null;
  #unseen = 0;

  constructor(ports: SourceCaller, view: KnowledgeView) {
    this.#view = view;
    this.#pass = checkerFor(ports).pass(LIMITS);
    this.#known = ports.staleSources?.stateIn(view.index);
    this.#follower = followerFor(ports);
  }

  /** The state of a note's source; null when it has none, or when nothing is known of it. `entry`: its text. */
  of(id: number, entry?: EntryText): SourceState | null {
    if (entry === undefined && this.#view.document(id).source === null) return null;
    const body = entry === undefined ? this.#view.body(id) : null;
    const text = entry ?? (body === null ? null : parseEntryText(body));
    const citing = text === null ? null : citingEntry(text, this.#view.minutesOf(id));
    if (citing === null) return null;
    const state = this.#pass.check(citing) ?? this.#known?.(id) ?? null;
    if (state === null) this.#unseen++;
    return state === null || state.kind === "unchecked" ? state : (this.#follower?.state(citing, state) ?? state);
  }

  /** A state whose words are as long as any, for a note with a source; else null. No file is looked at. */
  longest(id: number): SourceState | null {
    const { source } = this.#view.document(id);
    if (source === null) return null;
    return this.#follower !== null && parseSource(source).symbol !== null ? LONGEST_OF_SYMBOL : LONGEST;
  }

  /** Says how many sources were not looked at; nothing where all were. */
  notes(): string[] {
    return this.#unseen === 0
      ? []
      : [`${this.#unseen} more sources were not looked at (at most ${LIMITS.files} files)`];
  }
}

function longestTo(length: number, isSure: boolean): SourceState {
  return { kind: "changed", now: { place: "x".repeat(length), isSure } };
}

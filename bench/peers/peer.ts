// What the bench asks of a peer: to take entries in, to find some by two words, to store one more.

import type { CorpusEntry } from "../corpus.ts";

/** A store of a peer that is open. */
export interface PeerStore {
  /** Takes many entries in at once, in the way that is quickest for it. */
  addMany(entries: readonly CorpusEntry[]): unknown;
  /** Stores one entry as durably as it can. */
  store(entry: CorpusEntry): unknown;
  /** Up to ten results that hold both words. Returns how many there were. */
  search(query: string): number | Promise<number>;
  /** Puts everything on the disk and lets go of it. */
  close(): unknown;
  /** The process that holds the data, if it is not this one. */
  readonly processId?: number;
}

/** A peer. */
export interface Peer {
  readonly name: string;
  readonly note: string;
  /** The packages that have to be fetched for it, with exact versions. */
  readonly packages: readonly string[];
  open(context: PeerContext): Promise<PeerStore>;
}

/** Where a peer works, and with what. */
export interface PeerContext {
  readonly directory: string;
  /** The folder with node_modules in which its packages are. */
  readonly packages: string;
  readonly programs: { readonly helix: string; readonly fts5Server: string };
}

export const RESULTS = 10;

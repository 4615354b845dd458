// What turns texts into vectors: texts of like meaning have vectors of like direction.

/** How long a call may take, and what ends it. */
export interface EmbedOptions {
  readonly signal?: AbortSignal | undefined;
  /** For a text that somebody waits for: the most milliseconds, in which it is asked once; left out: as long as it takes. */
  readonly deadlineMs?: number;
}

export interface Embedder {
  /** The name of the model: vectors of two models cannot be compared. */
  readonly model: string;
  /** The address, where what is sent there can be read on the way; left out or null: it cannot. */
  readonly readableAt?: string | null;
  /**
   * The vectors of texts, in their order, each finite, of one length and not zero. Throws HelixError: IO for what the
   * server or the network does, CANCELLED when the signal is aborted, and RefusedTexts.
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<readonly Float32Array[]>;
}

/** The server took the request, and does not like the texts: too long for the model, most often. */
export class RefusedTexts extends Error {}

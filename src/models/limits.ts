// What a request to a model may take: time, bytes, attempts.

export interface Limits {
  /** How long a server may take to begin its answer, in milliseconds. A local one may have to load the model first. */
  readonly firstMs: number;
  /** How long nothing may come in the middle of an answer, in milliseconds. */
  readonly idleMs: number;
  /** How long a whole answer may take, in milliseconds. */
  readonly totalMs: number;
  /** The most bytes of the answer's text, and of all that the server sends for it. */
  readonly textBytesMax: number;
  readonly wireBytesMax: number;
  /** How often a request is made once more, where that may help. */
  readonly retriesMax: number;
  /** The wait before the first repetition, in milliseconds, unless the server names one. Later ones are four times as long. */
  readonly retryMs: number;
  /** If a server wants a longer wait than this, in milliseconds, the request is not repeated. */
  readonly retryMsMax: number;
}

const SECOND_MS = 1000;

export const USUAL_LIMITS: Limits = {
  firstMs: 180 * SECOND_MS,
  idleMs: 60 * SECOND_MS,
  totalMs: 900 * SECOND_MS,
  textBytesMax: 1024 * 1024,
  wireBytesMax: 32 * 1024 * 1024,
  retriesMax: 2,
  retryMs: SECOND_MS,
  retryMsMax: 30 * SECOND_MS,
};

/** Of a request for embeddings: a server that embeds answers at once, or after it has loaded the model. */
export const EMBEDDING_LIMITS: Limits = {
  ...USUAL_LIMITS,
  firstMs: 60 * SECOND_MS,
  totalMs: 120 * SECOND_MS,
};

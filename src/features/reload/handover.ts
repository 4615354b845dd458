// What a server hands over to the new build that goes on in its place: everything that the client has told it and will
// not tell again. The format is one line of JSON, then the bytes that were read and not handled yet.
//
// DO NOT CHANGE the meaning of the fields: the writer is an older build than the reader. New fields are optional. A
// build that cannot read what the running one writes is refused before it is installed.

import { z } from "zod";
import type { SessionOperation } from "../../events/session-log.ts";

/** The longest handover, in bytes: room for two of the longest messages, and the rest. */
export const HANDOVER_BYTES_MAX = 80 * 1024 * 1024;

const FORMAT = 1;
const NAME = /^\.handover-[0-9a-f]{16}$/;
const NAME_BYTES = 8;
const LINE_FEED = 10;

export interface Handover {
  /**
   * The process that wrote the handover. It is the reader's own process, since the new build replaces the old one; in a
   * trial it is the reader's parent.
   */
  readonly process: number;
  /** The build that wrote the handover, e.g. "0.1.0 (abc)". */
  readonly from: string;
  /** The client's `initialize` request as it was sent; null before it arrived. */
  readonly initialize: object | null;
  /** Whether the client has said that it is ready. */
  readonly isInitialized: boolean;
  /** Whether the unread bytes begin in the middle of a line that is too long to be read. */
  readonly isSkipping: boolean;
  readonly session: {
    readonly started: number;
    readonly operations: readonly SessionOperation[];
    readonly count: number;
  };
  /** The bytes that were read and not handled: the beginning of the next line, or many lines. */
  readonly unread: Uint8Array;
}

const HEADER = z.object({
  format: z.literal(FORMAT),
  process: z.number().int(),
  from: z.string(),
  initialize: z.looseObject({ method: z.literal("initialize") }).nullable(),
  isInitialized: z.boolean(),
  isSkipping: z.boolean(),
  session: z.object({
    started: z.number(),
    operations: z.array(z.object({ time: z.number(), what: z.string() })),
    count: z.number().int(),
  }),
});

/** A new name for a file with a handover. */
export function handoverName(): string {
  return `.handover-${Buffer.from(crypto.getRandomValues(new Uint8Array(NAME_BYTES))).toString("hex")}`;
}

/** Whether a file may hold a handover, judged by its name. The name comes from the environment. */
export function isHandoverName(name: string): boolean {
  return NAME.test(name);
}

/** The bytes of a handover. */
export function encodeHandover({ unread, ...header }: Handover): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ format: FORMAT, ...header })}\n`), unread]);
}

/** The handover in these bytes; null when they hold none that this build understands. */
export function decodeHandover(bytes: Uint8Array): Handover | null {
  const end = bytes.indexOf(LINE_FEED);
  if (end < 0) return null;
  try {
    const { format: _, ...header } = HEADER.parse(JSON.parse(Buffer.from(bytes.subarray(0, end)).toString("utf8")));
    return { ...header, unread: bytes.subarray(end + 1) };
  } catch {
    return null;
  }
}

// The first line of a kept output's file, and the file's name. The name says when it was kept, under which key, and how
// many bytes the file has: what is too old, and what is too much, is known from a look at the folder alone.

import { decodeUtf8, encodeUtf8 } from "../../base/utf8.ts";

/** What is known of a kept output beside its bytes. */
export interface KeptHead {
  readonly key: string;
  /** The client's session in which it was printed; "" where that is not known. */
  readonly session: string;
  /** The subagent; "" for the main conversation. */
  readonly agent: string;
  /** The client's tool that ran the command; `run` for `helix run`. */
  readonly tool: string;
  /** The command line, without credentials; its beginning, if it is long. */
  readonly command: string;
  /** Whether the command is known to have failed. */
  readonly isFailure: boolean;
  /** When it was kept, in milliseconds since 1970. */
  readonly at: number;
  /** The length of the original. */
  readonly bytes: number;
}

/** A head, and the checksum of the bytes behind it. */
export interface WrittenHead extends KeptHead {
  readonly crc: number;
}

/** What the name of a file says. */
export interface KeptName {
  readonly name: string;
  readonly key: string;
  readonly at: number;
  /** The length of the whole file. */
  readonly size: number;
}

/** The longest first line, in bytes. */
export const HEAD_BYTES_MAX = 16 * 1024;
const VERSION = 1;
const LINE_BREAK = 10;
/** Milliseconds since 1970 in base 36, so that names are in the order of time until the year 5188. */
const TIME_LENGTH = 9;
const NAME = /^([0-9a-z]{9})-([0-9A-HJKMNP-TV-Z]{8})-([0-9a-z]{1,8})$/;

/** The first line. */
export function encodeHead(head: WrittenHead): Uint8Array {
  return encodeUtf8(`${JSON.stringify({ v: VERSION, ...head })}\n`);
}

/** The head at the beginning of a file, and where the original begins; null where there is none. */
export function parseHead(start: Uint8Array): { readonly head: WrittenHead; readonly length: number } | null {
  const end = start.indexOf(LINE_BREAK);
  if (end < 0 || end >= HEAD_BYTES_MAX) return null;
  try {
    const read = JSON.parse(decodeUtf8(start.subarray(0, end))) as Record<string, unknown>;
    return isHead(read) ? { head: read, length: end + 1 } : null;
  } catch {
    return null;
  }
}

function isHead(read: Record<string, unknown>): read is Record<string, unknown> & WrittenHead {
  const texts = [read.key, read.session, read.agent, read.tool, read.command];
  const counts = [read.at, read.bytes, read.crc];
  return (
    read.v === VERSION &&
    typeof read.isFailure === "boolean" &&
    texts.every((each) => typeof each === "string") &&
    counts.every((each) => Number.isSafeInteger(each) && (each as number) >= 0)
  );
}

/** The name of a file. */
export function nameFor({ at, key, size }: Omit<KeptName, "name">): string {
  return `${at.toString(36).padStart(TIME_LENGTH, "0")}-${key}-${size.toString(36)}`;
}

/** What a name says; null for a name that helix did not give. */
export function parseName(name: string): KeptName | null {
  const [, at, key, size] = NAME.exec(name) ?? [];
  if (at === undefined) return null;
  return { name, at: Number.parseInt(at, 36), key: key!, size: Number.parseInt(size!, 36) };
}

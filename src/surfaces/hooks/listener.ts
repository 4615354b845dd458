// The server's end of the socket that the processes of hooks ask (see platform/hook-socket.ts). It gives the same
// answers as they would, with everything at hand.
// Invariants:
// - Whatever arrives, nothing is thrown, no connection stays open for long, and the bytes kept of one are bounded.

import { decodeUtf8, encodeUtf8 } from "../../base/utf8.ts";
import { build } from "../../base/version.ts";
import { type HookType, hookType } from "../../hooks/common/hook-types.ts";
import { ANSWERED, DECLINED, END, EVENT_BYTES_MAX, GREETING, SOCKET_NAME } from "../../platform/hook-socket.ts";
import {
  type Connection,
  isListening,
  type PublishedSocket,
  publishSocket,
  type Visitor,
} from "../../platform/published-socket.ts";
import { timeoutScale } from "../timeout-scale.ts";
import { parseEvent } from "./parse-event.ts";
import type { HookTool } from "./tool.ts";

type Fields = Readonly<Record<string, unknown>>;

const HEAD_BYTES_MAX = 8192;
const LINE_BREAK = 10;
/** A visitor that has not sent an event within this time, in milliseconds, is not going to. */
const HEARING_MS = 2000 * timeoutScale;

/**
 * A server's part in the socket of a knowledge base. The server that started last owns the socket. Without a socket,
 * hooks answer themselves.
 */
export class HookListener {
  readonly #directory: string;
  readonly #hooks: HookTool;
  readonly #onAsked: () => void;
  #socket: PublishedSocket | null = null;

  /** `onAsked` is called when somebody connects. */
  constructor(directory: string, hooks: HookTool, onAsked: () => void) {
    this.#directory = directory;
    this.#hooks = hooks;
    this.#onAsked = onAsked;
  }

  /** Takes the socket. Does not throw. */
  publish(): void {
    this.#socket?.withdraw();
    this.#socket = publishSocket(this.#directory, SOCKET_NAME, HEARING_MS, (connection) => {
      this.#onAsked();
      return new Conversation(connection, this.#hooks);
    });
  }

  /** Takes the socket if its owner is gone. Does not throw. */
  async takeOver(): Promise<void> {
    if (this.#socket?.isPublished() || (await isListening(this.#directory, SOCKET_NAME))) return;
    this.publish();
  }

  /** Leaves the socket to others. */
  close(): void {
    this.#socket?.withdraw();
    this.#socket = null;
  }
}

/** One question. */
class Conversation implements Visitor {
  readonly #connection: Connection;
  readonly #hooks: HookTool;
  readonly #chunks: Uint8Array[] = [];
  #length = 0;
  #isAnswered = false;
  #isGone = false;

  constructor(connection: Connection, hooks: HookTool) {
    this.#connection = connection;
    this.#hooks = hooks;
  }

  leave(): void {
    this.#isGone = true;
  }

  hear(chunk: Uint8Array): void {
    if (this.#isAnswered) return;
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const first = this.#chunks[0]!;
    const head = headOf(first.length < HEAD_BYTES_MAX && this.#chunks.length > 1 ? Buffer.concat(this.#chunks) : first);
    if (head === null) {
      if (this.#length > HEAD_BYTES_MAX) this.#answer(DECLINED);
      return;
    }
    if (head === "unknown") this.#answer(DECLINED);
    else if (this.#length >= head.length + head.bytes) this.#ask(head);
  }

  #ask({ type, length, bytes }: Head): void {
    this.#isAnswered = true;
    const all = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    const event = parseEvent(all.subarray(length, length + bytes));
    if (event === null || !isOfAnywhere(event)) {
      this.#answer(DECLINED);
      return;
    }
    // A process that has given up has found an answer itself, and the server's answer would wrongly count as said. Two
    // turns of the event loop later it is known whether the process is gone.
    setImmediate(() => setImmediate(() => this.#isGone || this.#say(type, event)));
  }

  #say(type: HookType, event: Fields): void {
    this.#hooks.say(type, event, "/").then(
      (text) => this.#answer(ANSWERED + text),
      () => this.#answer(DECLINED),
    );
  }

  #answer(text: string): void {
    this.#isAnswered = true;
    if (!this.#isGone) this.#connection.end(encodeUtf8(text + END));
  }
}

/** The first line; `length` includes the line break. */
interface Head {
  readonly type: HookType;
  readonly length: number;
  /** Length of the event. */
  readonly bytes: number;
}

/**
 * Whether the event can be answered outside of its own process. Without the client's session id only the terminal tells
 * sessions apart, and without a directory the process's own would have to be looked up.
 */
function isOfAnywhere(event: unknown): event is Fields {
  const { session_id, cwd } = event as Fields;
  return typeof session_id === "string" && typeof cwd === "string" && cwd.startsWith("/");
}

/** The first line of a question. null: it has not arrived completely. "unknown": this server has no answer for it. */
function headOf(bytes: Uint8Array): Head | "unknown" | null {
  const end = bytes.indexOf(LINE_BREAK);
  if (end < 0) return null;
  const [greeting, theirs, name = "", size = ""] = decodeUtf8(bytes.subarray(0, end)).split("\t");
  const type = hookType(name);
  const length = Number(size);
  const isSized = /^\d{1,8}$/.test(size) && length <= EVENT_BYTES_MAX;
  if (greeting !== GREETING || theirs !== build || type === null || !isSized) return "unknown";
  return { type, length: end + 1, bytes: length };
}

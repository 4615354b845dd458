// The server's end of the socket that hooks' processes ask (see storage/hook-socket.ts): the same answers, found with everything at hand.
// Invariant: whatever comes in, nothing is thrown, no connection stays for long, and what is kept of one is bounded.

import type { Socket } from "node:net";
import { type HookType, hookType } from "../../features/hooks/hook-types.ts";
import { ANSWERED, DECLINED, EVENT_BYTES_MAX, GREETING, SOCKET_NAME } from "../../storage/hook-socket.ts";
import { isListening, type PublishedSocket, publishSocket } from "../../storage/published-socket.ts";
import { build } from "../../version.ts";
import { patience } from "../patience.ts";
import { parseEvent } from "./read-event.ts";
import type { HookTool } from "./tool.ts";

const HEAD_BYTES_MAX = 8192;
/** Who has not sent an event after so long, in milliseconds, is not going to. */
const PATIENCE_MS = 2000 * patience;

/** A server's part in the socket of a knowledge base. The server that began last has it; where there is none, hooks do without. */
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
  async publish(): Promise<void> {
    this.#socket?.withdraw();
    const onConnection = (socket: Socket) => {
      this.#onAsked();
      new Conversation(socket, this.#hooks);
    };
    this.#socket = await publishSocket(this.#directory, SOCKET_NAME, onConnection);
  }

  /** Takes the socket if whoever had it is gone. Does not throw. */
  async takeOver(): Promise<void> {
    if (this.#socket?.isPublished() || (await isListening(this.#directory, SOCKET_NAME))) return;
    await this.publish();
  }

  /** Leaves the socket to others. */
  close(): void {
    this.#socket?.withdraw();
    this.#socket = null;
  }
}

/** One question. */
class Conversation {
  readonly #socket: Socket;
  readonly #hooks: HookTool;
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #isAnswered = false;
  #isGone = false;

  constructor(socket: Socket, hooks: HookTool) {
    this.#socket = socket;
    this.#hooks = hooks;
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.on("error", () => socket.destroy());
    socket.on("end", () => {
      this.#isGone = true;
      if (!this.#isAnswered) socket.destroy();
    });
    socket.on("close", () => {
      this.#isGone = true;
    });
    socket.on("data", (chunk: Buffer) => this.#take(chunk));
  }

  #take(chunk: Buffer): void {
    if (this.#isAnswered) return;
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const head = headOf(this.#chunks[0]!.length < HEAD_BYTES_MAX ? Buffer.concat(this.#chunks) : this.#chunks[0]!);
    if (head === null) {
      if (this.#length > HEAD_BYTES_MAX) this.#answer(DECLINED);
      return;
    }
    if (head === "unknown") this.#answer(DECLINED);
    else if (this.#length >= head.length + head.bytes) this.#ask(head);
  }

  #ask({ type, cwd, length, bytes }: Head): void {
    this.#isAnswered = true;
    const event = parseEvent(Buffer.concat(this.#chunks).subarray(length, length + bytes));
    // Without the client's id it is the terminal that tells sessions apart, and this is not it.
    if (event === null || typeof (event as { session_id?: unknown }).session_id !== "string") {
      this.#answer(DECLINED);
      return;
    }
    // Who has given up has found an answer by itself; what it was told here would count as said. Behind the next turn of the event loop
    // it is known.
    setImmediate(() => setImmediate(() => this.#isGone || this.#say(type, event as Record<string, unknown>, cwd)));
  }

  #say(type: HookType, event: Readonly<Record<string, unknown>>, cwd: string): void {
    this.#hooks.say(type, event, cwd).then(
      (text) => this.#answer(ANSWERED + text),
      () => this.#answer(DECLINED),
    );
  }

  #answer(text: string): void {
    this.#isAnswered = true;
    this.#socket.end(text);
  }
}

/** The first line, and its length with the line break. */
interface Head {
  readonly type: HookType;
  readonly cwd: string;
  readonly length: number;
  /** Length of the event. */
  readonly bytes: number;
}

/** null: the line has not come yet. "unknown": nobody that this server has an answer for. */
function headOf(bytes: Buffer): Head | "unknown" | null {
  const end = bytes.indexOf("\n");
  if (end < 0) return null;
  const [greeting, theirs, name = "", cwd = "", size = ""] = bytes.toString("utf8", 0, end).split("\t");
  const type = hookType(name);
  const length = Number(size);
  const isSized = /^\d{1,8}$/.test(size) && length <= EVENT_BYTES_MAX;
  if (greeting !== GREETING || theirs !== build || type === null || !isSized) return "unknown";
  return { type, cwd, length: end + 1, bytes: length };
}

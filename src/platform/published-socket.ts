// A listening socket under a name that others know. Several servers may publish one under the same name: the last one
// has it. It uses Bun's own sockets. Those of `node:net` are streams, through a dozen layers of which an answer would
// go.
// Invariants:
// - The name always leads to a socket that was already listening when it got the name: a socket is bound under another
//   name and renamed.
// - A server that withdraws removes only its own socket.
// - Only this user reaches the socket. None is published in a directory where others could put something, and its file
//   is closed to others. A connection of another user is not listened to, not even one of root.

import { chmodSync, lstatSync, renameSync, rmSync } from "node:fs";
import type { Socket } from "bun";
import { isOwnDirectory } from "./own-directory.ts";
import { isOwnPeer } from "./system-library.ts";

const MODE = 0o600;
/** Longer paths cannot be addresses of sockets. */
const PATH_BYTES_MAX = 100;

export interface PublishedSocket {
  /** Whether the name still leads to this socket. Does not throw. */
  isPublished(): boolean;
  /** Stops listening, and removes the name if it still leads to this socket. Does not throw. */
  withdraw(): void;
}

/** Receives what happens on a connection. */
export interface Visitor {
  /** Bytes came; the visitor may keep them. */
  hear(bytes: Uint8Array): void;
  /** The connection is closed. */
  leave(): void;
}

/** This server's end of a connection. */
export class Connection {
  readonly #socket: Socket<Ends>;
  /** The bytes that the other end has no room for yet. */
  #rest: Uint8Array | null = null;

  /** For `publishSocket`. */
  constructor(socket: Socket<Ends>) {
    this.#socket = socket;
  }

  /** Sends the bytes, however long the other end takes to read them, and hangs up. */
  end(bytes: Uint8Array): void {
    const count = Math.max(0, this.#socket.write(bytes));
    this.#rest = count < bytes.length ? bytes.subarray(count) : null;
    if (this.#rest === null) this.#socket.end();
  }

  /** For `publishSocket`: there is room again. */
  drain(): void {
    if (this.#rest !== null) this.end(this.#rest);
  }

  /** Hangs up. */
  drop(): void {
    this.#socket.terminate();
  }
}

/** A socket as Bun makes it; its types do not know of the descriptor. */
interface Described {
  readonly fd: number;
}

/** Ignores what another user sends. */
const STRANGER: Visitor = { hear: () => undefined, leave: () => undefined };

/** What this server keeps of a connection. */
interface Ends {
  readonly connection: Connection;
  readonly visitor: Visitor;
}

/** Whether a process listens at `directory/name` that can only be this user's. */
export async function isListening(directory: string, name: string): Promise<boolean> {
  if (!isOwnDirectory(directory)) return false;
  try {
    const socket = await Bun.connect({ unix: `${directory}/${name}`, socket: { data: () => undefined } });
    socket.terminate();
    return true;
  } catch {
    return false;
  }
}

/**
 * Listens at `directory/name` and calls `visit` for each connection of this user. A connection that is idle for
 * `idleMs` milliseconds, or a few seconds more, is dropped. Null when that is not possible, and where others may write
 * to the directory. Does not keep the process alive.
 */
export function publishSocket(
  directory: string,
  name: string,
  idleMs: number,
  visit: (connection: Connection) => Visitor,
): PublishedSocket | null {
  const [path, temporary] = [`${directory}/${name}`, `${directory}/.${process.pid}.sock`];
  if (Buffer.byteLength(temporary) > PATH_BYTES_MAX || !isOwnDirectory(directory)) return null;
  try {
    rmSync(temporary, { force: true });
    const server = Bun.listen<Ends>({
      unix: temporary,
      socket: {
        open(socket) {
          const connection = new Connection(socket);
          const isOwn = isOwnPeer((socket as unknown as Described).fd);
          socket.data = { connection, visitor: isOwn ? visit(connection) : STRANGER };
          if (!isOwn) {
            socket.terminate();
            return;
          }
          socket.timeout(Math.ceil(idleMs / 1000));
        },
        data: (socket, bytes) => socket.data.visitor.hear(bytes),
        drain: (socket) => socket.data.connection.drain(),
        close: (socket) => socket.data.visitor.leave(),
        timeout: (socket) => socket.terminate(),
        error: (socket) => socket.terminate(),
      },
    });
    try {
      server.unref();
      chmodSync(temporary, MODE);
      const own = lstatSync(temporary).ino;
      renameSync(temporary, path);
      const isPublished = () => isFile(path, own);
      return {
        isPublished,
        withdraw() {
          if (isPublished()) removeQuietly(path);
          server.stop();
        },
      };
    } catch {
      server.stop();
      removeQuietly(temporary);
      return null;
    }
  } catch {
    return null;
  }
}

/** Whether the path leads to the file with this inode. False when it cannot be looked at. */
function isFile(path: string, inode: number): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.ino === inode;
  } catch {
    return false;
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The directory is closed to this user, or is no directory any more.
  }
}

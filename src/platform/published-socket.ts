// A listening socket under a name that others know. Several servers may publish one under the same name: the last one
// has it. Bun's own sockets: those of `node:net` are streams, of which an answer to somebody who waits goes through a
// dozen layers.
// Invariants:
// - under the name there is always a socket that was listening when it came there: it is bound under another name and
//   renamed;
// - who withdraws takes away its own only;
// - only this user reaches it: in a directory where others could put something there is none, the file is closed to
//   others, and who connects as another user is not listened to, root among them.

import { chmodSync, lstatSync, renameSync, rmSync } from "node:fs";
import type { Socket } from "bun";
import { isOwnDirectory } from "./own-directory.ts";
import { isOwnPeer } from "./system-library.ts";

const MODE = 0o600;
/** Longer paths are no addresses of sockets. */
const PATH_BYTES_MAX = 100;

export interface PublishedSocket {
  /** Whether the name still leads here. Does not throw. */
  isPublished(): boolean;
  /** Stops listening, and takes the name away if it is this one's. Does not throw. */
  withdraw(): void;
}

/** What becomes of a connection. */
export interface Visitor {
  /** Something came; the bytes are the visitor's to keep. */
  hear(bytes: Uint8Array): void;
  /** Nobody listens any more. */
  leave(): void;
}

/** The end of a connection that is here. */
export class Connection {
  readonly #socket: Socket<Ends>;
  /** What the other end has no room for yet. */
  #rest: Uint8Array | null = null;

  /** For `publishSocket`. */
  constructor(socket: Socket<Ends>) {
    this.#socket = socket;
  }

  /** Sends this, however long the other end takes to read it, and hangs up. */
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

/** Nothing comes of what another user sends. */
const STRANGER: Visitor = { hear: () => undefined, leave: () => undefined };

/** Both that a connection is to this server. */
interface Ends {
  readonly connection: Connection;
  readonly visitor: Visitor;
}

/** Whether anybody listens at `directory/name` who can only be this user. */
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
 * Listens at `directory/name` and has each connection visited; one that is idle for so many milliseconds, or a few
 * seconds more, is dropped. null when that is not possible, and where others may write to the directory. Keeps no
 * process alive.
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

/** Whether the path leads to this file. One that may not be looked at does not. */
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
    // The directory is closed to us, or is none any more.
  }
}

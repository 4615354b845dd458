// A listening socket under a name that others know. Several servers may publish one under the same name: the last one has it.
// Invariants:
// - under the name there is always a socket that was listening when it came there: it is bound under another name and renamed;
// - who withdraws takes away its own only;
// - only this user can reach it: the directory is closed to others, and so is the file.

import { chmodSync, lstatSync, renameSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";

const MODE = 0o600;
/** Longer paths are no addresses of sockets. */
const PATH_BYTES_MAX = 100;

export interface PublishedSocket {
  /** Whether the name still leads here. */
  isPublished(): boolean;
  /** Stops listening, and takes the name away if it is this one's. */
  withdraw(): void;
}

/** Whether anybody listens at `directory/name`. */
export function isListening(directory: string, name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(`${directory}/${name}`);
    const tell = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.on("connect", () => tell(true)).on("error", () => tell(false));
  });
}

/** Listens at `directory/name` and hands over each connection; null when that is not possible. Keeps no process alive. */
export function publishSocket(
  directory: string,
  name: string,
  onConnection: (socket: Socket) => void,
): Promise<PublishedSocket | null> {
  const [path, temporary] = [`${directory}/${name}`, `${directory}/.${process.pid}.sock`];
  if (Buffer.byteLength(temporary) > PATH_BYTES_MAX) return Promise.resolve(null);
  return new Promise((resolve) => {
    const server = createServer({ allowHalfOpen: true }, onConnection);
    server.on("error", () => resolve(null));
    rmSync(temporary, { force: true });
    server.listen(temporary, () => {
      server.unref();
      try {
        chmodSync(temporary, MODE);
        const own = lstatSync(temporary).ino;
        renameSync(temporary, path);
        const isPublished = () => lstatSync(path, { throwIfNoEntry: false })?.ino === own;
        resolve({
          isPublished,
          withdraw() {
            if (isPublished()) rmSync(path, { force: true });
            server.close();
          },
        });
      } catch {
        server.close();
        rmSync(temporary, { force: true });
        resolve(null);
      }
    });
  });
}

// What a test finds in a knowledge base directory under a running server, whose socket comes and goes in its own time.

import { readdirSync } from "node:fs";
import { SOCKET_NAME } from "../../src/storage/hook-socket.ts";

/** The names in the directory, sorted, without the socket that hooks ask. */
export function filesIn(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => name !== SOCKET_NAME && !/^\.\d+\.sock$/.test(name))
    .sort();
}

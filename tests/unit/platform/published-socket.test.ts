// A connection that is answered: everything arrives, however much it is and however late it is read.

import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Connection, isListening, publishSocket } from "../../../src/platform/published-socket.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const makeFolder = useFolders("each");
/** More than a socket takes at once. */
const LENGTH = 3_000_000;
const IDLE_MS = 60_000;

test("an answer that the other end has no room for arrives whole", async () => {
  const folder = makeFolder();
  const bytes = Uint8Array.from({ length: LENGTH }, (_, at) => at % 251);
  const published = publishSocket(folder, "test.sock", IDLE_MS, (connection: Connection) => ({
    hear: () => connection.end(bytes),
    leave: () => undefined,
  }))!;
  const path = join(folder, "test.sock");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect([published.isPublished(), await isListening(folder, "test.sock")]).toEqual([true, true]);
  const asker = connect(path);
  await once(asker, "connect");
  await new Promise((resolve) => asker.write("?", resolve));
  const chunks: Buffer[] = [];
  for await (const chunk of asker) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
  published.withdraw();
  expect([existsSync(path), await isListening(folder, "test.sock")]).toEqual([false, false]);
});

// A server that could not go over to a new build, since its directory could not be entered any more, held its
// connection for good: removing what it had not been able to write threw. It answered nobody then, and did not end when
// its client left.

import { symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { SessionLog } from "../../src/events/session-log.ts";
import { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import { inProcessMerger } from "../../src/notes/store/mergers.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import { goingOn } from "../../src/surfaces/mcp/handover.ts";
import { type Input, LineTransport } from "../../src/surfaces/mcp/line-transport.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");

/** Standard input whose end the test says. */
class TestInput implements Input {
  readonly #listeners = new Map<string, (value: never) => void>();

  on(event: string, listener: (value: never) => void): void {
    this.#listeners.set(event, listener);
  }

  end(): void {
    this.#listeners.get("end")?.(undefined as never);
  }
}

test("a server that cannot go over goes on, and ends with its client", async () => {
  const directory = join(folder(), "kb");
  symlinkSync(basename(directory), directory);
  const base = new KnowledgeBase({
    directory,
    files: diskFileSystem,
    merger: inProcessMerger(diskFileSystem, directory),
    clock: () => 0,
  });
  const input = new TestInput();
  const transport = new LineTransport(input, { write: (_, done) => done() });
  await transport.start();
  const ended = new Promise<void>((resolve) => {
    transport.onended = resolve;
  });
  const said: unknown[] = [];
  const warned = new Promise<void>((resolve) => {
    const warn = (error: unknown) => {
      said.push(error);
      resolve();
    };
    const session = new SessionLog(0, [], 0);
    goingOn({ base, transport, session, environment: {}, warn })("/nowhere/helix", "2.0.0 (new)", undefined);
  });
  await warned;
  input.end();
  await ended;
  expect(said).toEqual([expect.stringMatching(/^could not go over to 2\.0\.0 \(new\), goes on as /)]);
});

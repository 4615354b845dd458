// The server of `helix serve` under the MCP SDK's own client, for tests of the tools. Clock, time zone, home and working
// directory are fixed, so that answers can be compared to the letter. It runs in the process of the tests, where an
// answer costs a fiftieth of what a started program does; a test that is about the process asks for the compiled one.
//
// Invariants
// - In the process of the tests the data of each answer are checked by their schema.
// - The server's home, clock and zone are the test's; it never sees the knowledge base of whoever runs the tests.
// - A refusal has one line: `refusal` fails otherwise.
//
// Left to others: building the binary (helix-binary.ts), talking to it below the protocol (raw-server.ts).

import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { afterAll, afterEach, expect } from "vitest";
import { messageOf } from "../../src/base/errors.ts";
import { SessionLog } from "../../src/events/session-log.ts";
import type { Feature } from "../../src/features/common/feature.ts";
import { loadTools } from "../../src/features/tools.ts";
import { assemble } from "../../src/surfaces/mcp/assemble.ts";
import { helixBinary } from "./helix-binary.ts";
import { checkToolData } from "./json-answers.ts";
import { DERIVED_IDS, withoutIds } from "./note-ids.ts";
import { parserHere } from "./parser-here.ts";
import { patientClient } from "./patient-client.ts";
import { useFolders } from "./temporary-folder.ts";

/** What the clock of a server says unless a test sets it: 2026-02-21 06:11 in the zone of the tests. */
export const NOW = "2026-02-21T00:41:00Z";
/**
 * What helix waits for hooks and locks in tests, as a multiple of the usual: that a machine is slow or busy is no
 * failure.
 */
export const TIMEOUT_SCALE = "20";
/** Five and a half hours ahead of UTC all year: a day taken in UTC by mistake shows. */
export const ZONE = "Asia/Kolkata";

export interface ServeOptions {
  /** The knowledge base; a fresh folder by default. */
  readonly directory?: string;
  readonly now?: string;
  readonly zone?: string;
  /** The working directory; a fresh folder outside of any repository by default. */
  readonly cwd?: string;
  /** The user's home; by default the working directory. */
  readonly home?: string;
}

export type Values = Record<string, unknown>;

/** One running server and what a test asks of it. */
export class Served {
  readonly client: Client;
  readonly directory: string;
  /** What is wrong with the data of answers so far. */
  readonly #wrong: readonly string[];

  constructor(client: Client, directory: string, wrong: readonly string[]) {
    this.client = client;
    this.directory = directory;
    this.#wrong = wrong;
  }

  /** The text of an answer; fails the test when the tool refuses. */
  async answer(name: string, values: Values = {}): Promise<string> {
    const { text, isError } = await this.#call(name, values);
    expect(isError, `${name} refused: ${text}`).toBe(false);
    return text;
  }

  /** The text of an answer with the ids of notes. */
  async asWritten(name: string, values: Values = {}): Promise<string> {
    return (await this.#parts(name, values)).text;
  }

  /** The text of a refusal, which has one line; fails the test when the tool does not refuse. */
  async refusal(name: string, values: Values): Promise<string> {
    const { text, isError } = await this.#call(name, values);
    expect(isError, `${name} accepted: ${text}`).toBe(true);
    expect(text).not.toMatch(/[\n\r]/);
    return text;
  }

  /** All notes as JSON with their ids, from as many pages as there are. */
  async exported(): Promise<string> {
    const notes: object[] = [];
    for (let page = 1; ; page++) {
      const values = { action: "export", budget: 20_000, page };
      const { content } = await this.client.callTool({ name: "topics", arguments: values });
      const [json, remark] = content as { text: string }[];
      notes.push(...(JSON.parse(json!.text) as object[]));
      if (!remark?.text.includes(`page=${page + 1}`)) return JSON.stringify(notes);
    }
  }

  store(topic: string, text: string, more: Values = {}): Promise<string> {
    return this.answer("store", { topic, text, ...more });
  }

  search(query: string, more: Values = {}): Promise<string> {
    return this.answer("search", { query, ...more });
  }

  read(topic: string, more: Values = {}): Promise<string> {
    return this.answer("read", { topic, ...more });
  }

  /** Puts entries in place with the times and the metadata lines that their bodies have. */
  async load(entries: readonly { topic: string; time: string; body: string }[]): Promise<void> {
    await this.answer("topics", { action: "import", json: JSON.stringify(entries) });
  }

  async #call(name: string, values: Values): Promise<{ text: string; isError: boolean }> {
    const { text, isError } = await this.#parts(name, values);
    return { text: withoutIds(text), isError };
  }

  async #parts(name: string, values: Values): Promise<{ text: string; isError: boolean }> {
    const result = await this.client.callTool({ name, arguments: values });
    // A server in this process answers at once: what waits for its turn gets it here, as it does between two messages.
    await new Promise((resolve) => setImmediate(resolve));
    expect(this.#wrong).toEqual([]);
    const parts = result.content as { type: string; text: string }[];
    expect(parts.map((part) => part.type)).toEqual(["text"]);
    return { text: parts[0]!.text, isError: result.isError === true };
  }
}

interface Running {
  readonly client: Client;
  /** Settles when nothing of it runs any more. */
  readonly ended: Promise<void>;
}

/**
 * Makes a function that starts servers; they end with the test ("each") or with the surrounding describe or file
 * ("all"). `where`: "compiled" for tests of the protocol, of hooks, and of what a server does by itself.
 */
export function useServers(
  scope: "each" | "all",
  where: "here" | "compiled" = "here",
): (options?: ServeOptions) => Promise<Served> {
  const running: Running[] = [];
  const stop = async () => {
    // One that has to be killed in the end is not waited for by its client, and may still write to its folder.
    await Promise.all(running.splice(0).flatMap(({ client, ended }) => [client.close(), ended]));
  };
  // Registered first: hooks of a kind run in reverse, so servers end before their folders go.
  const folder = useFolders(scope);
  if (scope === "each") afterEach(stop);
  else afterAll(stop);
  return async ({ directory = folder(), now = NOW, zone = ZONE, cwd = folder(), home = cwd } = {}) => {
    const environment = {
      PATH: process.env.PATH ?? "",
      HOME: home,
      TZ: zone,
      HELIX_NOW: now,
      HELIX_TIMEOUT_SCALE: TIMEOUT_SCALE,
      ...DERIVED_IDS,
    };
    const wrong: string[] = [];
    const start = where === "compiled" || zone !== ZONE ? startCompiled : startHere;
    const started = await start({ directory, cwd, environment }, wrong);
    running.push(started);
    return new Served(started.client, directory, wrong);
  };
}

interface Place {
  readonly directory: string;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

async function startCompiled({ directory, cwd, environment: env }: Place): Promise<Running> {
  const client = patientClient();
  const command = helixBinary();
  await client.connect(
    new StdioClientTransport({ command, args: ["serve", directory], cwd, env: { ...env }, stderr: "inherit" }),
  );
  const ended = new Promise<void>((resolve) => {
    client.onclose = resolve;
  });
  return { client, ended };
}

/** How many were started in this process: each has a name of its own. */
let startedCount = 0;

/** Starts one in this process. Into `wrong` goes what is wrong with the data of its answers. */
async function startHere({ directory, cwd, environment }: Place, wrong: string[]): Promise<Running> {
  const client = patientClient();
  const name = `server-${++startedCount}`;
  const { base, caller, server, staleSources } = await assemble({
    directory,
    host: { environment, directory: () => cwd },
    warn: (error) => wrong.push(messageOf(error)),
    whenIdle: null,
    parserOf: parserHere,
    features: (await loadTools()).map((feature) => checking(feature, () => staleSources.asked(), wrong)),
    session: (clock) => new SessionLog(clock(), []),
    name: () => name,
    goOnIn: () => async () => "this server is part of a test",
  });
  const [own, other] = InMemoryTransport.createLinkedPair();
  const opened = new Promise<void>((resolve) => {
    server.oninitialized = () => {
      base
        .view()
        .then(() => caller.here.settle(base))
        .catch(() => undefined)
        .finally(resolve);
      staleSources.start();
    };
  });
  await server.connect(other);
  await client.connect(own);
  await opened;
  const ended = new Promise<void>((resolve) => {
    client.onclose = () => {
      for (const part of [staleSources, caller.code, base]) part.close();
      resolve();
    };
  });
  return { client, ended };
}

/** The tool, with a check of the data of its answers; `asked` is called before each. */
function checking(feature: Feature, asked: () => void, wrong: string[]): Feature {
  const run: Feature["run"] = async (context, values) => {
    asked();
    const answer = await feature.run(context, values);
    try {
      checkToolData(feature.name, values, answer.data());
    } catch (error) {
      wrong.push(messageOf(error));
    }
    return answer;
  };
  return { ...feature, run };
}

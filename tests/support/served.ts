// A compiled `helix serve` under the MCP SDK's own client, for tests of the tools. Clock, time zone, home and working
// directory are fixed, so that answers can be compared to the letter.
//
// Invariants
// - The server's home, clock and zone are the test's; it never sees the knowledge base of whoever runs the tests.
// - A refusal has one line: `refusal` fails otherwise.
//
// Left to others: building the binary (helix-binary.ts), talking to it below the protocol (raw-server.ts).

import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, afterEach, expect } from "vitest";
import { helixBinary } from "./helix-binary.ts";
import { DERIVED_IDS, withoutIds } from "./note-ids.ts";
import { patientClient } from "./patient-client.ts";
import { type Place, repeatedCall } from "./repeated-call.ts";
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
  readonly #place: Place;

  constructor(client: Client, place: Place) {
    this.client = client;
    this.directory = place.directory;
    this.#place = place;
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
    const isGolden = expect.getState().testPath?.includes("/tests/golden/");
    const repeat = isGolden ? repeatedCall(name, values, this.#place) : null;
    const result = await this.client.callTool({ name, arguments: values });
    if (result.isError !== true) await repeat?.();
    const parts = result.content as { type: string; text: string }[];
    expect(parts.map((part) => part.type)).toEqual(["text"]);
    return { text: parts[0]!.text, isError: result.isError === true };
  }
}

/**
 * Makes a function that starts servers; they end with the test ("each") or with the surrounding describe or file
 * ("all").
 */
export function useServers(scope: "each" | "all"): (options?: ServeOptions) => Promise<Served> {
  const running: { client: Client; ended: Promise<void> }[] = [];
  const stop = async () => {
    // One that has to be killed in the end is not waited for by its client, and may still write to its folder.
    await Promise.all(running.splice(0).flatMap(({ client, ended }) => [client.close(), ended]));
  };
  // Registered first: hooks of a kind run in reverse, so servers end before their folders go.
  const folder = useFolders(scope);
  if (scope === "each") afterEach(stop);
  else afterAll(stop);
  return async ({ directory = folder(), now = NOW, zone = ZONE, cwd = folder(), home = cwd } = {}) => {
    const client = patientClient();
    const environment = {
      PATH: process.env.PATH ?? "",
      HOME: home,
      TZ: zone,
      HELIX_NOW: now,
      HELIX_TIMEOUT_SCALE: TIMEOUT_SCALE,
      ...DERIVED_IDS,
    };
    await client.connect(
      new StdioClientTransport({
        command: helixBinary(),
        args: ["serve", directory],
        cwd,
        env: environment,
        stderr: "inherit",
      }),
    );
    const ended = new Promise<void>((resolve) => {
      client.onclose = resolve;
    });
    running.push({ client, ended });
    return new Served(client, { directory, cwd, now });
  };
}

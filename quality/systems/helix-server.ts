// Starts helix's compiled server for the runs that ask it.

import { mkdirSync } from "node:fs";
import { BenchClient } from "../../bench/client.ts";

interface Tools {
  readonly tools?: readonly { readonly name: string; readonly inputSchema: { readonly properties?: object } }[];
}

/** Whether a tool of the server has a parameter: an earlier binary may not. */
export async function hasParameter(client: BenchClient, tool: string, parameter: string): Promise<boolean> {
  const { tools = [] } = ((await client.request("tools/list", {})).result ?? {}) as Tools;
  return parameter in (tools.find(({ name }) => name === tool)?.inputSchema.properties ?? {});
}

/**
 * Starts a server on a knowledge base, in the directory `cwd`. Its days are those of UTC; `now` is where its clock
 * stands, null for the system's.
 */
export async function startServer(
  binary: string,
  knowledgeBase: string,
  cwd: string,
  now: string | null,
): Promise<BenchClient> {
  mkdirSync(knowledgeBase, { recursive: true });
  process.env.TZ = "UTC";
  if (now !== null) process.env.HELIX_NOW = now;
  const client = new BenchClient([binary, "serve", knowledgeBase], cwd);
  delete process.env.HELIX_NOW;
  await client.initialize();
  return client;
}

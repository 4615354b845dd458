// Answers as long as they can be: an earlier binary gave them without being asked, and today's gives pages. Runs that are
// compared have the same in their answers.

import { BenchClient } from "./client.ts";

/** The largest budget that helix accepts, in tokens. */
const BUDGET = 20_000;

interface Tools {
  readonly tools?: readonly { readonly name: string; readonly inputSchema: { readonly properties?: object } }[];
}

/** By program: the tools that take a budget. */
const known = new Map<string, ReadonlySet<string>>();

/** Asks a program once which of its tools take a budget, by a server that is not measured. */
export async function learnBudgets(command: readonly string[], directory: string): Promise<void> {
  if (known.has(command[0]!)) return;
  const client = new BenchClient(command, directory);
  await client.initialize();
  const { tools = [] } = ((await client.request("tools/list", {})).result ?? {}) as Tools;
  await client.end();
  const names = tools.filter((tool) => "budget" in (tool.inputSchema.properties ?? {})).map(({ name }) => name);
  known.set(command[0]!, new Set(names));
}

/** The values of a call, with a budget where they have none and the client's program is known to take one. */
export function whole({ command }: BenchClient, tool: string, values: object): object {
  return known.get(command[0]!)?.has(tool) ? { budget: BUDGET, ...values } : values;
}

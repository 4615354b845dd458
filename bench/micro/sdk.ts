// The SDK's share of a call: a server of it and the other end of an in-memory connection, without pipe and without JSON
// text.

import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const INITIALIZE = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } };

/** Microseconds from a call that is handed to the server to its answer. */
export async function sdkRoundTrips(rounds: number, earlier: number): Promise<number[]> {
  const server = new Server({ name: "bench", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
    content: [{ type: "text", text: String(params.arguments?.text) }],
  }));
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  await near.start();
  const ask = (id: number, method: string, params: Record<string, unknown>) =>
    new Promise<void>((resolve) => {
      near.onmessage = () => resolve();
      void near.send({ jsonrpc: "2.0", id, method, params });
    });
  await ask(0, "initialize", INITIALIZE);
  await near.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  const values = { name: "echo", arguments: { text: "x".repeat(400) } };
  const samples: number[] = [];
  for (let round = 0; round < earlier + rounds; round++) {
    const start = Bun.nanoseconds();
    await ask(round + 1, "tools/call", values);
    if (round >= earlier) samples.push((Bun.nanoseconds() - start) / 1000);
  }
  await server.close();
  return samples;
}

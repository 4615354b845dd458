// SQLite's FTS5 behind the SDK's server over stdio: what helix would be if it were SQLite. Directory in the first
// argument.

import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { openFts5 } from "../peers/fts5-store.ts";

const store = openFts5(process.argv[2]!);
const server = new Server({ name: "bench", version: "1" }, { capabilities: { tools: {} } });
server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
  const values = params.arguments ?? {};
  const text =
    params.name === "search"
      ? store.search(String(values.query)).join("\n")
      : String(store.add([values as { topic: string; text: string; tags: string; source: string }]));
  return { content: [{ type: "text", text }] };
});
process.stdin.on("end", () => process.exit(0));
await server.connect(new StdioServerTransport());

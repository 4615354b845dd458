// A program that plays a client, for tests/e2e/plan-start.test.ts: `bun playing-program.ts HELIX KB SEQ [EVENT]` starts a
// server of its own and begins a task there. With EVENT it also plays the hook that records who calls. Prints the answer.

import { spawnSync } from "node:child_process";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { patientClient } from "./patient-client.ts";

const [helix = "", base = "", seq = "", event = ""] = process.argv.slice(2);
const env = process.env as Record<string, string>;
const toolUseId = "toolu_played";
if (event !== "") spawnSync(helix, ["hook", "guard-binding", base], { input: event, env });
const client = patientClient();
await client.connect(new StdioClientTransport({ command: helix, args: ["serve", base], env, stderr: "ignore" }));
const { content } = await client.callTool({
  name: "plan",
  arguments: { action: "start", seq },
  _meta: { "claudecode/toolUseId": toolUseId },
});
process.stdout.write((content as { text: string }[])[0]!.text);
await client.close();
process.exit(0);

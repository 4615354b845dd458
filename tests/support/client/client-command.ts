// Commands of the real client that need no model, such as `claude mcp list`, run to their end.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Outcome } from "../command-line.ts";
import { canIsolate, onLoopbackOnly } from "./loopback.ts";
import { clientEnvironment } from "./run-client.ts";
import type { Stage } from "./stage.ts";

/** Runs `claude WORDS...` in the stage's project. */
export function runClientCommand(client: string, stage: Stage, words: readonly string[]): Outcome {
  const before = canIsolate ? onLoopbackOnly(join(stage.root, "nobody.sock")) : [];
  const [program, ...rest] = [...before, client, ...words];
  const env = { ...stage.environment, ...clientEnvironment(1) };
  const { status, stdout, stderr } = spawnSync(program!, rest, { cwd: stage.project, env, encoding: "utf8" });
  return { status, stdout, stderr };
}

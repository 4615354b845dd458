// The MCP server of `helix serve`: the parts of the protocol that it supports. It opens nothing. The caller opens the
// knowledge base once the client is ready, so that the first call finds it open.

import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Feature } from "../../features/common/feature.ts";
import { Reach } from "../../notes/scope/reach.ts";
import type { HookTool } from "../hooks/tool.ts";
import type { ServerContext } from "./call-context.ts";
import { CallOrder } from "./call-order.ts";
import { serveCompletion } from "./completion.ts";
import { CAPABILITIES, INSTRUCTIONS, SERVER_INFO } from "./identity.ts";
import { servePrompts } from "./prompts.ts";
import { serveResources } from "./resources.ts";
import { serveTools } from "./tools.ts";
import { TopicWatch } from "./topic-watch.ts";

export interface ServerOptions extends ServerContext {
  /** The tools, in the order in which they are listed. */
  readonly tools: readonly Feature[];
  /** Answers the client's hooks. */
  readonly hooks?: HookTool;
}

/** Builds the MCP server; the caller connects it to a transport. */
export function createServer({ tools, hooks, ...context }: ServerOptions): Server {
  const server = new Server(SERVER_INFO, { capabilities: CAPABILITIES, instructions: INSTRUCTIONS });
  const order = new CallOrder();
  const listed = new Reach(context, undefined, { isListing: true });
  const watch = new TopicWatch(
    () => context.base.view(),
    () => server.sendResourceListChanged(),
    (view) => listed.topicNames(view),
  );
  serveTools(server, context, tools, order, () => watch.written(), hooks ?? null);
  serveResources(server, context, order, (names) => watch.listed(names));
  servePrompts(server, context, order);
  serveCompletion(server, context);
  return server;
}

// Puts a compiled `helix serve` behind HTTP, for test programs that speak MCP's Streamable HTTP only. Each session has
// a server process of its own, all on one knowledge base.
//
// Left to others: HTTP and its sessions (the SDK's transport), what is asked and answered.

import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { JSONRPCMessage, JSONRPCRequest, RequestId } from "@modelcontextprotocol/sdk/types.js";
import { helixBinary } from "./helix-binary.ts";

/** Changes a request on its way to the server, e.g. the name of what it asks for. */
export type Translate = (request: JSONRPCRequest) => JSONRPCRequest;

export interface HttpBridge {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a bridge on a free port of this machine, to servers on `directory`. */
export async function startHttpBridge(directory: string, translate: Translate): Promise<HttpBridge> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const ending: Promise<void>[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? sessions.get(id) : undefined;
    const transport =
      known ?? (await openSession(directory, translate, (name, opened) => sessions.set(name, opened), ending));
    await transport.handleRequest(request, response);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close: async () => {
      await Promise.all([...sessions.values()].map((transport) => transport.close()));
      await Promise.all(ending);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function openSession(
  directory: string,
  translate: Translate,
  onOpened: (name: string, transport: StreamableHTTPServerTransport) => void,
  ending: Promise<void>[],
): Promise<StreamableHTTPServerTransport> {
  const helix = new StdioClientTransport({
    command: helixBinary(),
    args: ["serve", directory],
    cwd: directory,
    env: { PATH: process.env.PATH ?? "", HOME: directory },
    stderr: "inherit",
  });
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (name) => onOpened(name, transport),
  });
  const requestOfToken = new Map<unknown, RequestId>();
  transport.onmessage = (message: JSONRPCMessage) => {
    if (!("method" in message && "id" in message)) return void helix.send(message);
    const token = message.params?._meta?.progressToken;
    if (token !== undefined) requestOfToken.set(token, message.id);
    helix.send(translate(message));
  };
  helix.onmessage = (message) => {
    // Progress belongs to the stream of the request that it is about.
    const token = "method" in message ? message.params?.progressToken : undefined;
    const relatedRequestId = requestOfToken.get(token);
    transport.send(message, relatedRequestId === undefined ? {} : { relatedRequestId }).catch(() => undefined);
  };
  transport.onclose = () => void ending.push(helix.close());
  await helix.start();
  await transport.start();
  return transport;
}

// tools/list and tools/call: each feature is a tool, and so is what the server itself adds. What is wrong with a call's
// arguments is a result with `isError`, for the model to read; a tool that there is not is an error of the protocol.

import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  type JSONRPCRequest,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { messageOf } from "../../base/errors.ts";
import { quote } from "../../engine/text/clean.ts";
import { sanitise } from "../../engine/text/sanitise.ts";
import type { Feature, FeatureContext } from "../../features/common/feature.ts";
import { noticeLines } from "../../features/common/notices.ts";
import { jsonSchemaOf } from "../../features/common/parameters.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import { HOOK_TOOL, type HookTool } from "../hooks/tool.ts";
import type { ProjectHere } from "../project-judge.ts";
import { callContext, type ServerContext } from "./call-context.ts";
import type { CallOrder } from "./call-order.ts";
import { isRehearsed } from "./line-transport.ts";
import { CALL_METHOD, type PlainCall, plainCall } from "./message-shape.ts";
import { invalidParameters, RequestError } from "./request-error.ts";

/** What clients show to people while a tool runs, behind the server's name. */
const TITLES: Readonly<Record<string, string>> = {
  store: "Store a note",
  batch: "Store notes",
  search: "Search notes",
  brief: "Briefing",
  read: "Read a topic",
  edit: "Edit notes",
  topics: "Topics",
  trace: "Trace code",
  _reload: "Update helix",
};

/** Answers the requests about tools. `onWrite` is called after each call that may have changed something. */
export function serveTools(
  server: Server,
  context: ServerContext,
  features: readonly Feature[],
  order: CallOrder,
  onWrite: () => void,
  hooks: HookTool | null,
): void {
  const tools = features.map(toolOf);
  const byName = new Map(features.map((feature) => [feature.name, feature]));
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  // What has no handler comes here. A handler for calls would have the SDK check each call twice more, and its answer
  // once.
  server.fallbackRequestHandler = async (request, extra) => {
    const { name, values } = plainCall(request) ?? checkedCall(request);
    // Not listed, and never kept waiting by other calls.
    if (name === HOOK_TOOL && hooks !== null) {
      return { content: [{ type: "text", text: await hooks.answer(values) }] };
    }
    const feature = byName.get(name);
    if (feature === undefined) {
      const known = [...byName.keys()].join(", ");
      throw invalidParameters(`there is no tool ${quote(name)}; there are: ${known}`);
    }
    const call = () =>
      isRehearsed(extra.requestId)
        ? rehearsal(feature, callContext(context, extra), values)
        : callFeature(feature, callContext(context, extra), values, context.here);
    if (feature.isAside) return call();
    if (feature.hints.readOnly || feature.onlyReads?.(values)) return order.read(extra.signal, call);
    // Also one that failed or was cancelled may have stored a part.
    return order.write(extra.signal, call).finally(onWrite);
  };
}

/** A request that is no plain call, as the SDK's schema reads it. Throws what the SDK would. */
function checkedCall(request: JSONRPCRequest): PlainCall {
  if (request.method !== CALL_METHOD) throw new RequestError(ErrorCode.MethodNotFound, "Method not found");
  const { name, arguments: values = {} } = CallToolRequestSchema.parse(request).params;
  return { name, values };
}

function toolOf({ name, description, parameters, hints }: Feature) {
  return {
    name,
    description,
    inputSchema: jsonSchemaOf(parameters) as { type: "object" },
    annotations: {
      title: TITLES[name] ?? name,
      readOnlyHint: hints.readOnly,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: false,
    },
  };
}

async function callFeature(
  feature: Feature,
  context: FeatureContext,
  values: Record<string, unknown>,
  here: ProjectHere | undefined,
): Promise<CallToolResult> {
  try {
    await here?.settle(context.base, indexingProgress(context));
    const { text, remark, operation } = await feature.run(context, values);
    if (operation !== undefined) {
      context.session?.note(context.base.clock(), operation);
      await here?.written();
    }
    const blocks = [text, remark, here?.remark()].filter((block) => block !== undefined);
    return { content: blocksOf([...blocks, ...noticeLines(context.base)]) };
  } catch (error) {
    return { content: blocksOf([messageOf(error)]), isError: true };
  }
}

/** A call that nobody made, for the time that it takes: what is said once is left for those who ask. */
async function rehearsal(
  feature: Feature,
  context: FeatureContext,
  values: Record<string, unknown>,
): Promise<CallToolResult> {
  const { text } = await feature.run(context, values);
  return { content: blocksOf([text]) };
}

function blocksOf(texts: readonly string[]): { type: "text"; text: string }[] {
  return texts.map((text) => ({ type: "text", text: sanitise(text) }));
}

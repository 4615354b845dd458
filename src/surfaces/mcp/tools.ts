// tools/list and tools/call. Each feature is a tool, and so is what the server itself adds. An error in a call's
// arguments becomes a result with `isError`, which the model reads. A call of an unknown tool becomes an error of the
// protocol.

import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  type JSONRPCRequest,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { messageOf } from "../../base/errors.ts";
import { CALLS } from "../../base/wording.ts";
import { quote } from "../../engine/text/clean.ts";
import { SHOWING_TOOLS } from "../../events/judgement-log.ts";
import { ANSWER_BYTES_MAX } from "../../features/common/bounded-text.ts";
import type { Feature, FeatureContext } from "../../features/common/feature.ts";
import { noticeLines } from "../../features/common/notices.ts";
import { jsonSchemaOf } from "../../features/common/parameters.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import { shownNoteIds } from "../../notes/text/note-id.ts";
import { StoredAllTheSame, tellingCommits } from "../../platform/commits.ts";
import { HOOK_TOOL, type HookTool } from "../hooks/tool.ts";
import type { ProjectHere } from "../project-judge.ts";
import { callContext, type ServerContext } from "./call-context.ts";
import type { CallOrder } from "./call-order.ts";
import { isRehearsed } from "./line-transport.ts";
import { CALL_METHOD, type PlainCall, plainCall } from "./message-shape.ts";
import { invalidParameters, RequestError } from "./request-error.ts";
import { shownText } from "./shown-text.ts";

/** The longest result that a client is asked to pass on whole, in characters: an answer with all remarks behind it. */
const RESULT_LENGTH_MAX = ANSWER_BYTES_MAX + 10_000;

/** Answers the requests about tools. `onWrite` is called after each call that may have changed something. */
export function serveTools(
  server: Server,
  context: ServerContext,
  features: readonly Feature[],
  order: CallOrder,
  onWrite: () => void,
  hooks: HookTool | null,
): void {
  const listed = () => features.filter((feature) => feature.isListed?.() ?? true);
  const byName = new Map(features.map((feature) => [feature.name, feature]));
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed().map(toolOf) }));
  // Requests without a handler come here. With a handler for calls, the SDK would check each call twice more, and its
  // answer once.
  server.fallbackRequestHandler = async (request, extra) => {
    const { name, values } = plainCall(request) ?? checkedCall(request);
    // The tool is not listed, and other calls never hold it up.
    if (name === HOOK_TOOL && hooks !== null) {
      return { content: [{ type: "text", text: await hooks.answer(values) }] };
    }
    const feature = byName.get(name);
    if (feature === undefined) {
      const known = listed()
        .map(({ name }) => name)
        .join(", ");
      throw invalidParameters(`there is no tool ${quote(name)}; there are: ${known}`);
    }
    const call = () =>
      isRehearsed(extra.requestId)
        ? rehearsal(feature, callContext(context, extra), values)
        : callFeature(feature, callContext(context, extra), values, context.here);
    if (feature.isAside) return call();
    if (feature.hints.readOnly || feature.onlyReads?.(values)) return order.read(extra.signal, call);
    // Even a call that failed or was cancelled may have stored a part.
    return order.write(extra.signal, call).finally(onWrite);
  };
}

/** Reads a request that is no plain call with the SDK's schema. Throws what the SDK would throw. */
function checkedCall(request: JSONRPCRequest): PlainCall {
  if (request.method !== CALL_METHOD) throw new RequestError(ErrorCode.MethodNotFound, "Method not found");
  const { name, arguments: values = {} } = CallToolRequestSchema.parse(request).params;
  return { name, values };
}

function toolOf({ name, title, description, parameters, hints, ...feature }: Feature) {
  return {
    name,
    description,
    inputSchema: jsonSchemaOf(parameters) as { type: "object" },
    annotations: {
      title,
      readOnlyHint: hints.readOnly,
      // The other hints mean nothing where a tool only reads; that it is not idempotent is taken for granted.
      ...(hints.readOnly ? {} : { destructiveHint: hints.destructive }),
      ...(hints.idempotent && !hints.readOnly ? { idempotentHint: true } : {}),
      openWorldHint: false,
    },
    _meta: {
      "anthropic/searchHint": feature.searchHint,
      ...(feature.isShownAtOnce ? { "anthropic/alwaysLoad": true } : {}),
      ...(feature.isLong ? { "anthropic/maxResultSizeChars": RESULT_LENGTH_MAX } : {}),
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
    const { answer, text, remark } = await tellingCommits(async () => {
      const answer = await feature.run(context, values);
      return { answer, text: answer.text(CALLS), remark: answer.remark?.(CALLS) };
    });
    if (SHOWING_TOOLS.includes(feature.name)) context.judgements?.answered(feature.name, shownNoteIds(text));
    if (answer.operation !== undefined) {
      context.session?.note(context.base.clock(), answer.operation);
      await here?.written();
    }
    const remarks = [remark, here?.remark(), ...noticeLines(context.base, CALLS)].flatMap((each) => each || []);
    return { content: blocksOf([text, ...remarks]) };
  } catch (error) {
    return { content: blocksOf([messageOf(error)]), isError: !(error instanceof StoredAllTheSame) };
  }
}

/**
 * Runs a call that no client made, only for the time that it takes. Remarks that are made only once are left for real
 * calls.
 */
async function rehearsal(
  feature: Feature,
  context: FeatureContext,
  values: Record<string, unknown>,
): Promise<CallToolResult> {
  return { content: blocksOf([(await feature.run({ ...context, isRehearsed: true }, values)).text(CALLS)]) };
}

function blocksOf(texts: readonly string[]): { type: "text"; text: string }[] {
  return texts.map((text) => ({ type: "text", text: shownText(text) }));
}

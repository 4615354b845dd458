// Which scenarios of MCP's conformance suite helix is put through. Most of them ask for tools, prompts and resources of
// the suite's own reference server by name; where helix has something of the kind, the request is turned into one for
// that, and what the suite checks is helix's own answer.

import type { JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";

type Params = Record<string, unknown>;
/** What to ask helix instead, for what the suite asks for. */
type Instead = (params: Params) => Params;

/** The topics that the requests below are about, and what has to stand in them. */
export const CONFORMANCE_NOTES = [
  { topic: "static-text", text: "This is the content of the static text resource." },
  { topic: "123", text: "Data for ID: 123" },
  { topic: "testvalue1", text: "testValue1 goes with testValue2" },
];

/** Long enough to be told of several times. */
const IMPORTED = 20_000;

const call =
  (name: string, values: object): Instead =>
  (params) => ({ ...params, name, arguments: values });
const topic: Instead = ({ uri }) => ({
  uri: String(uri).replace(/^test:\/\/(template\/)?([^/]+).*$/, "helix://topic/$2"),
});

const INSTEAD: Readonly<Record<string, Instead>> = {
  "completion/complete test_prompt_with_arguments": (params) => ({
    ...params,
    ref: { type: "ref/prompt", name: "brief" },
    argument: { name: "topic", value: (params.argument as { value: string }).value },
  }),
  "tools/call test_simple_text": call("topics", {}),
  "tools/call test_error_handling": call("read", { topic: "nowhere" }),
  "tools/call test_tool_with_progress": (params) =>
    call("topics", {
      action: "import",
      json: Array.from({ length: IMPORTED }, (_, number) => ({ topic: "imported", text: `note ${number}` })),
    })(params),
  "resources/read test://static-text": topic,
  "resources/read test://template/123/data": topic,
  "prompts/get test_simple_prompt": () => ({ name: "resume" }),
  "prompts/get test_prompt_with_arguments": (params) => ({
    name: "brief",
    arguments: { topic: (params.arguments as { arg1: string }).arg1 },
  }),
};

/** Turns what the suite asks for into what helix has of the kind; everything else stays as it is. */
export function translateForHelix(request: JSONRPCRequest): JSONRPCRequest {
  const params: Params = request.params ?? {};
  const name = params.name ?? params.uri ?? (params.ref as { name?: string } | undefined)?.name;
  const instead = INSTEAD[`${request.method} ${String(name)}`];
  return instead === undefined ? request : { ...request, params: instead(params) };
}

/** The scenarios that are run. */
export const CONFORMANCE_RUN = [
  "server-initialize",
  "ping",
  "completion-complete",
  "tools-list",
  "tools-call-simple-text",
  "tools-call-error",
  "tools-call-with-progress",
  "resources-list",
  "resources-read-text",
  "resources-templates-read",
  "prompts-list",
  "prompts-get-simple",
  "prompts-get-with-args",
];

const TEXT_ONLY = "tools and prompts of helix answer with text and nothing else";
const HTTP = "is about HTTP, which only the bridge of the tests speaks";
const NO_REQUESTS = "helix asks nothing of the client: no sampling, no elicitation";

/** The scenarios that are left out, and why. */
export const CONFORMANCE_LEFT_OUT: Readonly<Record<string, string>> = {
  "logging-set-level": "helix declares no logging: what is wrong goes to standard error",
  "tools-call-with-logging": "helix declares no logging",
  "tools-call-image": TEXT_ONLY,
  "tools-call-audio": TEXT_ONLY,
  "tools-call-embedded-resource": TEXT_ONLY,
  "tools-call-mixed-content": TEXT_ONLY,
  "prompts-get-embedded-resource": TEXT_ONLY,
  "prompts-get-with-image": TEXT_ONLY,
  "tools-call-sampling": NO_REQUESTS,
  "tools-call-elicitation": NO_REQUESTS,
  "elicitation-sep1034-defaults": NO_REQUESTS,
  "elicitation-sep1330-enums": NO_REQUESTS,
  "json-schema-2020-12": "asks for one tool of the reference server whose schema has $defs; those of helix have none",
  "resources-read-binary": "topics are text",
  "resources-subscribe": "helix declares no subscriptions to single resources",
  "resources-unsubscribe": "helix declares no subscriptions to single resources",
  "server-sse-polling": HTTP,
  "server-sse-multiple-streams": HTTP,
  "dns-rebinding-protection": HTTP,
};

// The context in which a feature runs when a client calls it: what belongs to the server, and what belongs to the one
// request.

import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { Progress, ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";
import type { CodeTrees } from "../../code/store/code-trees.ts";
import type { JudgementLog } from "../../events/judgement-log.ts";
import type { SessionLog } from "../../events/session-log.ts";
import type { SessionState } from "../../events/session-state.ts";
import type { FeatureContext } from "../../features/common/feature.ts";
import type { KeptOutputAccess } from "../../features/common/kept-access.ts";
import type { Project } from "../../notes/projects/project.ts";
import type { StaleSources } from "../../notes/sources/stale-sources.ts";
import type { SymbolReader } from "../../notes/sources/symbol-reader.ts";
import type { KnowledgeBase } from "../../notes/store/knowledge-base.ts";
import type { Host } from "../host.ts";
import { toolCaller } from "../plan-caller.ts";
import type { ProjectHere } from "../project-judge.ts";
import { progressReports } from "./progress.ts";

/** Under which name the client says which call of the model this is. */
const TOOL_USE_ID = "claudecode/toolUseId";

/** What a server works with as long as it runs. */
export interface ServerContext {
  readonly base: KnowledgeBase;
  /** Where the server runs; left out: in this process. */
  readonly host?: Host;
  readonly project: Project | null;
  /** Judges that project; undefined where nobody judges it. */
  readonly here?: ProjectHere;
  readonly judgeProject?: NonNullable<FeatureContext["judgeProject"]>;
  /** The directory in which the server was started; null when it no longer exists. */
  readonly directory: string | null;
  readonly session: SessionLog;
  readonly staleSources?: StaleSources;
  readonly code?: CodeTrees;
  readonly noteVectors?: NonNullable<FeatureContext["noteVectors"]>;
  readonly symbols?: SymbolReader;
  readonly git?: NonNullable<FeatureContext["git"]>;
  readonly hookSession?: () => SessionState | null;
  readonly outputs?: KeptOutputAccess;
  readonly judgements?: JudgementLog;
}

/** What the SDK says about a request. */
export type RequestExtra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/**
 * The context of one request. It ends with the request. If the client gave a progress token, progress is reported to
 * it.
 */
export function callContext(
  { here: _, host, ...server }: ServerContext,
  { signal, _meta, sendNotification }: RequestExtra,
): FeatureContext {
  const progressToken = _meta?.progressToken;
  const plans = toolCaller(_meta?.[TOOL_USE_ID], host);
  if (progressToken === undefined) return { ...server, plans, signal };
  const send = (progress: Progress) => {
    const params = { progressToken, ...progress };
    // There is nobody to tell that the progress could not be sent.
    sendNotification({ method: "notifications/progress", params }).catch(() => undefined);
  };
  return { ...server, plans, signal, onProgress: progressReports(send) };
}

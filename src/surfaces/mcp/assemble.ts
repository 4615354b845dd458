// What a server consists of beside its connection: the knowledge base, the tools, the hooks, and what they work with.
// It neither reads nor writes the process that it runs in: where it runs is given to it.

import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { CodeParser } from "../../code/store/thread-parser.ts";
import { readHookSettings } from "../../config/lean.ts";
import type { JudgementLog } from "../../events/judgement-log.ts";
import type { SessionLog } from "../../events/session-log.ts";
import { CitedSymbols } from "../../features/code/cited-symbols.ts";
import type { Feature } from "../../features/common/feature.ts";
import type { RunningHelix } from "../../features/reload/reload.ts";
import { reloadFeature } from "../../features/reload/reload.ts";
import { loadTools } from "../../features/tools.ts";
import { codeSource } from "../../hooks/code/code-source.ts";
import type { HookCodePorts } from "../../hooks/code/hook-reading.ts";
import { interceptable } from "../../hooks/code/interceptable.ts";
import type { HookSurroundings } from "../../hooks/run-hook.ts";
import type { FoundProject } from "../../notes/projects/project.ts";
import { checkerFor } from "../../notes/sources/citation-for.ts";
import { SourceWatcher } from "../../notes/sources/source-watcher.ts";
import type { KnowledgeBase } from "../../notes/store/knowledge-base.ts";
import type { Author } from "../../notes/store/transaction-authors.ts";
import { DiskCodeTrees, gitPorts } from "../code-trees.ts";
import { noteVectorsOf } from "../embedding.ts";
import { clientSession, currentDirectory, currentProject, openKnowledgeBase } from "../environment.ts";
import { HookTool } from "../hooks/tool.ts";
import type { Host } from "../host.ts";
import { judgementLog } from "../judgement-log.ts";
import { outputAccess } from "../kept-outputs.ts";
import { ProjectHere, ProjectJudge } from "../project-judge.ts";
import { runningHelix } from "../running-helix.ts";
import { settingSources } from "../settings.ts";
import { createServer } from "./server.ts";

/** How long what hooks begin in the background waits, in milliseconds. */
const SOON_MS = 200;

export interface AssemblyOptions {
  /** The directory of the knowledge base. */
  readonly directory: string;
  readonly host: Host;
  readonly warn: (error: unknown) => void;
  /** Does something when nobody waits for an answer. Null where nobody can tell: then nothing is built in threads. */
  readonly whenIdle: ((work: () => void) => void) | null;
  /** Makes the parser of a tree of code; left out: threads. */
  readonly parserOf?: ((root: string) => CodeParser) | undefined;
  /** The tools; left out: all. */
  readonly features?: readonly Feature[];
  readonly session: (clock: () => number) => SessionLog;
  /** What the changes of a server are listed under that no known session started. */
  readonly name: (session: SessionLog) => string;
  /** Makes what lets the server go on as another build. */
  readonly goOnIn: (
    base: KnowledgeBase,
    session: SessionLog,
    running: RunningProgram,
  ) => NonNullable<RunningHelix["goOnIn"]>;
}

type RunningProgram = ReturnType<typeof runningHelix>;

export interface Assembly {
  readonly base: KnowledgeBase;
  readonly caller: ReturnType<typeof callerOf>;
  readonly features: readonly Feature[];
  readonly hooks: HookTool;
  readonly server: Server;
  readonly staleSources: SourceWatcher;
}

/** Puts a server together; nothing is read yet. The caller connects it, and closes what is in it. */
export async function assemble(options: AssemblyOptions): Promise<Assembly> {
  const { directory, host, warn } = options;
  const author = () => ({ session: sessionName(), project: caller.here.project?.keys ?? [] });
  const features = options.features ?? (await loadTools());
  const base = openKnowledgeBase(directory, options.whenIdle !== null, warn, author, host);
  const running = runningHelix(host);
  const judge = new ProjectJudge(base);
  const caller = callerOf(judge, base.directory, options);
  const staleSources = new SourceWatcher({ base, checker: checkerFor(caller) });
  const session = options.session(base.clock);
  const sessionName = () => clientSession(host) || options.name(session);
  const tools = [...features, reloadFeature({ ...running, goOnIn: options.goOnIn(base, session, running) })];
  const judgements = judgementsOf(base, () => ({
    ...author(),
    session: hooks.ownSession || sessionName(),
  }));
  const hooks = hookTool(base, judge, caller, judgements, host);
  const server = createServer({
    base,
    host,
    ...caller,
    session,
    staleSources,
    hookSession: () => hooks.session(),
    outputs: outputAccess(base, () => ({ session: hooks.ownSession, project: author().project })),
    judgements,
    tools,
    hooks,
  });
  return { base, caller, features, hooks, server, staleSources };
}

/** What was judged, for the assistant of the server's client. */
function judgementsOf(base: KnowledgeBase, author: () => Author): JudgementLog {
  return judgementLog(
    base,
    () => ({ ...author(), agent: "" }),
    async () => "assistant",
  );
}

/** The caller: the project, the directory in which the server was started, and the code around it. */
function callerOf(judge: ProjectJudge, knowledgeBase: string, { host, whenIdle, parserOf }: AssemblyOptions) {
  const here = new ProjectHere(currentProject(host), judge);
  const judgeProject = (found: FoundProject) => judge.judge(found).project;
  const code = new DiskCodeTrees(knowledgeBase, whenIdle, parserOf, host);
  return {
    project: here.project,
    directory: currentDirectory(host),
    here,
    judgeProject,
    code,
    noteVectors: noteVectorsOf(knowledgeBase, currentProject(host)?.root ?? null, host),
    symbols: new CitedSymbols(code),
    git: gitPorts(knowledgeBase, host),
  };
}

/** The hooks of this server, and what speaks to them beside the notes. */
function hookTool(
  base: KnowledgeBase,
  judge: ProjectJudge,
  { code, directory }: ReturnType<typeof callerOf>,
  judgements: JudgementLog,
  host: Host,
): HookTool {
  const contextAt = (root: string) => readHookSettings(settingSources(base.directory, root, host))["code.context"];
  const ports: HookCodePorts = { trees: code, clock: base.clock, whenIdle: soon, contextAt };
  const intercept: NonNullable<HookSurroundings["intercept"]> = (type, event) => {
    const asked = interceptable(type, event);
    if (asked === null) return null;
    return async (place) => {
      const { intercepted } = await import("../../hooks/code/intercepted.ts");
      const { isInActiveDelta } = await import("../../plan/decision/active-delta.ts");
      const { diskOnceFiles } = await import("../../platform/disk-once-files.ts");
      const isActive = (path: string) => isInActiveDelta(diskOnceFiles, base.directory, path);
      return intercepted({ ...ports, isInActiveDelta: isActive }, asked, event, place);
    };
  };
  const session = clientSession(host);
  return new HookTool({ base, judge, host, directory, session, judgements, sources: [codeSource(ports)], intercept });
}

/** Does something a moment later, behind the answer that is being made. */
function soon(work: () => void): void {
  setTimeout(work, SOON_MS).unref();
}

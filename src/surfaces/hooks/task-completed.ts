// Answers the event before the client marks a task of its own list as completed: one that stands for a task of a plan is
// refused as long as that is not delivered. Loaded only for a subject that may be one, since it needs the event log.
// Invariants:
// - Nothing is written, and nothing that goes wrong here refuses anything.

import { loadMask } from "../../code/shown-code.ts";
import { completionRefusal, mayBePlanned } from "../../features/plan/client-task.ts";
import type { PlanPorts } from "../../features/plan/ports.ts";
import { harmless } from "../../hooks/common/hook-answer.ts";
import { findProject, projectOf } from "../../notes/projects/project.ts";
import { fieldsOf, guardEvent, textOf } from "../../plan/guard/guard-event.ts";
import { planPaths } from "../../plan/plan-paths.ts";
import { diskFiles } from "../../platform/disk-small-files.ts";
import { libcFiles } from "../../platform/libc-files.ts";
import { gitPorts } from "../code-trees.ts";
import { knowledgeBaseDirectory, openKnowledgeBase } from "../environment.ts";
import { judgementLog } from "../judgement-log.ts";
import { toolCaller } from "../plan-caller.ts";
import { isInSettings } from "./settings-answer.ts";

/**
 * The answer to the event; "" for nothing. `given`: the knowledge base that the hook names. The plugin's hook leaves it to
 * one in the settings.
 */
export async function taskCompleted(raw: unknown, given: string | undefined, isOfPlugin: boolean): Promise<string> {
  const fields = fieldsOf(raw);
  const subject = textOf(fields.task_subject);
  const directory = knowledgeBaseDirectory(given);
  if (fields.hook_event_name !== "TaskCompleted" || !mayBePlanned(subject)) return "";
  if (libcFiles.kind(planPaths(directory).documents) === null) return "";
  const { session, agent, directory: here } = guardEvent(raw);
  const { env } = process;
  const project = env.CLAUDE_PROJECT_DIR || here || process.cwd();
  const place = { environment: env, directory: project };
  if (isOfPlugin && isInSettings("guard-task", place, libcFiles, "TaskCompleted")) return "";
  const base = openKnowledgeBase(directory, false);
  try {
    const found = findProject(project, diskFiles);
    const ports: PlanPorts = {
      base,
      // The key of the folder is among those of each of its plans, whether its remote counts or not.
      project: found === null ? null : projectOf(found, false),
      directory: diskFiles.realPath(project) ?? project,
      judgements: judgementLog(
        base,
        () => ({ session, agent, project: [] }),
        async () => "assistant",
      ),
      plans: toolCaller(""),
      git: gitPorts(directory),
    };
    const reason = completionRefusal(ports, subject, await loadMask());
    return reason === null ? "" : JSON.stringify({ decision: "block", reason: harmless(reason) });
  } finally {
    base.close();
  }
}

// `helix project`: which project the directory belongs to, and why. --trust records that its remote counts here,
// --forget removes that record. The command is for people only: a program that runs for a model must not decide whose
// notes a folder is shown.

import { HelixError, invalid } from "../../base/errors.ts";
import { projectReport } from "../../features/common/project-report.ts";
import type { FoundProject } from "../../notes/projects/project.ts";
import { diskFiles } from "../../platform/disk-small-files.ts";
import { standsAt } from "../../platform/git/git-refs.ts";
import { currentProject } from "../environment.ts";
import { ProjectJudge } from "../project-judge.ts";
import { type Command, withKnowledgeBase } from "./command.ts";
import { surplus } from "./run-feature.ts";

const MINUTE_MS = 60_000;

export const projectCommand: Command = {
  arguments: {
    trust: { type: "boolean", description: "Note that this folder is a clone of the remote that it names" },
    forget: { type: "boolean", description: "Take that back" },
  },
  async run(values) {
    surplus("project", values, 0);
    if (values.trust && values.forget) {
      throw invalid("--trust and --forget are opposites: give one, e.g. helix project --trust");
    }
    const found = currentProject();
    if (found === null) {
      throw new HelixError(
        "NOT_FOUND",
        "this directory is in no git work tree: what is stored here belongs to no project",
      );
    }
    return withKnowledgeBase(
      values,
      async ({ base }) => {
        const judge = new ProjectJudge(base);
        if (values.trust) await trust(judge, found, base.clock());
        if (values.forget && !(await judge.known.forget(found))) {
          throw new HelixError(
            "NOT_FOUND",
            "this folder is not on record as a clone of anything: there is nothing to forget",
          );
        }
        const view = await base.view();
        return projectReport(found, judge.judge(found).standing, view.index);
      },
      { isAboutProjects: true },
    );
  },
};

async function trust(judge: ProjectJudge, found: FoundProject, now: number): Promise<void> {
  if (found.remote === null) {
    throw invalid(
      "the git configuration here names no origin that could be trusted: add one, e.g. git remote add origin https://example.org/owner/repo",
    );
  }
  await judge.known.record(found, found.isOwn ? standsAt(found, diskFiles) : [], Math.floor(now / MINUTE_MS));
}

// Which projects count in this process (knowledge/project-standing.ts), and what is noted of that. A server is asked
// about the same few folders again and again: what was found out is kept while what it rests on is the same.

import { checkpointPath, parsed, readContent } from "../features/checkpoint/checkpoint-file.ts";
import { hasProject } from "../notes/index/project-terms.ts";
import { standsAt } from "../notes/projects/git-refs.ts";
import { KnownProjects } from "../notes/projects/known-projects-file.ts";
import { type FoundProject, type Project, projectOf } from "../notes/projects/project.ts";
import { type Standing, standingOf } from "../notes/projects/project-standing.ts";
import type { KnowledgeBase } from "../notes/store/knowledge-base.ts";
import type { MergeProgress } from "../notes/store/merge-task.ts";
import { diskFileSystem } from "../platform/disk-file-system.ts";
import { diskFiles } from "../platform/disk-small-files.ts";

const MINUTE_MS = 60_000;
/** After so long it is looked at again that a remote does not count: its folder may have got a commit that is known. */
const AGAIN_MS = 10_000;
/** What is noted of a folder is looked over so often. */
const NOTED_MS = 600_000;

/** A project as it counts now. */
export interface Judged {
  readonly project: Project;
  readonly standing: Standing;
  /** Whether it stays so whatever else is found out. */
  readonly isSettled: boolean;
}

interface Verdict {
  readonly standing: Standing;
  /** Of the file of known projects when it was given, and when that was. */
  readonly version: string | undefined;
  readonly atMs: number;
}

/** Judges for one knowledge base. */
export class ProjectJudge {
  readonly known: KnownProjects;
  readonly #base: KnowledgeBase;
  readonly #verdicts = new Map<string, Verdict>();
  /** What was noted last of each folder, and when. */
  readonly #noted = new Map<string, Verdict>();
  /** Whether what is live could not be asked for the last verdict: only what is on record counted. */
  isBlind = false;

  constructor(base: KnowledgeBase) {
    this.#base = base;
    this.known = new KnownProjects(diskFileSystem, base.directory);
  }

  /** The project as it counts by what is live. Never throws. */
  judge(found: FoundProject): Judged {
    const standing = this.#standing(found);
    const counts = standing !== "unknown";
    return { project: projectOf(found, counts), standing, isSettled: counts && standing !== "first" };
  }

  /** Notes where a remote counts, and since when; what cannot be written is found out again. */
  async note(found: FoundProject, standing: Standing): Promise<void> {
    // Who is the first to use a remote has to leave something in its name before that is his.
    if (standing === "no remote" || standing === "unknown" || standing === "first") return;
    const key = keyOf(found);
    const before = this.#noted.get(key);
    if (before?.standing === standing && performance.now() - before.atMs < NOTED_MS) return;
    this.#noted.set(key, { standing, version: undefined, atMs: performance.now() });
    const nowMinutes = Math.floor(this.#base.clock() / MINUTE_MS);
    if (!this.known.wants(found, nowMinutes)) return;
    // Where somebody else stands says nothing of this folder.
    const commits = found.isOwn ? standsAt(found, diskFiles) : [];
    if (standing === "known" && commits.length === 0) return;
    await this.known.record(found, commits, nowMinutes).catch(() => undefined);
  }

  #standing(found: FoundProject): Standing {
    this.isBlind = false;
    if (found.remote === null) return "no remote";
    const key = keyOf(found);
    const version = diskFiles.stamp(this.known.path)?.version;
    const before = this.#verdicts.get(key);
    if (before !== undefined && before.version === version && performance.now() - before.atMs < AGAIN_MS)
      return before.standing;
    const git = { small: diskFiles, files: diskFileSystem };
    const standing = standingOf(found, { known: this.known, carried: this.#carried(found.remote), git });
    // The next note may change it.
    if (standing === "first" || this.isBlind) this.#verdicts.delete(key);
    else this.#verdicts.set(key, { standing, version, atMs: performance.now() });
    return standing;
  }

  /** The lists of keys that notes and checkpoints carry, as far as this remote may be in them. */
  *#carried(remote: string): Generator<readonly string[]> {
    const view = this.#base.readyView();
    if (view === null) {
      this.isBlind = true;
      yield [remote];
      return;
    }
    const { index } = view;
    if (hasProject(index, remote)) {
      for (const { projects } of [index.delta, ...(index.base === null ? [] : [index.base])]) {
        for (let at = 0; at < projects.count; at++) yield projects.name(at).split(", ");
      }
    }
    yield* checkpointKeys(this.#base.directory);
  }
}

function keyOf({ folder, remote }: FoundProject): string {
  return `${folder}\n${remote}`;
}

function checkpointKeys(directory: string): (readonly string[])[] {
  try {
    const content = readContent(diskFileSystem, checkpointPath(directory));
    return content === "damaged" ? [] : content.items.flatMap(parsed).map(({ checkpoint }) => checkpoint.projects);
  } catch {
    return [];
  }
}

/** The project of a process's own directory: it counts as it was judged last. */
export class ProjectHere {
  /** The same object for as long as the process runs; its keys become what counts. */
  readonly project: Project | null;
  readonly #found: FoundProject | null;
  readonly #judge: ProjectJudge;
  #standing: Standing = "unknown";
  #isSaid = false;

  /** Until it is judged the remote does not count. */
  constructor(found: FoundProject | null, judge: ProjectJudge) {
    this.#found = found;
    this.#judge = judge;
    this.project = found === null ? null : projectOf(found, false);
  }

  /** Judges it by what is live, waiting for an index where there is none, and notes what was found out. */
  async settle(base: KnowledgeBase, onProgress?: (progress: MergeProgress) => void): Promise<void> {
    const found = this.#found;
    if (found === null) return;
    let judged = this.#judge.judge(found);
    if (this.#judge.isBlind) {
      // What is wrong with the knowledge base is said by the call that needs it.
      await base.view(onProgress).catch(() => undefined);
      judged = this.#judge.judge(found);
    }
    this.#take(judged);
    await this.#judge.note(found, judged.standing);
  }

  /** The same after a write, where that may have made it count. */
  async written(): Promise<void> {
    if (this.#found === null || this.#standing !== "first") return;
    const judged = this.#judge.judge(this.#found);
    this.#take(judged);
    await this.#judge.note(this.#found, judged.standing);
  }

  #take({ project, standing }: Judged): void {
    this.project!.keys.splice(0, this.project!.keys.length, ...project.keys);
    this.project!.claimed = project.claimed;
    this.#standing = standing;
  }

  /** What has to be said of a remote that does not count; once. */
  remark(): string | undefined {
    const claimed = this.project?.claimed;
    if (claimed === undefined || this.#isSaid) return undefined;
    this.#isSaid = true;
    return claimRemark(claimed);
  }
}

/** A line on a remote that is named and does not count. */
export function claimRemark(claimed: string): string {
  return `the git configuration here names ${claimed}, which helix knows from other folders: its notes are not this folder's; a person can look with: helix project`;
}

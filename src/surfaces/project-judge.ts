// Judges which projects count in this process (notes/projects/project-standing.ts), and records the result. A server is
// asked about the same few folders again and again, so a verdict is kept as long as its grounds are the same.

import { checkpointPath, parsed, readContent } from "../features/checkpoint/checkpoint-file.ts";
import { noteColumns } from "../notes/index/note-columns.ts";
import { hasProject } from "../notes/index/project-terms.ts";
import { KnownProjects } from "../notes/projects/known-projects-file.ts";
import { type FoundProject, type Project, projectOf } from "../notes/projects/project.ts";
import { type Standing, standingOf } from "../notes/projects/project-standing.ts";
import type { KnowledgeBase } from "../notes/store/knowledge-base.ts";
import type { MergeProgress } from "../notes/store/merge-task.ts";
import { diskFileSystem } from "../platform/disk-file-system.ts";
import { diskFiles } from "../platform/disk-small-files.ts";
import { standsAt } from "../platform/git/git-refs.ts";

const MINUTE_MS = 60_000;
/**
 * A verdict is renewed after this time, in milliseconds. A remote that does not count may count then, because its
 * folder may have got a commit that is known.
 */
const AGAIN_MS = 10_000;
/** The record of a folder is renewed after this time, in milliseconds. */
const NOTED_MS = 600_000;

/** A project as it counts now. */
export interface Judged {
  readonly project: Project;
  readonly standing: Standing;
  /** Whether nothing that is found out later can change the verdict. */
  readonly isSettled: boolean;
}

interface Verdict {
  readonly standing: Standing;
  /** The version of the known-projects file when the verdict was given; undefined when there was no file. */
  readonly version: string | undefined;
  readonly atMs: number;
}

/** Judges for one knowledge base. */
export class ProjectJudge {
  readonly known: KnownProjects;
  readonly #base: KnowledgeBase;
  readonly #verdicts = new Map<string, Verdict>();
  /** The verdict that was last recorded for each folder, and its time. */
  readonly #noted = new Map<string, Verdict>();
  /** Whether the last verdict was given without the live notes. Then only the known-projects file counted. */
  isBlind = false;

  constructor(base: KnowledgeBase) {
    this.#base = base;
    this.known = new KnownProjects(diskFileSystem, base.directory);
  }

  /** Judges the project by the live notes. Never throws. */
  judge(found: FoundProject): Judged {
    const standing = this.#standing(found);
    const counts = standing !== "unknown";
    return { project: projectOf(found, counts), standing, isSettled: counts && standing !== "first" };
  }

  /** Records that a remote counts in this folder, and since when. What cannot be written is found out again later. */
  async note(found: FoundProject, standing: Standing): Promise<void> {
    // The first user of a remote owns it only after storing something in its name.
    if (standing === "no remote" || standing === "unknown" || standing === "first") return;
    const key = keyOf(found);
    const before = this.#noted.get(key);
    if (before?.standing === standing && performance.now() - before.atMs < NOTED_MS) return;
    this.#noted.set(key, { standing, version: undefined, atMs: performance.now() });
    const nowMinutes = Math.floor(this.#base.clock() / MINUTE_MS);
    if (!this.known.wants(found, nowMinutes)) return;
    // If the git directories are not this folder's own, their commits say nothing about this folder.
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
    // The next stored note may change this verdict, so it is not kept.
    if (standing === "first" || this.isBlind) this.#verdicts.delete(key);
    else this.#verdicts.set(key, { standing, version, atMs: performance.now() });
    return standing;
  }

  /** The lists of keys in notes and checkpoints that may contain this remote. */
  *#carried(remote: string): Generator<readonly string[]> {
    const view = this.#base.readyView();
    if (view === null) {
      this.isBlind = true;
      yield [remote];
      return;
    }
    const { index } = view;
    if (hasProject(index, remote)) {
      for (const { segment } of index.segments.toReversed()) yield* noteColumns(segment).projects();
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

/** The project of the directory in which the process runs. It counts as it was judged last. */
export class ProjectHere {
  /** The same object as long as the process runs. Its keys change to those that count. */
  readonly project: Project | null;
  readonly #found: FoundProject | null;
  readonly #judge: ProjectJudge;
  #standing: Standing = "unknown";
  #isSaid = false;

  /** Until the project is judged, its remote does not count. */
  constructor(found: FoundProject | null, judge: ProjectJudge) {
    this.#found = found;
    this.#judge = judge;
    this.project = found === null ? null : projectOf(found, false);
  }

  /** Judges the project by the live notes and records the result. Waits for an index if there is none yet. */
  async settle(base: KnowledgeBase, onProgress?: (progress: MergeProgress) => void): Promise<void> {
    const found = this.#found;
    if (found === null) return;
    let judged = this.#judge.judge(found);
    if (this.#judge.isBlind) {
      // The call that needs the knowledge base reports what is wrong with it.
      await base.view(onProgress).catch(() => undefined);
      judged = this.#judge.judge(found);
    }
    this.#take(judged);
    await this.#judge.note(found, judged.standing);
  }

  /** Judges the project again after a write, if the write may have made it count. */
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

  /** A remark about a remote that does not count. It is returned only once. */
  remark(): string | undefined {
    const claimed = this.project?.claimed;
    if (claimed === undefined || this.#isSaid) return undefined;
    this.#isSaid = true;
    return claimRemark(claimed);
  }
}

/** The line that says that the named remote does not count. */
export function claimRemark(claimed: string): string {
  return `the git configuration here names ${claimed}, which helix knows from other folders: its notes are not this folder's; a person can look with: helix project`;
}

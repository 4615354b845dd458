// A knowledge base that several projects share, in memory, and its tools as each of them calls them.

import { CALLS, type Wording } from "../../src/base/wording.ts";
import type { Feature } from "../../src/features/common/feature.ts";
import type { Project } from "../../src/notes/projects/project.ts";
import type { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import { checkToolData } from "./json-answers.ts";
import { liveEntries, NOW_MINUTES, openKnowledgeBase } from "./knowledge.ts";
import { MemoryFileSystem } from "./memory-file-system.ts";
import { dataWithoutIds, noIds, withoutIds } from "./note-ids.ts";
import { type Rendered, rendered } from "./rendered.ts";

/** A note of a project by its name; `""`: of none. `age` in minutes. */
export interface SharedNote {
  readonly topic: string;
  readonly text: string;
  readonly of: string;
  readonly age?: number;
  /** Metadata lines in front of the text. */
  readonly front?: string;
}

/** The keys that notes of a project carry: `a` is that of a remote `a/api` and of a folder. */
export function keysOf(name: string): string[] {
  return name === "" ? [] : [`${name}/api`, `api-${name}0000000`];
}

export class SharedBase {
  readonly base: KnowledgeBase;

  constructor(base = openKnowledgeBase("/kb", { files: new MemoryFileSystem(), newNoteId: noIds })) {
    this.base = base;
  }

  async store(...notes: readonly SharedNote[]): Promise<void> {
    await this.base.change(() =>
      notes.map(({ topic, text, of, age = 0, front = "" }) => ({
        kind: "add" as const,
        topic,
        body: `${front}${text}${of === "" ? "" : `\n[project: ${keysOf(of).join(", ")}]`}`,
        minutes: NOW_MINUTES - age,
      })),
    );
  }

  /** Calls a tool from a project; `""`: from outside of any. */
  async ask(
    from: string,
    feature: Feature,
    values: Record<string, unknown>,
    wording: Wording = CALLS,
  ): Promise<Rendered> {
    const project: Project | null = from === "" ? null : { root: `/code/${from}`, keys: keysOf(from) };
    const running = feature.run({ base: this.base, project, wording }, values).catch((error: Error) => {
      error.message = withoutIds(error.message);
      throw error;
    });
    const result = await rendered(running, wording);
    checkToolData(feature.name, values, result.data);
    return { ...result, text: withoutIds(result.text), data: dataWithoutIds(result.data) };
  }

  /** The answer as a text. */
  async say(from: string, feature: Feature, values: Record<string, unknown>): Promise<string> {
    return (await this.ask(from, feature, values)).text;
  }

  /** What there is, `docs: text` each, in order, without metadata. */
  async texts(): Promise<string[]> {
    return liveEntries(await this.base.view()).map(
      ({ topic, body }) => `${topic}: ${body.replace(/^\[[a-z]+: .*\]$/gm, "").trim()}`,
    );
  }
}

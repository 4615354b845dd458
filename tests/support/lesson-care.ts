// Lessons that are judged and taken care of, in memory: what tests of the maintenance of lessons have in common.

import { CALLS } from "../../src/base/wording.ts";
import type { FeatureContext } from "../../src/features/common/feature.ts";
import { editFeature } from "../../src/features/edit/edit.ts";
import { checkToolData } from "./json-answers.ts";
import { liveEntries } from "./knowledge.ts";
import { type LearnCaller, LearnWorld } from "./learn-world.ts";

export class CareWorld extends LearnWorld {
  readonly one = this.session();
  #task = 0;

  /** Stores lessons as they are, as another program could: near-duplicates among them. Returns their ids. */
  async put(
    ...lessons: readonly { trigger: string; resolution?: string; tags?: string; front?: string; of?: string }[]
  ): Promise<string[]> {
    const known = new Set((await this.#ids()).map(([id]) => id));
    const minutes = Math.floor(this.now / 60_000);
    await this.base.change(() =>
      lessons.map(({ trigger, resolution = "", tags = "failure", front = "", of = "" }) => ({
        kind: "add" as const,
        topic: "lessons",
        body: `[tags: ${tags}]\n${front}${trigger}${resolution && `\nresolution: ${resolution}`}${of && `\n[project: ${of}]`}`,
        minutes,
      })),
    );
    return (await this.#ids()).map(([id]) => id!).filter((id) => !known.has(id));
  }

  /** Judges a lesson, in a task of its own each time. */
  judge(id: string, helped: number, misled = 0): void {
    const verdicts = [...Array(helped).fill("helped"), ...Array(misled).fill("misled")];
    this.one.judgements.write(
      verdicts.map((verdict) => ({
        type: "feedback" as const,
        note: id,
        verdict,
        by: "assistant" as const,
        task: `task ${this.#task++}`,
      })),
    );
  }

  /** The text of an answer, whose data are checked. */
  async say(action: string, values: Record<string, unknown> = {}, caller: LearnCaller = this.one): Promise<string> {
    const answer = await caller.answer(action, values);
    checkToolData("learn", { action, ...values }, answer.data());
    return answer.text(CALLS);
  }

  /** Takes back the last change. */
  async undo(): Promise<string> {
    const context = { base: this.base, project: null } as unknown as FeatureContext;
    return (await editFeature.run(context, { action: "undo" })).text(CALLS);
  }

  /** What there is, by id. */
  async bodies(): Promise<Map<string, string>> {
    return new Map((await this.#ids()) as [string, string][]);
  }

  async #ids(): Promise<(readonly [string, string])[]> {
    const view = await this.base.view();
    return view
      .topics()
      .flatMap(({ name }) => view.topicDocuments(name).map((id) => [view.noteId(id), view.body(id)!] as const));
  }

  /** All stored bodies, in order. */
  async stored(): Promise<string[]> {
    return liveEntries(await this.base.view()).map(({ body }) => body);
  }
}

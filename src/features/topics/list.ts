// topics action=list: every topic in one line, with the notes that concern the current project (reach.ts).

import type { Answer } from "../../base/answer.ts";
import { counted } from "../../base/wording.ts";
import { formatDate } from "../../engine/text/dates.ts";
import { Reach } from "../../notes/scope/reach.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import { BoundedText } from "../common/bounded-text.ts";
import type { FeatureContext } from "../common/feature.ts";
import type { TopicsArguments } from "./parameters.ts";
import { sizeLine } from "./statistics.ts";

/** Every topic with its number of notes and the date of its newest, by name. */
export async function listTopics(context: FeatureContext, { project }: TopicsArguments): Promise<Answer> {
  const reach = new Reach(context, project);
  const view = await context.base.view(indexingProgress(context));
  const topics = reach.topics(view);
  const left = reach.leftOut(view);
  const entries = view.index.liveCount - left.count;
  return {
    found: topics.length > 0,
    text(wording) {
      const lines = new BoundedText();
      const shown = lines.addEach(topics, ({ name, count, newest }) => [
        `${topicName(name)} (${count}) ${formatDate(newest)}`,
      ]);
      const more = topics.length - shown;
      if (more > 0) lines.close(`... ${counted(more, "more topic", "more topics")}`);
      return lines.text(left.after(sizeLine(topics.length, entries), wording));
    },
    data: () => ({
      entries,
      topics: topics.map(({ name, count, newest }) => ({
        name,
        count,
        newest: new Date(newest * 60_000).toISOString(),
      })),
      ...left.data(),
    }),
  };
}

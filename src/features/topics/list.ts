// topics action=list: every topic in one line, with the notes that concern the current project (reach.ts).

import type { FeatureResult } from "../../base/result.ts";
import { counted } from "../../base/wording.ts";
import { formatDate } from "../../engine/text/dates.ts";
import { Reach } from "../../notes/scope/reach.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import { Answer } from "../common/answer.ts";
import type { FeatureContext } from "../common/feature.ts";
import type { TopicsArguments } from "./parameters.ts";
import { sizeLine } from "./statistics.ts";

/** Every topic with its number of notes and the date of its newest, by name. */
export async function listTopics(context: FeatureContext, { project }: TopicsArguments): Promise<FeatureResult> {
  const reach = new Reach(context, project);
  const view = await context.base.view(indexingProgress(context));
  const topics = reach.topics(view);
  const left = reach.leftOut(view);
  const entries = view.index.liveCount - left.count;
  const answer = new Answer();
  let shown = 0;
  for (const { name, count, newest } of topics) {
    if (!answer.add(`${topicName(name)} (${count}) ${formatDate(newest)}`)) break;
    shown++;
  }
  if (shown < topics.length) answer.close(`... ${counted(topics.length - shown, "more topic", "more topics")}`);
  answer.close(left.after(sizeLine(topics.length, entries)));
  const data = topics.map(({ name, count, newest }) => ({
    name,
    count,
    newest: new Date(newest * 60_000).toISOString(),
  }));
  return { text: answer.text(), found: topics.length > 0, data: { entries, topics: data, ...left.data() } };
}

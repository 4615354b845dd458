// topics action=list: every topic in one line.

import { formatDate } from "../../text/dates.ts";
import { Answer } from "../answer.ts";
import { type FeatureContext, type FeatureResult, indexingProgress } from "../feature.ts";
import { counted, topicName } from "../wording.ts";
import { sizeLine } from "./statistics.ts";

/** Every topic with its number of entries and the date of its newest, by name. */
export async function listTopics(context: FeatureContext): Promise<FeatureResult> {
  const view = await context.base.view(indexingProgress(context));
  const topics = view.topics();
  const answer = new Answer();
  let shown = 0;
  for (const { name, count, newest } of topics) {
    if (!answer.add(`${topicName(name)} (${count}) ${formatDate(newest)}`)) break;
    shown++;
  }
  if (shown < topics.length) answer.close(`... ${counted(topics.length - shown, "more topic", "more topics")}`);
  answer.close(sizeLine(topics.length, view.index.liveCount));
  const data = topics.map(({ name, count, newest }) => ({
    name,
    count,
    newest: new Date(newest * 60_000).toISOString(),
  }));
  return { text: answer.text(), found: topics.length > 0, data: { entries: view.index.liveCount, topics: data } };
}

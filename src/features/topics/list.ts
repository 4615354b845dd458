// topics action=list: every topic in one line, with the notes that concern the current project (reach.ts).

import type { Answer } from "../../base/answer.ts";
import { counted } from "../../base/wording.ts";
import { formatDate, isoTime } from "../../engine/text/dates.ts";
import type { TopicSummary } from "../../notes/index/note-index.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import { Reach } from "../../notes/scope/reach.ts";
import { indexingProgress, type Reading } from "../../notes/store/long-work.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import type { Paged } from "../common/page-request.ts";
import { PagedText } from "../common/paged-text.ts";
import type { ListData } from "./data.ts";
import type { TopicsArguments } from "./parameters.ts";
import { sizeLine } from "./statistics.ts";

/** Every topic with its number of notes and the date of its newest, by name. */
export async function listTopics(ports: Reading & Caller & Paged, { project }: TopicsArguments): Promise<Answer> {
  const reach = new Reach(ports, project);
  const view = await ports.base.view(indexingProgress(ports));
  const topics = reach.topics(view);
  const left = reach.leftOut(view);
  const entries = view.index.liveCount - left.count;
  return {
    found: topics.length > 0,
    isPaged: true,
    text(wording) {
      const answer = new PagedText(ports, [left.after(sizeLine(topics.length, entries), wording)]);
      const line = ({ name, count, newest }: TopicSummary) => `${topicName(name)} (${count}) ${formatDate(newest)}`;
      answer.addEach(topics, (topic) => [line(topic)]);
      return answer.text(topics.length, (more) => counted(more, "more topic", "more topics"));
    },
    data: (): ListData => ({
      entries,
      topics: topics.map(({ name, count, newest }) => ({ name, count, newest: isoTime(newest) })),
      ...left.data(),
    }),
  };
}

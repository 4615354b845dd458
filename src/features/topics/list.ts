// topics action=list: every topic in one line, with the notes that concern the current project (reach.ts), the topic that
// was changed last in front. Where notes of other projects are listed too, the topics of the current project come first.

import type { Answer } from "../../base/answer.ts";
import { counted } from "../../base/wording.ts";
import { formatDate, isoTime } from "../../engine/text/dates.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import { Reach } from "../../notes/scope/reach.ts";
import { indexingProgress, type Reading } from "../../notes/store/long-work.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import type { Paged } from "../common/page-request.ts";
import { PagedText } from "../common/paged-text.ts";
import type { ListData } from "./data.ts";
import type { TopicsArguments } from "./parameters.ts";
import { sizeLine } from "./statistics.ts";
import { type ListedTopic, listedTopics, OWNERS, sortTopics } from "./topic-order.ts";

/** Every topic with its number of notes and the day of its last change; by that, by name or by number. */
export async function listTopics(ports: Reading & Caller & Paged, { project, sort }: TopicsArguments): Promise<Answer> {
  const reach = new Reach(ports, project, { isListing: true });
  const view = await ports.base.view(indexingProgress(ports));
  const now = ports.base.clock();
  const topics = sortTopics(listedTopics(view, reach, { project: ports.project, now }), sort ?? "changed", now);
  const left = reach.leftOut(view);
  const entries = view.index.liveCount - left.count;
  return {
    found: topics.length > 0,
    isPaged: true,
    text(wording) {
      const answer = new PagedText(ports, [left.after(sizeLine(topics.length, entries), wording)]);
      addTopics(answer, topics);
      return answer.text(topics.length, (more) => counted(more, "more topic", "more topics"));
    },
    data: (): ListData => ({
      entries,
      topics: topics.map(({ newest, changed, oldest: _, ...topic }) => ({
        ...topic,
        newest: isoTime(newest),
        changed: isoTime(changed),
      })),
      ...left.data(),
    }),
  };
}

/** Adds a line for each topic. A heading stands where the topics of other projects begin. */
function addTopics(answer: PagedText, topics: readonly ListedTopic[]): void {
  const hasHeadings = topics.some(({ project }) => project !== topics[0]!.project);
  let last: ListedTopic["project"];
  for (const { name, count, changed, project } of topics) {
    const line = `${topicName(name)} (${count}) ${formatDate(changed)}`;
    const isUnder = hasHeadings && project !== undefined;
    if (isUnder && project !== last) answer.section(`${OWNERS[project]}:`);
    last = project;
    if (answer.add([isUnder ? `  ${line}` : line]) === "full") return;
  }
}

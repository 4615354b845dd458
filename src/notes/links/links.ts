// Links from an entry to others, each `topic:index`: reads them, and finds the ones that point at nothing.

import { HelixError } from "../../base/errors.ts";
import { encodeUtf8 } from "../../base/utf8.ts";
import { TOPIC_BYTES_MAX } from "../../engine/log/log-layout.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import type { KnowledgeView } from "../store/knowledge-view.ts";
import { entryRange, topicName } from "../text/topic-names.ts";

/** How many links an entry may have. */
export const LINKS_MAX = 64;

const LINK = /^(\S+):(\d{1,10})$/;
const SHOWN_MAX = 60;
const EXAMPLE = 'links="build-gotchas:3 engine:0"';

/**
 * Splits `build-gotchas:3 other:0` into links, each once. Throws INVALID_ARGUMENT for anything else and for too many
 * links.
 */
export function parseLinks(value: string | undefined, label: string): string[] {
  if (value === undefined) return [];
  const links = new Set(value.split(/[\s,]+/).filter((link) => link !== ""));
  for (const link of links) {
    const topic = LINK.exec(link)?.[1];
    if (topic === undefined || cleanLine(link) !== link || encodeUtf8(topic).length > TOPIC_BYTES_MAX) {
      throw new HelixError(
        "INVALID_ARGUMENT",
        `${label}links=${JSON.stringify(link.slice(0, SHOWN_MAX))} is not accepted: give topic:index pairs with spaces between, e.g. ${EXAMPLE}`,
      );
    }
  }
  if (links.size > LINKS_MAX) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      `${label}links has ${links.size} links, at most ${LINKS_MAX} are accepted: link what belongs closest together, e.g. ${EXAMPLE}`,
    );
  }
  return [...links];
}

/**
 * Whether a link can name the topic. Names that other programs stored may hold white space or commas, and then no link
 * can.
 */
export function canStandInLink(topic: string): boolean {
  const link = `${topic}:0`;
  return LINK.test(link) && !topic.includes(",") && cleanLine(link) === link;
}

/**
 * Makes a function that says which links point at nothing, as notes for the answer. It looks up each topic once for all
 * entries.
 */
export function linkChecker(view: KnowledgeView): (links: readonly string[]) => string[] {
  const known = new Map<string, { name: string | null; count: number }>();
  const lookUp = (topic: string) => {
    const name = view.resolveTopic(topic);
    const found = { name, count: name === null ? 0 : view.topicCount(name) };
    known.set(topic, found);
    return found;
  };
  return (links) =>
    links.flatMap((link) => {
      const [, topic = "", index = ""] = LINK.exec(link) ?? [];
      const { name, count } = known.get(topic) ?? lookUp(topic);
      if (name === null) return [`link warning: ${link}: there is no topic ${topic}`];
      return Number(index) < count ? [] : [`link warning: ${link}: ${topicName(name)} has ${entryRange(count)}`];
    });
}

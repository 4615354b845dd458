// detail=full: every category with 5 to 15 lines of whole notes, best first. Notes that are left out are counted and
// named. A superseded note takes one line. The chains follow, oldest note first.

import type { Caller } from "../../notes/scope/caller.ts";
import { entryLines } from "../common/entry-lines.ts";
import type { Paged } from "../common/page-request.ts";
import { PagedText } from "../common/paged-text.ts";
import type { Briefing, CategoryPart } from "./briefing.ts";
import { categoryName } from "./categories.ts";
import type { Chain } from "./chains.ts";
import { closingLine, type Narrowing } from "./closing.ts";
import type { BriefEntry } from "./entry.ts";
import { type EntryWords, NO_TEXT, topicWord } from "./entry-words.ts";

/** A category shows as many whole notes as fit into this many lines. A single note that is longer is cut there. */
const LINES_MAX = 15;
/** With fewer lines than this, a category takes a part of a note that does not fit as a whole. */
const LINES_MIN = 5;
/** The most bytes of one category in an answer, and of one note in a category. */
const PART_BYTES_MAX = 8000;
const ENTRY_BYTES_MAX = 4000;
/** How many chains are shown, and how many notes of each: the oldest and the newest ones. */
const CHAINS_MAX = 3;
const CHAIN_SHOWN_MAX = 4;

/** Characters that some readers take for the end of a line. */
const LINE_BREAKS = /[\r\v\f\u0085\u2028\u2029]/g;

interface FullOptions {
  readonly words: EntryWords;
  readonly ports: Pick<Caller, "project"> & Paged;
  readonly narrowing: Narrowing;
}

/** The full briefing. */
export function fullText(briefing: Briefing, options: FullOptions): string {
  const categories = briefing.parts.map((part) => categoryBlocks(part, options));
  const shown = categories.reduce((sum, each) => sum + each.shown, 0);
  const chains = briefing.chains.slice(0, CHAINS_MAX).map((chain) => chainLines(chain, options.words));
  if (briefing.chains.length > CHAINS_MAX) chains.push([`  (${briefing.chains.length - CHAINS_MAX} more)`]);
  const answer = new PagedText(options.ports, [closingLine(briefing, shown, options.narrowing, "")]);
  for (const { head, blocks } of categories) {
    answer.section(head);
    answer.addEach(blocks, (lines) => lines);
  }
  if (chains.length > 0) answer.section(`CHAINS (${briefing.chains.length}), oldest entry first`);
  answer.addEach(chains, (lines) => lines);
  const total = categories.reduce((sum, { blocks }) => sum + blocks.length, chains.length);
  return answer.text(total);
}

/** A category: its title, a block for each note that it shows, and how many notes these are. */
function categoryBlocks(part: CategoryPart, options: FullOptions) {
  const { words } = options;
  const blocks: string[][] = [];
  const leftOut: BriefEntry[] = [];
  let [count, bytes] = [0, 0];
  for (const entry of part.entries) {
    const block = entryBlock(entry, options);
    const room = LINES_MAX - count;
    const size = block.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
    const fits = block.length <= room;
    if (bytes + size > PART_BYTES_MAX || (!fits && count >= LINES_MIN)) {
      leftOut.push(entry);
      continue;
    }
    blocks.push(fits ? block : cutBlock(block, room, entry, words));
    count += blocks.at(-1)!.length;
    bytes += size;
  }
  const more = part.count - part.entries.length + leftOut.length;
  if (more > 0) blocks.push([`  (${more} more${leftOut.length > 0 ? `: ${words.addresses(leftOut)}` : ""})`]);
  return { head: `${categoryName(part.category)} (${part.count})`, blocks, shown: part.count - more };
}

/**
 * A whole note without its blank lines. The first line stands between the note's address and its labels, the others
 * below.
 */
function entryBlock(entry: BriefEntry, { words, ports }: FullOptions): string[] {
  if (entry.supersededBy !== null) return [`  ${words.preview(entry)}`];
  const { text } = entryLines(entry.body, null, ports, ENTRY_BYTES_MAX);
  const lines = text.map((line) => line.replace(LINE_BREAKS, " ")).filter((line) => line.trim() !== "");
  const [first = NO_TEXT, ...others] = lines;
  return [`  ${words.head(entry)}${first}${words.labels(entry)}`, ...others.map((line) => `    ${line}`)];
}

function cutBlock(block: readonly string[], room: number, entry: BriefEntry, words: EntryWords): string[] {
  const kept = block.slice(0, Math.max(1, room - 1));
  const [topic, index] = [topicWord(entry.document.topic), words.indexOf(entry)];
  const call = words.say.either(`helix read ${topic} ${index}`, `read topic="${topic}" index="${index}"`);
  return [...kept, `    (${block.length - kept.length} more lines: ${call})`];
}

function chainLines({ topic, keyword, entries }: Chain, words: EntryWords): string[] {
  const isLong = entries.length > CHAIN_SHOWN_MAX;
  const newest = isLong ? entries.slice(1 - CHAIN_SHOWN_MAX) : entries.slice(1);
  const between = entries.length - 1 - newest.length;
  return [
    `  ${keyword} in ${topicWord(topic)} (${entries.length}):`,
    `    ${words.preview(entries[0]!)}`,
    ...(between > 0 ? [`    ... ${between} between`] : []),
    ...newest.map((entry) => `    ${words.preview(entry)}`),
  ];
}

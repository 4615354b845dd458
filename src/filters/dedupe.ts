// Repeated lines and blocks of an output, shown once with how often they came.
//
// Invariant: a priority line is only taken for a repetition right behind its like. Elsewhere the lines around it may say
// which file it is about.

import type { OutputLine } from "./output-lines.ts";

/** The lines without repetitions of lines before, wherever they stand. Blank lines stay. */
export function dedupedLines(lines: readonly OutputLine[]): OutputLine[] {
  const counts = new Map<string, number>();
  const kept: OutputLine[] = [];
  const runs = new Map<OutputLine, number>();
  for (const line of lines) {
    const { text, isPriority } = line;
    if (text.trim() === "") kept.push(line);
    else if (isPriority) {
      const last = kept[kept.length - 1];
      if (last?.isPriority === true && last.text === text) runs.set(last, (runs.get(last) ?? 1) + 1);
      else kept.push(line);
    } else {
      const count = (counts.get(text) ?? 0) + 1;
      counts.set(text, count);
      if (count === 1) kept.push(line);
    }
  }
  return kept.map((line) => {
    const count = line.isPriority ? runs.get(line) : counts.get(line.text);
    return withCount(line, count ?? 1);
  });
}

/** The lines without blocks that stood there before. Blank lines lie between blocks. */
export function dedupedBlocks(lines: readonly OutputLine[]): OutputLine[] {
  const blocks = blocksOf(lines);
  const first = new Map<string, OutputLine[]>();
  const counts = new Map<OutputLine[], number>();
  const kept: OutputLine[][] = [];
  for (const block of blocks) {
    const key = block
      .map(({ text }) => text)
      .join("\n")
      .trimEnd();
    const isPriority = block.some((line) => line.isPriority);
    const like = isPriority ? kept[kept.length - 1] : first.get(key);
    const isRepeated = like !== undefined && (!isPriority || keyOf(like) === key);
    if (isRepeated && key !== "") counts.set(like, (counts.get(like) ?? 1) + 1);
    else {
      kept.push(block);
      first.set(key, block);
    }
  }
  return kept.flatMap((block) => {
    const count = counts.get(block) ?? 1;
    const [head, ...rest] = block;
    return count === 1 || head === undefined ? block : [withCount(head, count), ...rest];
  });
}

function keyOf(block: readonly OutputLine[]): string {
  return block
    .map(({ text }) => text)
    .join("\n")
    .trimEnd();
}

/** Lines that belong together: up to and with the blank lines behind them. */
function blocksOf(lines: readonly OutputLine[]): OutputLine[][] {
  const blocks: OutputLine[][] = [];
  let isClosed = true;
  for (const line of lines) {
    const isBlank = line.text.trim() === "";
    if (isClosed && !isBlank) blocks.push([]);
    if (blocks.length === 0) blocks.push([]);
    blocks[blocks.length - 1]!.push(line);
    isClosed = isBlank;
  }
  return blocks;
}

function withCount(line: OutputLine, count: number): OutputLine {
  return count === 1 ? line : { ...line, text: `${line.text} (×${count})` };
}

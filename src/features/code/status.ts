// code action=status: what the index of the work tree holds, and what it does not. code action=index: builds it. code
// action=forget: removes it.

import type { Answer } from "../../base/answer.ts";
import { HelixError, invalid, messageOf } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { FILE_STATES } from "../../code/index/generation.ts";
import { type Language, languageName } from "../../code/languages.ts";
import { loadMask } from "../../code/shown-code.ts";
import type { CodeTree } from "../../code/store/code-trees.ts";
import type { CodeView } from "../../code/store/code-view.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { takingTurns } from "../../notes/store/long-work.ts";
import { type ForgottenSnapshots, forgetSnapshots } from "../../plan/workspace/forget-tree.ts";
import { diskOnceFiles } from "../../platform/disk-once-files.ts";
import { readableLines, size, vectorLine } from "../common/vector-line.ts";
import { briefMap } from "./brief-map.ts";
import type { CodeForgottenData, CodeStatusData } from "./data.ts";
import { type CodePorts, parsedViewOf, viewOf } from "./ports.ts";
import { settledReading } from "./reading.ts";
import { folderOf, treeOf } from "./tree.ts";

const WHY: Readonly<Record<string, string>> = {
  secret: "may hold credentials",
  binary: "no text",
  minified: "minified",
  generated: "generated",
  large: "over 1.5 MB",
  unreadable: "unreadable",
};
const LANGUAGES_SHOWN = 8;
const MINUTE_MS = 60_000;

/** What there is now. */
export async function statusAnswer(
  ports: CodePorts,
  { path }: { readonly path?: string | undefined },
): Promise<Answer> {
  const tree = treeOf(ports, path, false);
  const view = await viewOf(tree, ports);
  return describing(view, tree, ports.base.clock(), []);
}

export interface CodeIndexValues {
  readonly path?: string | undefined;
  readonly force?: boolean | undefined;
  readonly if_stale?: boolean | undefined;
}

/** Builds the index, and says what it holds. */
export async function indexAnswer(ports: CodePorts, { path, force, if_stale }: CodeIndexValues): Promise<Answer> {
  if (force === true && if_stale === true) {
    throw invalid((say) => `${say.option("force")} and ${say.option("if_stale")} contradict each other: leave one out`);
  }
  const tree = treeOf(ports, path);
  if (force === true) await tree.rebuild();
  const before = ports.base.clock();
  const view = await parsedViewOf(tree, ports);
  tree.keepMap?.(await settledReading(ports, briefMap, { tree }));
  const embedded = await embedAll(tree, view, ports);
  const seconds = ((ports.base.clock() - before) / 1000).toFixed(1);
  return describing(embedded.view, tree, ports.base.clock(), [`indexed in ${seconds} s`, ...embedded.lines]);
}

/** Embeds what has no vectors, where that is configured. What goes wrong is a line: the index serves without. */
async function embedAll(
  tree: CodeTree,
  view: CodeView,
  ports: CodePorts,
): Promise<{ view: CodeView; lines: string[] }> {
  const vectors = tree.vectors?.() ?? null;
  if (vectors === null) return { view, lines: [] };
  const { signal, onProgress } = ports;
  const lines = readableLines(vectors.readableAt);
  try {
    const outcome = await vectors.embedMissing(view, {
      mask: await loadMask(),
      signal,
      takeTurn: takingTurns(ports),
      onProgress: (done, total) => onProgress?.({ done, total, what: "embedding code" }),
    });
    if (outcome === "busy") lines.push("another process embeds this tree");
  } catch (error) {
    if (error instanceof HelixError && error.code === "CANCELLED") throw error;
    lines.push(`not all is embedded: ${messageOf(error)}`);
  }
  return { view: await viewOf(tree, ports), lines };
}

/** Removes what is kept of a tree. */
export async function forgetAnswer(
  ports: CodePorts,
  { path }: { readonly path?: string | undefined },
): Promise<Answer> {
  const folder = folderOf(ports, path ?? ".");
  const index = (await ports.code?.forget(folder)) ?? null;
  const root = index?.root ?? folder;
  const { bytes, isHeld } = snapshotsForgotten(ports, root);
  const found = index !== null || bytes > 0;
  const what = [
    ...(index === null ? [] : [`the index of ${cleanLine(root)} (${size(index.bytes)})`]),
    ...(bytes === 0 ? [] : [`how ${cleanLine(root)} was when tasks of plans began (${size(bytes)})`]),
  ].join(", and ");
  const data: CodeForgottenData = { root: found ? root : null, bytes: (index?.bytes ?? 0) + bytes };
  return {
    found,
    ...(found ? { operation: `forgot ${what}` } : {}),
    text: () =>
      [
        found ? `forgot ${what}` : `nothing is kept of ${cleanLine(folder)} beside notes and plans`,
        ...(isHeld ? ["what its active task is compared with stays: forget it again when that is reported"] : []),
      ].join("\n"),
    data: () => data,
  };
}

function snapshotsForgotten({ plans, base: { directory } }: CodePorts, root: string): ForgottenSnapshots {
  if (plans === undefined || directory === undefined) return { bytes: 0, isHeld: false };
  return forgetSnapshots(plans.files, plans.once ?? diskOnceFiles, directory, root);
}

function describing(view: CodeView, tree: CodeTree, now: number, front: readonly string[]): Answer {
  const stored = tree.stored();
  const vectors = tree.vectors?.()?.counts(view);
  const counts = countsOf(view);
  const lines = [cleanLine(view.tree.root), ...front];
  lines.push(
    `files: ${counts.files} read, ${counted(counts.chunks, "chunk", "chunks")}, ${counted(counts.lines, "line", "lines")}`,
  );
  if (counts.languages.length > 0) {
    const named = counts.languages.slice(0, LANGUAGES_SHOWN).map(({ name, files }) => `${name} ${files}`);
    const more = counts.languages.length - named.length;
    lines.push(`languages: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`);
  }
  const unparsed = view.parsed.missing().length;
  if (counts.code > 0) lines.push(parsedLine(counts.code, unparsed));
  if (vectors !== undefined) lines.push(vectorLine(vectors, "chunks"));
  lines.push(`commits: ${counts.commits}`);
  if (counts.unread.length > 0) {
    const parts = counts.unread.map(({ why, files }) => `${files} ${WHY[why] ?? why}`);
    lines.push(`listed, not read: ${parts.join(", ")}`);
  }
  const excluded = view.tree.excluded ?? 0;
  if (excluded > 0) lines.push(`left out by code.exclude: ${counted(excluded, "path", "paths")}`);
  lines.push(stored.bytes === 0 ? "saved: not yet" : `saved: ${size(stored.bytes)}${age(stored.savedAt, now)}`);
  lines.push(...view.remarks);
  return {
    found: counts.files > 0,
    text: () => lines.join("\n"),
    data: (): CodeStatusData => ({
      root: view.tree.root,
      ...counts,
      excluded,
      parsed: counts.code - unparsed,
      ...(vectors && { vectors }),
      bytes: stored.bytes,
      savedAt: stored.savedAt === null ? null : new Date(stored.savedAt).toISOString(),
      pending: view.pending,
      notes: [...view.remarks],
    }),
  };
}

function parsedLine(code: number, unparsed: number): string {
  const all = `${counted(code, "file", "files")} of code`;
  const how = unparsed === 0 ? all : `${code - unparsed} of ${all}; others when they are asked for`;
  return `parsed, for who calls what: ${how}`;
}

function countsOf({ generations, commits }: CodeView) {
  const byLanguage = new Map<string, number>();
  const byState = new Map<string, number>();
  let [files, code, chunks, lines] = [0, 0, 0, 0];
  for (const { files: segment, isGone } of generations) {
    const [states, chunkCounts, lineCounts] = ["state", "chunks", "lines"].map((name) => segment.numbers(name));
    const languages = segment.names("language");
    for (let file = 0; file < segment.documentCount; file++) {
      if (isGone?.(file)) continue;
      const state = FILE_STATES[states!.of(file)] ?? "unreadable";
      if (state !== "read") {
        if (state !== "gone") byState.set(state, (byState.get(state) ?? 0) + 1);
        continue;
      }
      files++;
      if (languages.of(file) !== null) code++;
      chunks += chunkCounts!.of(file);
      lines += lineCounts!.of(file);
      const language = languages.of(file);
      const name = language === null ? "other text" : languageName(language as Language);
      byLanguage.set(name, (byLanguage.get(name) ?? 0) + 1);
    }
  }
  const sorted = (counts: ReadonlyMap<string, number>) =>
    [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return {
    files,
    code,
    chunks,
    lines,
    languages: sorted(byLanguage).map(([name, count]) => ({ name, files: count })),
    unread: sorted(byState).map(([why, count]) => ({ why, files: count })),
    commits: commits.reduce((sum, { segment, isGone }) => {
      let live = segment.documentCount;
      if (isGone !== null) for (let at = 0; at < segment.documentCount; at++) if (isGone(at)) live--;
      return sum + live;
    }, 0),
  };
}

function age(savedAt: number | null, now: number): string {
  if (savedAt === null) return "";
  const minutes = Math.max(0, Math.round((now - savedAt) / MINUTE_MS));
  if (minutes === 0) return ", just now";
  if (minutes < 60) return `, ${counted(minutes, "minute", "minutes")} ago`;
  const hours = Math.round(minutes / 60);
  return hours < 48
    ? `, ${counted(hours, "hour", "hours")} ago`
    : `, ${counted(Math.round(hours / 24), "day", "days")} ago`;
}

// topics: lists the knowledge base and keeps it in order. One tool with many actions; each action is a function of its own.

import { HelixError } from "../../errors.ts";
import { formatDate } from "../../text/dates.ts";
import { Answer } from "../answer.ts";
import { defineFeature, type FeatureContext, type FeatureResult, indexingProgress } from "../feature.ts";
import { damageRemark, exportJson, importJson } from "../transfer/transfer.ts";
import { counted } from "../wording.ts";
import { sizeLine, statistics } from "./statistics.ts";

/** The largest export that is given as one answer, in bytes. */
const EXPORT_BYTES_MAX = 1_000_000;

export const topicsFeature = defineFeature({
  name: "topics",
  description: "Browse and maintain the knowledge base: list topics, statistics, export, import, rebuild the index.",
  hints: { readOnly: false, destructive: false, idempotent: true },
  parameters: {
    action: {
      kind: "choice",
      choices: ["list", "stats", "reindex", "export", "import"],
      description: "Default list",
      example: 'action="stats"',
    },
    detail: { kind: "choice", choices: ["tags", "index"], description: "For stats", example: 'detail="tags"' },
    json: { kind: "json", description: "For import", example: 'json=[{"topic": "test", "text": "imported"}]' },
  },
  async run(context, values) {
    switch (values.action ?? "list") {
      case "list":
        return listTopics(context);
      case "stats":
        return statistics(context, values.detail);
      case "reindex":
        return reindex(context);
      case "export":
        return exportAnswer(context);
      default:
        if (values.json === undefined) {
          throw new HelixError(
            "INVALID_ARGUMENT",
            'json is missing: action="import" needs it, e.g. json=[{"topic": "test", "text": "imported"}]',
          );
        }
        return importJson(context, values.json);
    }
  },
});

/** Every topic with its number of entries and the date of its newest, by name. */
export async function listTopics(context: FeatureContext): Promise<FeatureResult> {
  const view = await context.base.view(indexingProgress(context));
  const topics = view.topics();
  const answer = new Answer();
  let shown = 0;
  for (const { name, count, newest } of topics) {
    if (!answer.add(`${name} (${count}) ${formatDate(newest)}`)) break;
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

/** Builds the index anew from the log. */
export async function reindex(context: FeatureContext): Promise<FeatureResult> {
  if ((await context.base.view(indexingProgress(context))).statistics().logBytes === 0) {
    return { text: "nothing to index: nothing is stored yet", found: false, data: null };
  }
  await context.base.rebuildIndex(indexingProgress(context));
  const view = await context.base.view(indexingProgress(context));
  const { entries, indexTerms, indexBytes } = view.statistics();
  const damage =
    view.index.damageCount > 0
      ? [
          `  passed over in the log: ${counted(view.index.damageCount, "damaged region", "damaged regions")}; see helix check`,
        ]
      : [];
  return {
    text: [
      `index rebuilt: ${counted(entries, "entry", "entries")}, ${counted(indexTerms, "term", "terms")}, ${indexBytes} bytes`,
      ...damage,
    ].join("\n"),
    found: true,
    data: { entries, terms: indexTerms, bytes: indexBytes, damaged: view.index.damageCount },
  };
}

async function exportAnswer(context: FeatureContext): Promise<FeatureResult> {
  const view = await context.base.view(indexingProgress(context));
  const pieces: string[] = [];
  let bytes = 0;
  let damaged = 0;
  for (const piece of exportJson(view, () => damaged++)) {
    bytes += Buffer.byteLength(piece);
    if (bytes > EXPORT_BYTES_MAX) {
      throw new HelixError(
        "LIMIT",
        `the export is longer than ${EXPORT_BYTES_MAX} bytes: write it to a file with: helix export > helix.json`,
      );
    }
    pieces.push(piece);
  }
  const text = pieces.join("");
  return {
    text: text.trimEnd(),
    found: true,
    data: context.wantsData ? JSON.parse(text) : null,
    remark: damageRemark(damaged),
  };
}

// Reads a project as a whole and stores an overview of it under code-<project>, in place of the one it stored before.

import { basename } from "node:path";
import { HelixError } from "../../errors.ts";
import { diskSourceFiles } from "../../storage/source-files.ts";
import { cleanLine } from "../../text/clean.ts";
import { formatDateTime } from "../../text/dates.ts";
import { formatEntryText } from "../../text/entry-format.ts";
import { parseEntryText } from "../../text/entry-text.ts";
import { snippetLines } from "../../text/snippet.ts";
import { draftTopic, prepareDraft } from "../draft.ts";
import { type FeatureResult, indexingProgress } from "../feature.ts";
import { readSymbols } from "./code-reader.ts";
import { isManifest, readManifest } from "./manifests.ts";
import { writeOverview } from "./overview.ts";
import { ProjectFacts } from "./project-facts.ts";
import { listFiles, readInTurn, TraceAnswer, type TraceRequest } from "./request.ts";

const MINUTE_MS = 60_000;
const TAGS = "architecture, module-map";
const MANIFESTS_MAX = 10;
const MANIFEST_BYTES_MAX = 200_000;
const NAME_LENGTH_MAX = 60;

/** Stores an overview. Throws INVALID_ARGUMENT for a file, NOT_FOUND when there is no code, and what storing throws. */
export async function analyzeProject(request: TraceRequest): Promise<FeatureResult> {
  const { target, survey, limit, context } = request;
  if (target.isFile) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      `action="analyze" needs a folder, ${target.path} is a file: e.g. path="." action="analyze"`,
    );
  }
  const { code, others } = await listFiles(request);
  const facts = new ProjectFacts();
  for await (const file of readInTurn(request, code)) facts.take(file, (await readSymbols(file, survey)).symbols);
  if (facts.languages.size === 0) {
    throw new HelixError(
      "NOT_FOUND",
      `there is no code in ${target.path || "the project"}: ${survey.notes().join("; ") || "no file of a known language"}`,
    );
  }
  const name = projectName(request);
  const what = target.path === "" ? name : `${name}/${target.path}`;
  const overview = writeOverview({
    title: `Code overview of ${cleanLine(what)} (by helix trace)`,
    facts,
    others,
    manifests: manifestsOf(request, [...others, ...code.map(({ path }) => path)]),
    limit,
  });
  const stored = await store(request, `code-${name}`, [overview, ...survey.notes()].join("\n"));
  const answer = new TraceAnswer();
  answer.add([`overview ${stored.done} ${stored.topic}`, ""]);
  for (const line of stored.text.split("\n")) answer.add([line], 1);
  for (const note of stored.notes) answer.add([note]);
  const { remark } = target;
  if (remark !== null) answer.add([remark]);
  return {
    text: answer.plain(),
    found: true,
    data: context.wantsData
      ? {
          topic: stored.topic,
          done: stored.isNew ? "stored" : stored.isChanged ? "replaced" : "unchanged",
          overview: stored.text,
          notes: survey.notes(),
        }
      : null,
    ...(stored.isChanged ? { operation: `stored in ${stored.topic}: ${snippetLines(stored.text)[0]}` } : {}),
  };
}

/** The repository's name where there is a remote, else the folder's. */
function projectName({ target }: TraceRequest): string {
  const remote = target.project?.keys[0];
  const isRemote = target.project !== null && target.project.keys.length > 1;
  const name = isRemote ? remote!.split("/").at(-1)! : basename(target.root);
  return cleanLine(name).slice(0, NAME_LENGTH_MAX) || "project";
}

function manifestsOf({ target, survey }: TraceRequest, paths: readonly string[]) {
  const found = paths.filter(isManifest).sort((a, b) => a.split("/").length - b.split("/").length);
  return found.slice(0, MANIFESTS_MAX).flatMap((path) => {
    const outcome = diskSourceFiles.read(
      `${target.root}/${path}`,
      Math.min(MANIFEST_BYTES_MAX, survey.bounds.fileBytesMax),
    );
    if (!("bytes" in outcome)) return [];
    const facts = readManifest(path, new TextDecoder().decode(outcome.bytes));
    return facts === null ? [] : [{ path, facts }];
  });
}

interface Stored {
  readonly topic: string;
  readonly text: string;
  readonly notes: readonly string[];
  readonly isNew: boolean;
  readonly isChanged: boolean;
  /** `stored in`, `replaced in`, `unchanged in`. */
  readonly done: string;
}

/** Writes the overview in place of the one with the same first line; its links, and tags that were added, stay. */
async function store({ context, target }: TraceRequest, topicGiven: string, text: string): Promise<Stored> {
  const draft = await prepareDraft({ topic: topicGiven, text, tags: TAGS }, { ...context, project: target.project });
  const minutes = Math.floor(context.base.clock() / MINUTE_MS);
  const [title] = snippetLines(draft.text);
  let stored: Pick<Stored, "topic" | "isNew" | "isChanged"> = { topic: draft.topic, isNew: true, isChanged: true };
  await context.base.change((view) => {
    const topic = draftTopic(view, draft);
    const previous =
      view.resolveTopic(topic) === null
        ? undefined
        : view.topicDocuments(topic).find((id) => view.document(id).snippet[0] === title);
    const body = previous === undefined ? null : view.body(previous);
    if (previous === undefined || body === null) {
      stored = { topic, isNew: true, isChanged: true };
      return [{ kind: "add", topic, body: draft.body, minutes }];
    }
    const before = parseEntryText(body);
    stored = { topic, isNew: false, isChanged: before.text !== draft.text };
    if (!stored.isChanged) return [];
    const entry = parseEntryText(draft.body);
    const tags = [...new Set([...entry.tags, ...before.tags])];
    return [
      {
        kind: "replace",
        id: previous,
        body: formatEntryText({ ...entry, tags, links: before.links, modified: formatDateTime(minutes) }),
      },
    ];
  }, indexingProgress(context));
  const done = stored.isNew ? "stored in" : stored.isChanged ? "replaced in" : "unchanged in";
  return { ...stored, done, text: draft.text, notes: draft.notes };
}

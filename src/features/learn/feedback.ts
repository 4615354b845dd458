// learn action=feedback: what came of the notes that were shown.

import type { Answer } from "../../base/answer.ts";
import { invalid } from "../../base/errors.ts";
import { joined, type TextList } from "../../base/text-list.ts";
import { counted } from "../../base/wording.ts";
import { quote } from "../../engine/text/clean.ts";
import { judgedOf } from "../../events/log/judgements.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import { parseNoteId, shownNoteId } from "../../notes/text/note-id.ts";
import { taskKey } from "./assess.ts";
import type { FeedbackData } from "./data.ts";
import { type Judging, judge } from "./judging.ts";
import type { LearnArguments } from "./parameters.ts";
import { judgementsOf, type LearnPorts } from "./ports.ts";
import { recordOf } from "./ranked-lessons.ts";

const CLAIMS_MAX = 100;
const DAY_LENGTH = "2026-02-21".length;

/** Takes the judgements. Throws INVALID_ARGUMENT, NOT_FOUND, IO. */
export async function feedback(ports: LearnPorts, values: LearnArguments): Promise<Answer> {
  const log = judgementsOf(ports);
  const { session, project } = log.acting;
  // Without a session, what is done on one day is one task.
  const day = () => `terminal ${new Date(ports.base.clock()).toISOString().slice(0, DAY_LENGTH)}`;
  const task = values.task === undefined ? session || day() : taskKey(values.task, project);
  const view = await ports.base.view(indexingProgress(ports));
  const judging = judge(view, log, {
    helped: listed("helped", values.helped),
    misled: listed("misled", values.misled),
    shown: values.shown === undefined ? null : listed("shown", values.shown),
    evidence: values.evidence ?? "",
    task,
    by: await log.actor(),
  });
  const all = log.read();
  const records = judging.judged.map(({ id, ids, name }) => ({ id, name, ...judgedOf(all, ids) }));
  const count = (wanted: string) => judging.judged.filter(({ verdict }) => verdict === wanted).length;
  const [helped, misled] = [count("helped"), count("misled")];
  const head = `${helped} helped, ${misled} misled`;
  const isNothing =
    values.shown === undefined && records.length + judging.refused.length + judging.missing.length === 0;
  const isRefused = judging.refused.length + judging.missing.length > 0;
  return {
    found: helped + misled > 0 || !isRefused,
    ...(helped + misled > 0 ? { operation: `judged notes: ${head}` } : {}),
    text: (say) =>
      [
        `${head}; ${judging.unhelpful} shown and not needed, which counts neither way`,
        ...records.map((record) => `  ${shownNoteId(record.id)} ${record.name}: ${recordOf(record)}`),
        ...refusedLines(judging),
        ...(isNothing
          ? [
              `  nothing was told: name notes by ${say.name("helped")} or ${say.name("misled")}, with ${say.name("evidence")}`,
            ]
          : []),
      ].join("\n"),
    data: (): FeedbackData => ({
      helped,
      misled,
      unhelpful: judging.unhelpful,
      missing: judging.missing,
      refused: judging.refused,
      judged: records.map((record) => ({
        id: record.id,
        name: record.name,
        helped: record.helped,
        misled: record.misled,
      })),
    }),
  };
}

function refusedLines({ refused, missing, boundBytes }: Judging): string[] {
  const lines = refused.map(
    ({ id, why }) => `  refused ${parseNoteId(id) === null ? quote(id) : shownNoteId(id)}: ${why}`,
  );
  if (missing.length > 0) lines.push(`  there is no note ${missing.map((each) => quote(each)).join(", ")}`);
  if (refused.length > 0 && boundBytes !== null) {
    lines.push(`  only the last ${boundBytes / 1024 / 1024} MB of events were looked through for what was shown`);
  }
  return lines;
}

function listed(name: string, given: TextList | undefined): string[] {
  const items = joined(given ?? "", ",")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
  if (items.length <= CLAIMS_MAX) return items;
  throw invalid(
    (say) =>
      `${say.name(name)} has ${counted(items.length, "note", "notes")}, at most ${CLAIMS_MAX} are accepted at once`,
  );
}

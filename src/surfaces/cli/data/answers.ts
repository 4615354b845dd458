// The JSON that each call prints with `--json`, by its schema. docs/JSON.md is made of this list, and tests check what
// commands print by it. Nothing of helix loads it.

import { z } from "zod";
import { exportData, importData, keptFilesData, recoveredData } from "../../../exchange/data.ts";
import { askedData, enhancedData, promptData } from "../../../features/ask/data.ts";
import { batchData } from "../../../features/batch/data.ts";
import { briefData } from "../../../features/brief/data.ts";
import { codeContextData, codeExploreData } from "../../../features/code/context-data.ts";
import {
  codeCalleesData,
  codeCallersData,
  codeForgottenData,
  codeImpactData,
  codeMapData,
  codeOutlineData,
  codeReadData,
  codeRenameData,
  codeSearchData,
  codeStatusData,
  codeSymbolsData,
} from "../../../features/code/data.ts";
import { projectData } from "../../../features/common/data.ts";
import {
  changedData,
  deletedData,
  deletedWhereData,
  historyData,
  movedData,
  undoneData,
} from "../../../features/edit/data.ts";
import { billData, gainChartData, gainData, gainHistoryData } from "../../../features/gain/data.ts";
import * as care from "../../../features/learn/care-data.ts";
import { assessData, feedbackData, keptLessonData, recallData } from "../../../features/learn/data.ts";
import { liftData, liftPlanData } from "../../../features/lift/data.ts";
import { outputData, outputListData } from "../../../features/output/data.ts";
import * as plan from "../../../features/plan/data.ts";
import { readData } from "../../../features/read/data.ts";
import { reloadData } from "../../../features/reload/data.ts";
import * as search from "../../../features/search/data.ts";
import { storeData } from "../../../features/store/data.ts";
import * as topics from "../../../features/topics/data.ts";
import { analyzeData, blastData, outlineData, traceData } from "../../../features/trace/data.ts";
import { configData } from "./config.ts";
import { demoData } from "./demo.ts";
import { economyData, economySectionData } from "./economy.ts";
import { decisionsData, eventStatsData, importedEventsData } from "./events.ts";
import {
  filterActiveData,
  filterListData,
  filterNewData,
  filterShowData,
  filterTestData,
  filterTriedData,
  filterTrustData,
} from "./filters.ts";
import {
  completionsData,
  doctorData,
  hookStatusData,
  installData,
  pluginFolderData,
  setupData,
  uninstallData,
} from "./installation.ts";
import { checkData, inspectData, proveData } from "./log.ts";
import { planApprovedData, planOverriddenData, planReleasedData, planWatchData } from "./plans.ts";

/** Calls whose data have one shape. */
export interface JsonAnswer {
  /**
   * Each is a command, then what a call must hold, too, in any order: its action, an option, an option with its value. Of
   * the calls that fit, the longest is meant; a command alone fits all of its calls.
   */
  readonly calls: readonly string[];
  readonly schema: z.ZodType;
}

/** Commands that print no JSON of their own: `serve` speaks MCP, `hook` what its client wants. */
export const WITHOUT_JSON: readonly string[] = ["serve", "hook", "run"];

/** What only tools do: nobody but a test sees their data. */
export const TOOLS_ONLY: readonly string[] = ["batch", "topics import"];

export const JSON_ANSWERS: readonly JsonAnswer[] = [
  { calls: ["store"], schema: storeData },
  { calls: ["batch"], schema: batchData },
  { calls: ["search"], schema: search.searchListData },
  { calls: ["search --detail=grouped"], schema: search.searchGroupsData },
  { calls: ["search --detail=topics"], schema: search.searchTopicsData },
  { calls: ["search --detail=count"], schema: search.searchCountData },
  { calls: ["brief"], schema: briefData },
  { calls: ["read", "topics entries --index"], schema: readData },
  { calls: ["learn recall"], schema: recallData },
  { calls: ["learn remember", "learn chunk"], schema: keptLessonData },
  { calls: ["learn feedback"], schema: feedbackData },
  { calls: ["learn assess"], schema: assessData },
  { calls: ["learn relate"], schema: care.relateData },
  { calls: ["learn connected"], schema: care.connectedData },
  { calls: ["learn consolidate"], schema: care.consolidateData },
  { calls: ["learn prune"], schema: care.pruneLessonsData },
  { calls: ["learn decay"], schema: care.decayData },
  { calls: ["learn health"], schema: care.healthData },
  { calls: ["learn archive", "learn restore"], schema: care.archiveData },
  {
    calls: ["plan", "plan status"],
    schema: z
      .union([plan.planStatusData, plan.activeOnlyData])
      .nullable()
      .describe("Where a plan stands, and what is active."),
  },
  { calls: ["plan start"], schema: plan.startedData },
  { calls: ["plan report"], schema: plan.reportedData },
  {
    calls: ["plan show"],
    schema: z.union([plan.planData, plan.taskData]).nullable().describe("A plan, or one of its tasks."),
  },
  { calls: ["plan approve"], schema: planApprovedData },
  { calls: ["plan override"], schema: planOverriddenData },
  { calls: ["plan release"], schema: planReleasedData },
  { calls: ["plan watch"], schema: planWatchData },
  { calls: ["plan save"], schema: plan.savedPlanData },
  { calls: ["plan save --clear"], schema: plan.closedPlanData.nullable().describe("The plan that was closed.") },
  { calls: ["plan ready"], schema: plan.readyData.nullable().describe("The tasks that may begin.") },
  { calls: ["plan explore"], schema: plan.explorationData.nullable().describe("An exploration.") },
  {
    calls: ["plan explore --clear"],
    schema: plan.clearedData.nullable().describe("The exploration that is no longer the current one."),
  },
  { calls: ["edit append", "edit revise", "edit tag"], schema: changedData },
  { calls: ["edit delete"], schema: deletedData },
  { calls: ["edit delete --where"], schema: deletedWhereData },
  { calls: ["edit rename", "edit merge"], schema: movedData },
  { calls: ["edit undo", "edit redo", "undo", "redo"], schema: undoneData },
  { calls: ["edit history", "undo --list", "redo --list"], schema: historyData },
  { calls: ["topics", "topics list"], schema: topics.listData },
  { calls: ["topics recent"], schema: topics.recentData },
  { calls: ["topics entries"], schema: topics.entriesData },
  { calls: ["topics stats", "stats"], schema: topics.statsData },
  { calls: ["topics stats --detail=tags", "stats --detail=tags"], schema: topics.tagStatsData },
  { calls: ["topics stats --detail=index", "stats --detail=index"], schema: topics.indexStatsData },
  { calls: ["stats --detail=events"], schema: eventStatsData },
  { calls: ["gain"], schema: gainData },
  { calls: ["gain --session"], schema: billData },
  { calls: ["gain --history"], schema: gainHistoryData },
  { calls: ["gain --svg"], schema: gainChartData },
  { calls: ["lift", "learn lift"], schema: liftData },
  { calls: ["lift plan"], schema: liftPlanData },
  { calls: ["topics xref"], schema: topics.xrefData },
  { calls: ["topics graph"], schema: topics.graphData },
  { calls: ["topics stale"], schema: topics.staleData },
  { calls: ["topics prune"], schema: topics.pruneData },
  { calls: ["topics dedupe", "topics compact"], schema: topics.duplicatesData },
  { calls: ["topics compact --log", "compact"], schema: topics.compactLogData },
  { calls: ["topics redate", "topics compact --mode=migrate"], schema: topics.mendedData },
  { calls: ["topics export", "export"], schema: exportData },
  { calls: ["topics import", "import"], schema: importData },
  { calls: ["import --events"], schema: importedEventsData },
  { calls: ["topics reindex", "index"], schema: topics.reindexData },
  { calls: ["topics session"], schema: topics.sessionData },
  { calls: ["topics checkpoint", "checkpoint"], schema: topics.savedCheckpointData },
  { calls: ["topics resume", "resume"], schema: topics.checkpointData },
  { calls: ["topics clear_checkpoint", "checkpoint --clear"], schema: topics.clearedCheckpointData },
  { calls: ["code", "code search"], schema: codeSearchData },
  { calls: ["code read"], schema: codeReadData },
  { calls: ["code status", "code index"], schema: codeStatusData },
  { calls: ["code outline"], schema: codeOutlineData },
  { calls: ["code symbols"], schema: codeSymbolsData },
  { calls: ["code context"], schema: codeContextData },
  { calls: ["code explore"], schema: codeExploreData },
  { calls: ["code callers"], schema: codeCallersData },
  { calls: ["code callees"], schema: codeCalleesData },
  { calls: ["code impact"], schema: codeImpactData },
  { calls: ["code impact --rename"], schema: codeRenameData },
  { calls: ["code map"], schema: codeMapData },
  { calls: ["code forget", "forget"], schema: codeForgottenData },
  { calls: ["code ask"], schema: askedData },
  { calls: ["code ask --context-only"], schema: promptData },
  { calls: ["code enhance"], schema: enhancedData },
  {
    calls: ["output"],
    schema: z.union([outputListData, outputData]).describe("The originals that are kept, or one of them."),
  },
  { calls: ["trace"], schema: traceData },
  { calls: ["trace --action=symbols"], schema: outlineData },
  { calls: ["trace --action=blast"], schema: blastData },
  { calls: ["trace --action=analyze"], schema: analyzeData },
  { calls: ["check"], schema: checkData },
  { calls: ["inspect"], schema: inspectData },
  { calls: ["recover"], schema: keptFilesData },
  { calls: ["recover --apply"], schema: recoveredData },
  { calls: ["prove"], schema: proveData },
  { calls: ["project"], schema: projectData },
  { calls: ["filter list"], schema: filterListData },
  { calls: ["filter active"], schema: filterActiveData },
  { calls: ["filter show"], schema: filterShowData },
  { calls: ["filter test"], schema: filterTestData },
  { calls: ["filter test --command"], schema: filterTriedData },
  { calls: ["filter trust"], schema: filterTrustData },
  { calls: ["filter new"], schema: filterNewData },
  { calls: ["config"], schema: configData },
  { calls: ["economy"], schema: economyData },
  { calls: ["economy section"], schema: economySectionData },
  { calls: ["setup"], schema: setupData },
  { calls: ["plugin"], schema: pluginFolderData },
  { calls: ["demo"], schema: demoData },
  { calls: ["hooks install", "hooks-install"], schema: installData },
  { calls: ["hooks uninstall"], schema: uninstallData },
  { calls: ["hooks status"], schema: hookStatusData },
  { calls: ["hooks why"], schema: decisionsData },
  { calls: ["completions"], schema: completionsData },
  { calls: ["doctor"], schema: doctorData },
  { calls: ["_reload"], schema: reloadData },
];

/**
 * The schema of what a call prints; undefined for a call that prints no JSON. `words`: the command, then its words and
 * options, `--name value` or `--name=value`.
 */
export function jsonSchemaOf(words: readonly string[]): z.ZodType | undefined {
  const lowered = words.map((word) => word.toLowerCase());
  // Options may stand in front of the command.
  const commands = JSON_ANSWERS.flatMap(({ calls }) => calls.map((call) => call.split(" ")[0]));
  const command = lowered.find((word) => commands.includes(word)) ?? lowered[0] ?? "";
  const given = lowered.toSpliced(lowered.indexOf(command), 1);
  const known = JSON_ANSWERS.flatMap(({ calls, schema }) =>
    calls.map((call) => ({ schema, parts: call.split(" ").slice(1), name: call.split(" ")[0] })),
  ).filter(({ name }) => name === command);
  const actions = known.flatMap(({ parts }) => parts.filter((part) => !part.startsWith("-")));
  // A later word may be a topic that is called like an action.
  const action = given.map((word) => word.replace("--action=", "")).find((word) => actions.includes(word));
  const holds = (part: string) =>
    given.some((word, at) => word === part || word.startsWith(`${part}=`) || `${word}=${given[at + 1]}` === part);
  const fitting = known.filter(({ parts }) =>
    parts.every((part) => (part.startsWith("-") ? holds(part) : part === action)),
  );
  return fitting.toSorted((a, b) => b.parts.length - a.parts.length)[0]?.schema;
}

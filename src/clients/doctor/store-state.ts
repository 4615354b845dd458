// Examines the log, the index, the checkpoints, and what earlier repairs and interrupted writes have left in the
// directory.

import { HelixError, messageOf } from "../../base/errors.ts";
import { counted, formatSize } from "../../base/wording.ts";
import { LOG_NAME } from "../../engine/log/data-log.ts";
import { LOG_BYTES_MAX } from "../../engine/log/log-layout.ts";
import { CHECKPOINT_NAME } from "../../features/checkpoint/checkpoint-file.ts";
import { CheckpointStore } from "../../features/checkpoint/checkpoint-store.ts";
import { heldWords } from "../../features/common/notices.ts";
import { type CheckReport, checkStore } from "../../notes/store/check.ts";
import { INDEX_NAME } from "../../notes/store/log-follower.ts";
import { type Finding, note, ok, problem, type Surroundings, shellWord } from "../claude-code/finding.ts";
import { ownCommand } from "../claude-code/programs.ts";
import { otherDirectory } from "./own-files.ts";

/** When the log exceeds this share of its size limit, it needs a compaction. */
const LOG_SHARE_MAX = 0.9;
const KEPT_COPY = /^(?:data\.log\.(?:torn|damaged|recovered)|checkpoint\.json\.damaged)-/;
const TEMPORARY = /\.tmp-\d+-/;
const NAMES_SHOWN_MAX = 5;

/** Examines the files in the directory; returns nothing where there is no directory. */
export function checkFiles(surroundings: Surroundings): Finding[] {
  if (surroundings.paths.kind(surroundings.directory) !== "directory") return [];
  const { findings, withNotes } = checkLog(surroundings);
  return [...findings, ...checkCheckpoints(surroundings), ...checkLeftovers(surroundings, withNotes)];
}

/** What a look at the log found. */
interface LogLook {
  readonly findings: Finding[];
  /** The copies beside it that hold whole notes, which is a finding already. */
  readonly withNotes: readonly string[];
}

function checkLog(surroundings: Surroundings): LogLook {
  const only = (...findings: Finding[]): LogLook => ({ findings, withNotes: [] });
  const { directory, files, paths, onProgress } = surroundings;
  const path = `${directory}/${LOG_NAME}`;
  const kind = paths.kind(path);
  if (kind === null && paths.facts(path) !== null) return only();
  if (kind === null) return only(ok("no notes yet"));
  if (kind !== "file")
    return only(problem(`${LOG_NAME} is no file, and helix did not make it`, otherDirectory(surroundings)));
  let report: CheckReport | null;
  try {
    report = checkStore(files, directory, onProgress);
  } catch (error) {
    return only(problem(`the log cannot be used: ${messageOf(error)}`, logFix(error, surroundings)));
  }
  if (report === null) return only();
  return {
    findings: [...logFindings(report, surroundings), indexFinding(report, surroundings)],
    withNotes: report.copies.filter(({ notes }) => notes > 0).map(({ name }) => name),
  };
}

/**
 * The fix for a log that cannot be opened; undefined for a log of a newer version, whose error message says what to do.
 */
function logFix(error: unknown, surroundings: Surroundings): string | undefined {
  const code = error instanceof HelixError ? error.code : "";
  return code === "UNSUPPORTED_VERSION" ? undefined : otherDirectory(surroundings);
}

/** The findings about the log, taken from its report. */
export function logFindings(report: CheckReport, surroundings: Surroundings): Finding[] {
  const directory = shellWord(surroundings.directory);
  const compact = `${ownCommand(surroundings)} compact ${directory} --apply`;
  const findings = [ok(`log: ${counted(report.live, "entry", "entries")}, ${formatSize(report.logBytes)}`)];
  if (report.damages.length > 0 || report.headerDamaged) {
    const bytes = report.damages.reduce((sum, { from, to }) => sum + to - from, 0);
    const header = report.headerDamaged ? ["its header"] : [];
    const regions =
      report.damages.length > 0 ? [`${counted(report.damages.length, "region", "regions")} of ${bytes} bytes`] : [];
    findings.push(
      problem(
        `the log is damaged: ${[...header, ...regions].join(", ")}; the rest is read, and a compaction keeps a copy`,
        compact,
      ),
    );
  }
  if (report.unfinished !== null) {
    findings.push(
      problem(
        `the log ends in an unfinished write of ${heldWords(report.unfinished)}: none of them counts, and the next write moves them into a file beside it`,
        `${ownCommand(surroundings)} recover --kb ${directory}`,
      ),
    );
  } else if (report.tornBytes > 0) {
    findings.push(
      note(
        `the last ${report.tornBytes} bytes of the log are no whole record (an interrupted write): the next write moves them aside`,
      ),
    );
  }
  const notes = report.copies.reduce((sum, copy) => sum + copy.notes, 0);
  if (notes > 0) {
    const copies = report.copies.filter((copy) => copy.notes > 0).map(({ name }) => name);
    findings.push(
      problem(
        `${counted(notes, "whole note stands", "whole notes stand")} aside, in copies of cut off bytes: ${listed(copies)}`,
        `${ownCommand(surroundings)} recover --kb ${directory}`,
      ),
    );
  }
  if (report.aimless.length > 0) {
    const ids = counted(report.aimless.length, "deletion is", "deletions are");
    findings.push(note(`${ids} of entries that are not in the log`, `${ownCommand(surroundings)} check ${directory}`));
  }
  if (report.logBytes > LOG_SHARE_MAX * LOG_BYTES_MAX) {
    findings.push(problem(`the log is near its limit of ${formatSize(LOG_BYTES_MAX)}`, compact));
  }
  return findings;
}

function indexFinding({ index, watermark, logBytes }: CheckReport, surroundings: Surroundings): Finding {
  const rebuild = `${ownCommand(surroundings)} index ${shellWord(surroundings.directory)}`;
  switch (index) {
    case "sound":
      return ok(`index: sound, covers ${watermark} of ${logBytes} bytes`);
    case "damaged":
      return problem("the index is damaged: searches may miss entries", rebuild);
    case "missing":
      return ok("index: none; it is built when it is needed");
    case "unusable":
      return note(`${INDEX_NAME} is not an index of this version: it is built anew when it is needed`, rebuild);
    case "of another log":
      return note(`${INDEX_NAME} belongs to another log: it is built anew when it is needed`, rebuild);
  }
}

function checkCheckpoints(surroundings: Surroundings): Finding[] {
  const { directory, files, paths } = surroundings;
  const path = `${directory}/${CHECKPOINT_NAME}`;
  const kind = paths.kind(path);
  if (kind === null) return [];
  if (kind !== "file")
    return [problem(`${CHECKPOINT_NAME} is no file, and helix did not make it`, otherDirectory(surroundings))];
  try {
    const { own, others } = new CheckpointStore(files, directory).load([]);
    return [ok(`checkpoints: ${others.length + (own === null ? 0 : 1)}`)];
  } catch (error) {
    if (error instanceof HelixError && error.code === "CORRUPTION")
      return [
        problem(
          `${CHECKPOINT_NAME} is damaged, or not a file of checkpoints`,
          `${ownCommand(surroundings)} checkpoint "TASK" --kb ${shellWord(directory)}  # saves a new one, and keeps the file under another name`,
        ),
      ];
    return [problem(messageOf(error))];
  }
}

function checkLeftovers({ directory, paths }: Surroundings, withNotes: readonly string[]): Finding[] {
  const names = paths.names(directory).sort();
  const copies = names.filter((name) => KEPT_COPY.test(name) && !withNotes.includes(name));
  const temporary = names.filter((name) => TEMPORARY.test(name));
  const findings: Finding[] = [];
  if (copies.length > 0) {
    const what = `${counted(copies.length, "copy", "copies")} of torn or damaged bytes, kept by repairs`;
    findings.push(note(`${what}: ${listed(copies)}; helix recover has nothing to bring back from there`));
  }
  if (temporary.length > 0) {
    const what = counted(temporary.length, "temporary file", "temporary files");
    findings.push(note(`${what}, of writes under way or interrupted; helix removes them: ${listed(temporary)}`));
  }
  return findings;
}

function listed(names: readonly string[]): string {
  const more = names.length - NAMES_SHOWN_MAX;
  return names.slice(0, NAMES_SHOWN_MAX).join(", ") + (more > 0 ? `, ${more} more` : "");
}

// Carries out a plan that changes settings files. The order: save copies, save the install records, then write all
// files or none. Processes of helix take turns. If another program changes a file meanwhile, the plan is made anew from
// the new content.

import { HelixError, messageOf } from "../../base/errors.ts";
import { pause, whileLocked } from "../../platform/command-lock.ts";
import { dropCopy, type KeptCopy, keepCopy, thinCopies } from "../../platform/settings-copies.ts";
import {
  changeSettings,
  checkChanges,
  giveToOwnerOfFolder,
  missingFolders,
  type SettingsChange,
} from "../../platform/settings-file.ts";
import { sweepTemporaryFiles } from "../../platform/temporary-file.ts";
import { type Decision, type FileChange, isChange } from "./file-change.ts";
import type { Surroundings } from "./finding.ts";
import { type InstallRecord, RECORDS_NAME, type RecordKey, saveRecords } from "./install-record.ts";

/** The fields that a plan needs to be carried out. */
interface Plan {
  readonly changes: readonly FileChange[];
  readonly decisions: readonly Decision[];
  readonly notes: readonly string[];
}

/** The saved copy of a file, as the file was before the change. */
interface Copy {
  readonly path: string;
  /** null: no copy was saved. */
  readonly kept: KeptCopy | null;
  /** Why there is no copy although there should be one; null otherwise. */
  readonly fault: string | null;
}

const LOCK_NAME = "installed.lock";
/** The client writes its settings a few times in a row when it starts. This many attempts take longer than that. */
const ATTEMPTS_MAX = 25;
const PAUSE_STEP_MS = 4;
const PAUSE_MAX_MS = 40;
const NOT_REMEMBERED = "what was there before could not be remembered: taking out goes by what the hooks are";

/**
 * Makes a plan and carries it out. Returns the plan that was carried out, with the paths of the copies and with further
 * notes. Throws IO and what planning throws; then nothing was changed.
 */
export function carryOut<P extends Plan>(makePlan: () => P, surroundings: Surroundings): P {
  const { files, directory } = surroundings;
  const plan = makePlan();
  // Remove the temporary files of a process that was killed.
  for (const { file } of plan.decisions) sweepTemporaryFiles(files, file.before?.target ?? file.place.path);
  if (!plan.decisions.some(isDue)) return plan;
  checkChanges(changesIn(plan));
  const made = directory === "" ? [] : missingFolders(`${directory}/${LOCK_NAME}`);
  // An uninstallation does not create a knowledge base.
  const isNeeded = plan.decisions.some(({ record }) => record !== null);
  return whileLocked(files, made.length > 0 && !isNeeded ? "" : directory, LOCK_NAME, () => {
    for (const folder of made) giveToOwnerOfFolder(folder);
    const first = makePlan();
    try {
      for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
        const done = tryOut(attempt === 1 ? first : makePlan(), surroundings);
        if (done !== null) return done;
        pause(Math.min(attempt * PAUSE_STEP_MS, PAUSE_MAX_MS));
      }
      const names = plan.changes.map(({ label }) => label).join(" or ");
      throw new HelixError("IO", `somebody else changes ${names} again and again; nothing was changed`);
    } catch (error) {
      rememberAsBefore(first.decisions, surroundings);
      throw error;
    }
  });
}

/** Restores the earlier records after a plan that could not be carried out. */
function rememberAsBefore(decisions: readonly Decision[], surroundings: Surroundings): void {
  const { directory } = surroundings;
  for (const { file, record } of decisions) {
    if (record === null) continue;
    const earlier = file.memory === directory && file.record !== null ? [file.record] : [];
    remember(earlier, [record], directory, surroundings);
  }
}

/**
 * Asks whether a plan can be carried out, and whether the settings with the hooks can be written, be they changed or not.
 * Throws IO; nothing is changed.
 */
export function checkPlan({ decisions }: Pick<Plan, "decisions">): void {
  checkChanges(decisions.filter((decision) => isChange(decision) || holdsHooks(decision)).map(changeOf));
}

function holdsHooks({ file: { at } }: Decision): boolean {
  return at.length === 1 && at[0] === "hooks";
}

function changesIn({ decisions }: Pick<Plan, "decisions">): SettingsChange[] {
  return decisions.filter(isChange).map(changeOf);
}

function changeOf({ file: { place, before, record }, after }: Decision): SettingsChange {
  return {
    path: place.path,
    before,
    after,
    mode: place.mode,
    folders: after === null ? (record?.folders ?? []) : [],
  };
}

function isDue(decision: Decision): boolean {
  return isChange(decision) || (decision.record === null && decision.file.record !== null);
}

/** Tries to carry out the plan once. Returns null when a file has changed since the plan was made. */
function tryOut<P extends Plan>(plan: P, surroundings: Surroundings): P | null {
  const due = plan.decisions.filter(isChange);
  const intended = due.flatMap((decision) => intendedRecord(decision) ?? []);
  let copies: readonly Copy[] = [];
  let isRemembered = true;
  const isDone = changeSettings(changesIn(plan), () => {
    copies = due.map((decision) => copyOf(decision, surroundings.directory));
    isRemembered = remember(intended, [], surroundings.directory, surroundings);
  });
  if (!isDone) {
    for (const { kept } of copies) if (kept !== null) dropCopy(kept);
    return null;
  }
  for (const { path, kept } of copies) if (kept !== null) thinCopies(surroundings.directory, path);
  if (!forget(plan.decisions, surroundings)) isRemembered = false;
  const changes = plan.changes.map((change) => {
    const copy = copies.find(({ path }) => path === change.path);
    return { ...change, backup: copy?.kept?.path ?? null };
  });
  const notes = [
    ...plan.notes,
    ...copies.flatMap(({ fault }) => fault ?? []),
    ...(isRemembered ? [] : [NOT_REMEMBERED]),
  ];
  return { ...plan, changes, notes };
}

/**
 * Saves a copy of the file, unless the change is reversible without one. A read-only knowledge base must not prevent an
 * uninstallation: it only causes a note.
 */
function copyOf({ file: { place, before }, isReversible, isFirst }: Decision, directory: string): Copy {
  const { path } = place;
  if (before === null || isReversible) return { path, kept: null, fault: null };
  if (directory === "")
    return { path, kept: null, fault: `no copy of ${place.label} is kept: there is no knowledge base` };
  try {
    return { path, kept: keepCopy(directory, path, before.text, isFirst), fault: null };
  } catch (error) {
    return { path, kept: null, fault: `no copy of ${place.label} could be kept: ${messageOf(error)}` };
  }
}

function intendedRecord({ file: { place }, record, after }: Decision): InstallRecord | null {
  if (record === null || after === null) return null;
  return { ...record, folders: [...record.folders, ...missingFolders(place.path)] };
}

/**
 * Updates the records behind the change: drops records of what is no longer installed, drops records that another
 * knowledge base held, and saves changed records of other places in a file. Returns whether all of it could be saved.
 */
function forget(decisions: readonly Decision[], surroundings: Surroundings): boolean {
  const results = decisions.map((decision) => {
    const { record, after, others, file } = decision;
    const isGone = record === null || after === null || (isChange(decision) && file.memory !== surroundings.directory);
    const gone = isGone && file.record !== null ? [file.record] : [];
    return others.length === 0 && gone.length === 0 ? true : remember(others, gone, file.memory, surroundings);
  });
  return results.every((isSaved) => isSaved);
}

function remember(
  records: readonly InstallRecord[],
  gone: readonly RecordKey[],
  directory: string,
  { files }: Surroundings,
): boolean {
  if (records.length === 0 && gone.length === 0) return true;
  const isSaved = saveRecords(files, directory, records, gone);
  if (directory !== "") for (const name of [RECORDS_NAME, LOCK_NAME]) giveToOwnerOfFolder(`${directory}/${name}`);
  return isSaved;
}

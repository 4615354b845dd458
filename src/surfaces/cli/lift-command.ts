// `helix lift`: whether help helps. Turns the comparison on and off, says how it stands and how many sessions it takes.

import type { Answer } from "../../base/answer.ts";
import { invalid, orElse } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { didYouMean } from "../../engine/text/near-names.ts";
import { encodeLift, LIFT_FILE, type LiftState, readLift, turnedOff, turnedOn } from "../../events/lift.ts";
import { foldEvents, WORTH_BYTES } from "../../events/log/event-fold.ts";
import { EventLog } from "../../events/log/event-log.ts";
import { workedSessions } from "../../events/log/worked-sessions.ts";
import { counting } from "../../features/lift/comparison.ts";
import { liftAnswer } from "../../features/lift/lift-answer.ts";
import { EFFECT_DEFAULT, planAnswer } from "../../features/lift/plan-answer.ts";
import { replaceWhole } from "../../platform/atomic-file.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import { diskFiles } from "../../platform/disk-small-files.ts";
import { environmentClock } from "../clock.ts";
import { homeDirectory } from "../environment.ts";
import { type Command, directoryOf, type ParsedValues } from "./command.ts";
import { readPrices } from "./read-prices.ts";
import { surplus } from "./run-feature.ts";
import { keepBills } from "./session-bills.ts";
import { isTypedByPerson } from "./typed-by-person.ts";

const ACTIONS = ["on", "off", "status", "plan"] as const;
type Action = (typeof ACTIONS)[number];
/** Which action takes which option. */
const TAKEN: Readonly<Record<string, Action>> = { share: "on", anew: "on", effect: "plan" };
const SEED_BYTES = 10;

export const liftCommand: Command = {
  arguments: {
    action: {
      type: "positional",
      description: "on, off, status (default) or plan",
      isOptional: true,
      choices: ACTIONS,
    },
    effect: { type: "string", description: "plan: the effect to find, 0 to 0.9 (default 0.2)", valueHint: "N" },
    share: {
      type: "string",
      description: "on: the share of sessions that go without, for each kind (default 0.1)",
      valueHint: "N",
    },
    anew: { type: "boolean", description: "on: begin another comparison; what was compared before is given up" },
  },
  async run(values) {
    const [given = "status"] = values._;
    const action = ACTIONS.find((each) => each === given.toLowerCase());
    if (action === undefined) {
      throw invalid(
        `${JSON.stringify(given)} is not accepted: give one of ${ACTIONS.join(", ")}, e.g. helix lift plan${didYouMean(given, ACTIONS)}`,
      );
    }
    surplus("lift", values, 1);
    for (const [name, own] of Object.entries(TAKEN)) {
      if (values[name] !== undefined && own !== action) throw invalid(`--${name} is an option of helix lift ${own}`);
    }
    const directory = directoryOf(values);
    const state = readLift(diskFiles, directory);
    const now = environmentClock()();
    const reading = { log: new EventLog(diskFileSystem, directory), state, now };
    if (action === "plan") return planAnswer(reading, numberOf(values, "effect") ?? EFFECT_DEFAULT);
    if (action === "status") return liftAnswer(reading, { isChanged: false, done: billLines(directory, state, now) });
    return turn(action, values, directory, reading);
  },
};

/** Turns it on or off. */
async function turn(
  action: "on" | "off",
  values: ParsedValues,
  directory: string,
  reading: { readonly log: EventLog; readonly state: LiftState | null; readonly now: number },
): Promise<Answer> {
  if (!(await isTypedByPerson())) {
    throw invalid(
      `only a person can turn it ${action}, since sessions go without help: type it in a terminal of your own, e.g. helix lift ${action}`,
    );
  }
  const { state, now } = reading;
  const newSeed = () => Buffer.from(crypto.getRandomValues(new Uint8Array(SEED_BYTES))).toString("hex");
  const next =
    action === "on"
      ? turnedOn(state, { now, newSeed, share: numberOf(values, "share"), isAnew: values.anew === true })
      : state && turnedOff(state, now);
  const isChanged = next !== state;
  const path = `${directory}/${LIFT_FILE}`;
  if (next !== null && isChanged) {
    diskFileSystem.makeDirectory(directory);
    replaceWhole(diskFileSystem, path, Buffer.from(encodeLift(next)));
  }
  const done = isChanged ? `turned ${action} in ${path}` : `it is ${action} already`;
  const answer = liftAnswer({ ...reading, state: next }, { isChanged, done: [done] });
  return isChanged ? { ...answer, operation: `lift was ${done}` } : answer;
}

/** Looks up the bills of sessions that are over. What cannot be read is left out. */
function billLines(directory: string, state: LiftState | null, now: number): string[] {
  if (state === null) return [];
  const { found, left } = orElse({ found: 0, left: 0 }, () => {
    const { state: sessions } = foldEvents(new EventLog(diskFileSystem, directory), workedSessions, WORTH_BYTES);
    const places = { files: diskFileSystem, home: homeDirectory(), environment: process.env, directories: [] };
    return keepBills(directory, counting(sessions, state, now).over, places, readPrices(directory));
  });
  if (left === 0) return [];
  return [
    `read ${counted(found, "transcript", "transcripts")}; those of ${counted(left, "session", "sessions")} are left to the next call`,
  ];
}

function numberOf(values: ParsedValues, name: string): number | null {
  const given = values[name];
  if (given === undefined) return null;
  if (/^(?:0|1|0?\.\d{1,6})$/.test(String(given).trim())) return Number(given);
  throw invalid(`--${name}=${String(given)} is not accepted: give a number below 1 like 0.2, e.g. --${name}=0.2`);
}

// learn action=lift: how the comparisons of `helix lift` stand. It changes nothing, and does not say in which arm the
// caller's session is: who knows that works differently.

import type { Answer } from "../../base/answer.ts";
import { readLift } from "../../events/lift.ts";
import { diskFiles } from "../../platform/disk-small-files.ts";
import { directoryOf } from "../../platform/io-error.ts";
import { liftAnswer } from "../lift/lift-answer.ts";
import { judgementsOf, type LearnPorts } from "./ports.ts";

/** The answer. Throws the system's errors where the log of events cannot be read. */
export async function lift(ports: LearnPorts): Promise<Answer> {
  const { log } = judgementsOf(ports);
  const state = readLift(diskFiles, directoryOf(log.folder));
  return liftAnswer({ log, state, now: ports.base.clock() });
}

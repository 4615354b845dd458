// `helix plan watch`: a plan as it goes on. On a terminal the screen is drawn again when something changed, until q,
// Ctrl-C or the end of the plan. Elsewhere each change is a line. It only looks, and ends by itself after some hours.

import { HelixError } from "../../base/errors.ts";
import { forTerminal } from "../../engine/text/clean.ts";
import { isoTime, MINUTE_MS } from "../../engine/text/dates.ts";
import type { FeatureContext } from "../../features/common/feature.ts";
import { knownWorkspaces } from "../../features/plan/caller.ts";
import { standingPlan } from "../../features/plan/plan-text.ts";
import { type PlanPorts, planStore } from "../../features/plan/ports.ts";
import { NO_PLAN } from "../../features/plan/status.ts";
import { EXIT_DONE, EXIT_INTERRUPTED, EXIT_NOTHING } from "../exit-codes.ts";
import type { PlanWatchData } from "./data/plans.ts";
import { type EndedBy, EndKeys } from "./end-keys.ts";
import { paintLine, print } from "./output.ts";
import { changesBetween, isOver, type PlanLook, screenLines, UNBOUNDED } from "./plan-view.ts";
import { columns, isColourful, isTerminal } from "./terminal.ts";

const LOOK_MS = 1000;
const WATCH_MS_MAX = 12 * 60 * 60 * 1000;
const ROWS_USUAL = 24;
const HOME_CLEARED = "\u001b[H";
const LINE_CLEARED = "\u001b[K";
const BELOW_CLEARED = "\u001b[J";
const OTHER_SCREEN = "\u001b[?1049h\u001b[?25l";
const OWN_SCREEN = "\u001b[?25h\u001b[?1049l";

type Ended = EndedBy | "over" | "unread" | "late";

/** Watches the plan of a hash, of its beginning, or the current one. Returns the exit code. Throws NOT_FOUND. */
export async function watchPlan(context: FeatureContext, given: string | undefined, isJson: boolean): Promise<number> {
  const ports = context as PlanPorts;
  const plans = planStore(ports);
  const first = given === undefined ? plans.current() : plans.plan(given);
  if (first === null) throw new HelixError("NOT_FOUND", NO_PLAN);
  const look = (): PlanLook => {
    const here = knownWorkspaces(ports);
    return { found: standingPlan(plans, plans.plan(first.hash)), here };
  };
  const { ended, last } = isTerminal() && !isJson ? await watchScreen(look) : await watchLines(look, isJson);
  if (ended === "interrupted") return EXIT_INTERRUPTED;
  if (ended === "late") print(`helix plan watch ends after ${WATCH_MS_MAX / 3_600_000} hours: start it again\n`);
  return ended === "over" && last.found.standing.state !== "complete" ? EXIT_NOTHING : EXIT_DONE;
}

interface Watched {
  readonly ended: Ended;
  readonly last: PlanLook;
}

/** One line a change. */
async function watchLines(look: () => PlanLook, isJson: boolean): Promise<Watched> {
  const until = performance.now() + WATCH_MS_MAX;
  let before: PlanLook | null = null;
  for (;;) {
    const now = look();
    const time = isoTime(Date.now() / MINUTE_MS);
    for (const { seq, status, text } of changesBetween(before, now)) {
      const line = isJson
        ? JSON.stringify({ time, seq, status, text } satisfies PlanWatchData)
        : `${time} ${forTerminal(text)}`;
      if (!print(`${line}\n`)) return { ended: "unread", last: now };
    }
    before = now;
    if (isOver(now)) return { ended: "over", last: now };
    if (performance.now() > until) return { ended: "late", last: now };
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** The whole plan, drawn again when it is another one or the terminal has another size. */
async function watchScreen(look: () => PlanLook): Promise<Watched> {
  const until = performance.now() + WATCH_MS_MAX;
  const keys = new EndKeys("resize");
  let drawn = "";
  let last = look();
  let ended: Ended | null = null;
  print(OTHER_SCREEN);
  try {
    while (ended === null) {
      const lines = screenLines(last, columns(), process.stdout.rows || ROWS_USUAL).map((line) => forTerminal(line));
      const text = lines.map((line) => `${isColourful() ? paintLine(line) : line}${LINE_CLEARED}`).join("\r\n");
      if (text !== drawn && !print(`${HOME_CLEARED}${text}${BELOW_CLEARED}`)) ended = "unread";
      drawn = text;
      if (isOver(last)) ended = "over";
      else if (performance.now() > until) ended = "late";
      ended ??= await keys.within(LOOK_MS);
      if (ended === null) last = look();
    }
  } finally {
    keys.close();
    print(OWN_SCREEN);
  }
  // The other screen is gone: what it showed last stays.
  print(
    `${screenLines(last, columns(), UNBOUNDED)
      .map((line) => forTerminal(line))
      .join("\n")}\n`,
  );
  return { ended, last };
}

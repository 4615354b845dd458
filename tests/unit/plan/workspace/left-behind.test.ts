// When a workspace ends by itself, by how long the machine has been running alone.

import { describe, expect, test } from "vitest";
import { isLeftBehind, lastSign, secondsLeft, silenceSince } from "../../../../src/plan/workspace/left-behind.ts";
import { type GuardRecord, LEFT_BEHIND_S, UNHEARD_S } from "../../../../src/plan/workspace/workspace.ts";

const HOUR = 3600;
const workspace = { startedAt: 1000, startedUptime: 50 * HOUR, hold: "guard" as const };
const callAt = (uptime: number, at = 2000): GuardRecord => ({
  kind: "call",
  at,
  uptime,
  id: "",
  tool: "Edit",
  verdict: "denied",
  counted: false,
});

describe("a workspace of which nothing is heard", () => {
  test("ends four hours after its start, and not a second before", () => {
    expect(isLeftBehind(workspace, [], 50 * HOUR + LEFT_BEHIND_S - 1)).toBe(false);
    expect(isLeftBehind(workspace, [], 50 * HOUR + LEFT_BEHIND_S)).toBe(true);
  });

  test("each call of its actor, also a refused one, is a sign of life", () => {
    expect(secondsLeft(workspace, [callAt(53 * HOUR)], 54 * HOUR)).toBe(3 * HOUR);
    expect(isLeftBehind(workspace, [callAt(53 * HOUR)], 57 * HOUR)).toBe(true);
  });

  test("a machine that was restarted begins at 0: what was heard before is at least as old as it runs", () => {
    expect(silenceSince({ at: 0, uptime: 50 * HOUR }, HOUR)).toBe(HOUR);
    expect(isLeftBehind(workspace, [], LEFT_BEHIND_S - 1)).toBe(false);
    expect(isLeftBehind(workspace, [], LEFT_BEHIND_S)).toBe(true);
    // The session went on after the restart.
    expect(isLeftBehind(workspace, [callAt(52 * HOUR), callAt(3 * HOUR)], 5 * HOUR)).toBe(false);
    expect(isLeftBehind(workspace, [callAt(52 * HOUR), callAt(3 * HOUR)], 7 * HOUR)).toBe(true);
  });

  test("clocks that are set forth or back change nothing", () => {
    for (const at of [1, 4_000_000_000_000, 2000]) {
      expect(secondsLeft(workspace, [callAt(51 * HOUR, at)], 52 * HOUR)).toBe(3 * HOUR);
      expect(secondsLeft({ ...workspace, startedAt: at }, [], 51 * HOUR)).toBe(3 * HOUR);
    }
  });

  test("damaged records are no sign of life", () => {
    const lost = { kind: "call", at: 0, uptime: 0 } as unknown as GuardRecord;
    expect(lastSign(workspace, [callAt(51 * HOUR), lost]).uptime).toBe(51 * HOUR);
    const odd = { kind: "call", at: "yesterday", uptime: "long" } as unknown as GuardRecord;
    expect(lastSign(workspace, [odd]).uptime).toBe(50 * HOUR);
  });

  test("one that no guard holds has a day: nobody sees its calls", () => {
    const unheld = { ...workspace, hold: "report" as const };
    expect(isLeftBehind(unheld, [], 50 * HOUR + UNHEARD_S - 1)).toBe(false);
    expect(isLeftBehind(unheld, [], 50 * HOUR + UNHEARD_S)).toBe(true);
  });
});

// A verify command that the guard would refuse is told when the plan is saved.

import { expect, it } from "vitest";
import { checkVerifyWrites } from "../../../../src/plan/check/check-verify-writes.ts";
import { workspaceOf } from "../../../support/guard-state.ts";

const warnings = (verify: string, writes: string[] = []) =>
  checkVerifyWrites({ ...workspaceOf({ root: "/r" }).task, verify, writes }).warnings;

it.each(["npm test", "pytest -q > /dev/null", "npm test 2>&1 | tee /tmp/log", "npm test > lib/out.txt"])(
  "%s: nothing",
  (verify) => {
    expect(warnings(verify)).toEqual([]);
  },
);

it.each([
  ["npm test > out.txt", '"out.txt", which is neither in delta nor in writes'],
  ["git stash && npm test", '"git stash" is never allowed'],
  ['npm test > "$LOG"', "cannot be told"],
  ["npm test | tee ../x", "neither in delta nor in writes"],
  ["npm test '", "cannot be read to its end"],
])("%s: %s", (verify, why) => {
  expect(warnings(verify)).toEqual([expect.stringContaining(why)]);
});

it("what the task declares is no matter", () => {
  expect(warnings("npm test > out.txt", ["out.txt"])).toEqual([]);
});

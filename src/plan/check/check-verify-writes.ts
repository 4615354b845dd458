// Whether the guard would let the verify command of a task run. One that it refuses can never be seen green, so that is
// said when the plan is saved.

import { isWithin, pathBelow } from "../../base/path-names.ts";
import type { Task } from "../documents/plan-documents.ts";
import { isInDelta } from "../guard/delta.ts";
import { shellWrites } from "../guard/shell-writes.ts";
import type { PlanCheck } from "./check-paths.ts";

/** Stands for the root of the work tree, which is not known here. */
const ROOT = "/root-of-the-work-tree";
const NO_FILE = /^\/(?:tmp|var\/tmp|dev\/(?:null|stdout|stderr|tty|fd\/\d+)$)/;
const SHOWN_MAX = 100;

/** Warns of what the verify command of a task writes that nobody declared. */
export function checkVerifyWrites({ seq, verify, delta, writes }: Task): PlanCheck {
  const { targets, unknown, sweeping, own, isWhole } = shellWrites(verify, { directory: ROOT, root: ROOT });
  const allowed = [...delta, ...writes];
  const isAllowed = (path: string) =>
    NO_FILE.test(path) || (isWithin(ROOT, path) && isInDelta(pathBelow(ROOT, path), allowed));
  const written = targets.filter(({ path }) => !isAllowed(path)).map(({ path }) => path.replace(`${ROOT}/`, ""));
  const why = !isWhole
    ? "it cannot be read to its end"
    : own.length + sweeping.length > 0
      ? `${shown([...own, ...sweeping][0]!.text)} is never allowed`
      : unknown.length > 0
        ? `where ${shown(unknown[0]!.text)} writes to cannot be told`
        : written.length > 0
          ? `it writes ${shown(written[0]!)}, which is neither in delta nor in writes`
          : null;
  return { errors: [], warnings: why === null ? [] : [`${seq} verify would be refused by the guard: ${why}`] };
}

function shown(text: string): string {
  return JSON.stringify(text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX).toWellFormed()}...` : text);
}

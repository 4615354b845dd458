// What is found once for all that is judged with the same ports, as in one answer.

import { ImportReach } from "./import-reach.ts";
import type { JudgePorts } from "./judge-ports.ts";
import { TypeFinder } from "./type-finder.ts";

export interface Finders {
  readonly types: TypeFinder;
  readonly reach: ImportReach;
}

const finders = new WeakMap<object, Finders>();

/** The finders of some ports. */
export function findersOf(ports: JudgePorts): Finders {
  const known = finders.get(ports) ?? { types: new TypeFinder(ports), reach: new ImportReach(ports) };
  finders.set(ports, known);
  return known;
}

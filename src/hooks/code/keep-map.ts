// Keeps the lines on a tree fresh that a session begins with. They are written when nobody waits for an answer.

import { orNull } from "../../base/errors.ts";
import { briefMap } from "../../features/code/brief-map.ts";
import { type HookCodePorts, hookReading } from "./hook-reading.ts";

/** The lines of a tree are made anew after so long, in milliseconds. */
const KEPT_MS = 600_000;

const keptAt = new WeakMap<HookCodePorts["trees"], Map<string, number>>();

/** Makes the lines on the tree around a folder anew, if they are old. Does not throw. */
export function keepMap(ports: HookCodePorts, folder: string): void {
  const { trees, clock, whenIdle } = ports;
  const tree = orNull(() => trees.open(folder, false));
  if (tree?.keepMap === undefined) return;
  const times = keptAt.get(trees) ?? new Map<string, number>();
  keptAt.set(trees, times);
  const last = times.get(tree.root);
  if (last !== undefined && clock() - last < KEPT_MS) return;
  times.set(tree.root, clock());
  whenIdle(() => {
    hookReading(ports, folder, briefMap).then(
      (map) => {
        if (map === "unready") times.delete(tree.root);
        else if (map !== null) tree.keepMap?.(map);
      },
      () => undefined,
    );
  });
}

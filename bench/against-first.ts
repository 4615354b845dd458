// Two binaries side by side in what a session feels: the first calls of fresh servers, and a load by batches. One
// server of each binary for each pair, the two in turn.

import { batchesOf, emptyServer } from "./batch-load.ts";
import { AT_ONCE, type FirstMoment, firstCalls, type HookFiles, LATER, timeFirstCalls } from "./first-calls.ts";
import type { Pair } from "./ratio.ts";

/** The kinds that are compared, a second after `initialize`; searches at once, too. */
const KINDS: readonly string[] = ["search", "search-or", "brief", "hook", "store"];
const BATCH_NOTES = 3000;

/** What of the two is needed for it. */
export interface FirstContender extends HookFiles {
  readonly helix: string;
  readonly directory: string;
}

type Two = readonly [FirstContender, FirstContender];
type Take = (what: string, samples: Pair) => void;

/** Samples of one pair, which is the `pair`-th, handed to `take`. */
export async function compareFirstCalls(contenders: Two, size: number, pair: number, take: Take): Promise<void> {
  for (const id of KINDS) {
    for (const moment of id === "search" ? [AT_ONCE, LATER] : [LATER]) {
      const times: [number[], number[]] = [[], []];
      for (const at of pair % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        times[at] = await timeOne(contenders[at], size, pair, id, moment);
      }
      take(`first call: ${id}, ${moment.what}`, [times[0].slice(0, 1), times[1].slice(0, 1)]);
      take(`first 40: ${id}, ${moment.what}`, times);
    }
  }
}

function timeOne(contender: FirstContender, size: number, pair: number, id: string, moment: FirstMoment) {
  const kind = firstCalls(size, contender).find((each) => each.id === id)!;
  return timeFirstCalls([contender.helix, "serve", contender.directory], contender.directory, kind, moment, pair);
}

/** The times of batches, into two fresh knowledge bases, batch by batch in turn. */
export async function compareBatches(contenders: Two, size: number, scratch: string, take: Take): Promise<void> {
  const servers = [await emptyServer(contenders[0].helix, scratch), await emptyServer(contenders[1].helix, scratch)];
  const samples: [number[], number[]] = [[], []];
  for (const [round, entries] of batchesOf(size, BATCH_NOTES).entries()) {
    for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const start = performance.now();
      await servers[at]!.client.call("batch", { entries });
      samples[at].push(performance.now() - start);
    }
  }
  for (const { client } of servers) await client.end();
  take("a batch of 30 (synced)", samples);
}

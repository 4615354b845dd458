// From stored runs to what a growth plot shows: for each of four operations the times of each system by number of
// entries. Where several runs measured a thing, the last one counts.

import { helixResult } from "../peers/helix-result.ts";
import { Figures, type PeerResult, type Run } from "../run-record.ts";

/** One system in one panel; points ascend by entries. */
export interface Series {
  readonly system: string;
  readonly points: readonly { readonly entries: number; readonly time: number }[];
}

/** One operation. */
export interface Panel {
  readonly title: string;
  readonly series: readonly Series[];
  /** How a value of it reads; times in milliseconds where it is left out. */
  readonly label?: (value: number) => string;
}

const HELIX = "helix";

const PANELS: readonly { title: string; ofPeer: (peer: PeerResult) => number | null; ofHelix?: string }[] = [
  { title: "open, to the first answered search", ofPeer: ({ open }) => open },
  { title: "search of two words, median", ofPeer: ({ search }) => search?.p50 ?? null },
  { title: "store of one note, median", ofPeer: ({ store }) => store },
  { title: "brief of a topic, median", ofPeer: () => null, ofHelix: "brief-topic" },
];

/** The systems of the runs, helix first: the same in all panels, so that each keeps its colour. */
export function systemsOf(runs: readonly Run[]): string[] {
  return [...new Set([HELIX, ...runs.flatMap(({ peers }) => peers.map(nameOf))])];
}

/** The four panels. Systems without a value of an operation are not in its panel. */
export function panelsOf(runs: readonly Run[]): Panel[] {
  const systems = systemsOf(runs);
  return PANELS.map(({ title, ofPeer, ofHelix }) => {
    const times = new Map<string, Map<number, number>>(systems.map((system) => [system, new Map()]));
    for (const run of runs) {
      const helix = run.sizes.map((entries) => helixResult(run, entries));
      for (const peer of [...helix, ...run.peers.filter((each) => nameOf(each) !== HELIX)]) {
        const own = ofHelix !== undefined && nameOf(peer) === HELIX;
        const time = own ? (new Figures(run.measurements).p50(peer.entries, ofHelix) ?? null) : ofPeer(peer);
        if (time !== null) times.get(nameOf(peer))!.set(peer.entries, time);
      }
    }
    const series = systems.map((system) => ({
      system,
      points: [...times.get(system)!]
        .map(([entries, time]) => ({ entries, time }))
        .sort((a, b) => a.entries - b.entries),
    }));
    return { title, series: series.filter(({ points }) => points.length > 0) };
  });
}

/** A version in a name would make another system of each. */
function nameOf({ name }: PeerResult): string {
  return name === "helix, over MCP" ? HELIX : name.replace(/ \d+(?:\.\d+)+$/, "");
}

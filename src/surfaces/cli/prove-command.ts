// `helix prove`: simulates power cuts on the user's own disk. The exit code is 0 only when nothing was lost. Ctrl-C
// ends it early and shows the result so far.

import { counted } from "../../base/wording.ts";
import { type GroundReport, makeProvingGround, type ProvingGround } from "../../platform/proving-ground.ts";
import { describeAct } from "../../prove/acts.ts";
import type { Figures, Finding } from "../../prove/power-cuts.ts";
import { type Proof, prove } from "../../prove/prove.ts";
import { EXIT_DONE, EXIT_ERROR } from "../exit-codes.ts";
import { complain } from "../standard-error.ts";
import { type Command, directoryOf, wholeNumber } from "./command.ts";
import type { ProveData } from "./data/log.ts";
import { printAnswer, printJson } from "./output.ts";
import { withProgress } from "./progress-line.ts";
import { surplus } from "./run-feature.ts";

const SECONDS = 10;
/** A week. */
const SECONDS_MAX = 604_800;
const SEED_END = 2 ** 31;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** The exit code that a shell reports for a program that a person has interrupted. */
const EXIT_INTERRUPTED = 130;

export const proveCommand: Command = {
  arguments: {
    seconds: { type: "string", description: `How long to go on (default: ${SECONDS})`, valueHint: "N" },
    seed: { type: "string", description: "Begin with this history, e.g. one that has failed", valueHint: "N" },
  },
  async run(values) {
    surplus("prove", values, 0);
    const seconds = wholeNumber(values, "seconds", { example: 60, min: 1, max: SECONDS_MAX }) ?? SECONDS;
    const seed = wholeNumber(values, "seed", { example: 60 }) ?? Math.floor(Math.random() * SEED_END);
    const start = performance.now();
    let isInterrupted = false;
    const interrupt = () => {
      isInterrupted = true;
      // A second signal is not caught, so it ends the process at once.
      for (const signal of SIGNALS) process.removeListener(signal, interrupt);
    };
    // Installed before anything exists that a signal could leave behind.
    for (const signal of SIGNALS) process.on(signal, interrupt);
    let ground: ProvingGround | null = null;
    try {
      const world = makeProvingGround(directoryOf(values));
      ground = world;
      const report = world.examine();
      const isOver = () => isInterrupted || performance.now() - start >= seconds * 1000;
      const proof = await withProgress((onProgress) =>
        prove({
          world,
          seed,
          isOver,
          onProgress: ({ cuts }) => onProgress({ done: cuts, total: null, what: "power cuts" }),
        }),
      );
      const elapsed = (performance.now() - start) / 1000;
      if (values.json)
        printJson({ ...proof, interrupted: isInterrupted, seconds: elapsed, disk: report } satisfies ProveData);
      else printAnswer(describe(proof, report, isInterrupted).join("\n"));
      complain(`${figuresLine(proof.figures, proof.seed, elapsed)}\n`);
      if (proof.finding !== null || !report.syncsReachSystem || !report.locks) return EXIT_ERROR;
      return isInterrupted ? EXIT_INTERRUPTED : EXIT_DONE;
    } finally {
      ground?.remove();
      for (const signal of SIGNALS) process.removeListener(signal, interrupt);
    }
  },
};

function describe({ figures, finding, seed }: Proof, report: GroundReport, isInterrupted: boolean): string[] {
  return [
    ...(isInterrupted ? ["interrupted; so far:"] : []),
    `histories            ${figures.histories} (${counted(figures.acts, "act", "acts")}, ${figures.operations} changes of the disk)`,
    `cuts simulated       ${figures.cuts} (${figures.cutsAgain} of them within the recovery from another)`,
    `acknowledged entries ${figures.entries} looked for`,
    `lost                 ${figures.lost}`,
    `seed                 ${seed}`,
    `disk                 ${report.kind || "of a kind not known here"}, a write is answered for after ${report.syncMs.toFixed(2)} ms`,
    `syncs                ${report.syncsReachSystem ? "reach the system" : "DO NOT REACH THE SYSTEM"}`,
    `locks                ${report.locks ? "keep a second holder out" : "DO NOT KEEP A SECOND HOLDER OUT"}`,
    ...(report.isMemory ? ["NOTE: this directory is in memory: nothing in it outlasts a loss of power"] : []),
    ...(finding === null ? [] : describeFinding(finding)),
    "What a disk may hold after a cut was worked out from what helix asked of this one, and opened by helix on this one.",
    "The plug was not pulled: whether the device keeps what it says it has written cannot be seen from here.",
  ];
}

function describeFinding({ what, seed, acts, cuts }: Finding): string[] {
  return [
    `NOT HELD: ${what}`,
    ...acts.map((act) => `  ${describeAct(act)}`),
    ...cuts.map((cut) => `  cut ${cut}`),
    `again: helix prove --seed ${seed}`,
  ];
}

/** The line that `npm run prove` collects. */
function figuresLine(figures: Figures, seed: number, seconds: number): string {
  const { histories, acts, cuts, cutsAgain, entries, lost } = figures;
  return `prove: helix-prove histories=${histories} acts=${acts} cuts=${cuts} again=${cutsAgain} entries=${entries} lost=${lost} seed=${seed} seconds=${seconds.toFixed(0)}`;
}

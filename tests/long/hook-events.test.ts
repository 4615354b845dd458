// Events by the thousand, valid, mutated and garbage, through both transports: every answer is one that the client
// takes, and what is known about the matter of a valid event is in it. Ten thousand of them by `npm run prove`.

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { HookType } from "../../src/hooks/common/hook-types.ts";
import { isLong, sayFigures } from "../prove/support/proof.ts";
import { makeRepository } from "../support/git-repository.ts";
import {
  checkedOutput,
  garbageSample,
  type HookSample,
  mutatedSample,
  randomFrom,
  validSample,
  writeProject,
} from "../support/hook-events.ts";
import { endOfHook } from "../support/hook-process.ts";
import { toolCall, useRawServers } from "../support/raw-server.ts";
import { useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const EVENTS = isLong ? 10_000 : 1500;
/** A process for each takes about seven times as long as a call of the server. */
const EVENTS_OF_PROCESSES = isLong ? EVENTS : 500;
const NOTES = 120;
const AT_ONCE = 4;
/** At least this share of the valid events must bring what is known about them. */
const FOUND_MIN = 0.9;

const makeFolder = useFolders("each");
const serve = useServers("each", "compiled");
const startRaw = useRawServers();

interface Prepared {
  readonly base: string;
  readonly folder: string;
  readonly samples: HookSample[];
}

async function prepared(seed: number, events: number): Promise<Prepared> {
  const [base, folder] = [join(makeFolder(), "kb"), makeRepository(join(makeFolder(), "project"))];
  const notes = writeProject(folder, NOTES);
  const served = await serve({ directory: base, cwd: folder });
  await served.answer("batch", { entries: notes });
  const random = randomFrom(seed);
  const samples = Array.from({ length: events }, (_, at): HookSample => {
    const valid = validSample(folder, notes, random(NOTES), at, `session-${at}`);
    const kind = at % 5;
    if (kind < 2) return valid;
    return kind < 4 ? mutatedSample(valid, random) : garbageSample(random);
  });
  return { base, folder, samples };
}

/**
 * Goes through all samples, a few at once. Returns what share of the valid ones was answered as expected, and by type
 * what was not.
 */
async function judge(samples: readonly HookSample[], ask: (sample: HookSample) => Promise<string>) {
  const missed = new Map<HookType, number>();
  let [expected, found, next] = [0, 0, 0];
  const work = async () => {
    while (next < samples.length) {
      const sample = samples[next++]!;
      const text = checkedOutput(sample.type, await ask(sample));
      if (sample.expected === null) continue;
      expected++;
      if (text.includes(sample.expected)) found++;
      else missed.set(sample.type, (missed.get(sample.type) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { share: found / expected, expected, missed: Object.fromEntries(missed) };
}

describe("events by the thousand", () => {
  test("as processes: exit code 0, and an answer that the client takes or none", async () => {
    const { base, folder, samples } = await prepared(1, EVENTS_OF_PROCESSES);
    const environment = { PATH: process.env.PATH ?? "", HOME: folder };
    const ask = async ({ type, input }: HookSample) => {
      const { code, signal, output, errors } = await endOfHook(type, input, { cwd: folder, base, environment });
      if (code === 0 && errors === "") return output;
      throw new Error(`${type} ended with ${code ?? signal}: ${errors} for ${input.slice(0, 500)}`);
    };
    const { share, missed } = await judge(samples, ask);
    sayFigures("hook-events", { executions: EVENTS_OF_PROCESSES, found: share.toFixed(3) });
    expect({ missed, enough: share >= FOUND_MIN }).toEqual({ missed, enough: true });
  }, 900_000);

  test("through the server: a result that the client takes", async () => {
    const { base, samples } = await prepared(2, EVENTS);
    const server = startRaw({ directory: base });
    await server.initialize();
    let id = 0;
    const ask = async (sample: HookSample) => {
      const fields = sample.event ?? { noise: sample.input };
      // The client makes text of every field.
      const asText = ([name, value]: [string, unknown]) => [
        name,
        typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
      ];
      const values = { type: sample.type, ...Object.fromEntries(Object.entries(fields).map(asText)) };
      const call = ++id;
      server.send(toolCall(call, "hook", { ...values, type: sample.type }));
      const { error, result } = await server.answer(call);
      const { content, ...more } = result as { content: { type: string; text: string }[] };
      expect([error, more, content.length, content[0]!.type]).toEqual([undefined, {}, 1, "text"]);
      return content[0]!.text;
    };
    const { share, missed } = await judge(samples, ask);
    expect({ missed, enough: share >= FOUND_MIN }).toEqual({ missed, enough: true });
  }, 300_000);
});

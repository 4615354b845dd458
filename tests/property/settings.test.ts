// Settings of any content: a project's file only ever narrows, and what hooks read of the settings is what all others do.

import fc from "fast-check";
import { expect, it } from "vitest";
import { readConfiguration } from "../../src/config/configuration.ts";
import { readHookSettings } from "../../src/config/lean.ts";
import { SETTING_NAMES, settingOf, variableOf } from "../../src/config/settings.ts";
import { runs } from "../support/runs.ts";
import { settingSources } from "../support/setting-world.ts";

const RUNS = { numRuns: runs(600) };
const WORDS = [
  "off",
  "pointers",
  "full",
  "on",
  "true",
  "false",
  " off",
  "OFF",
  "none",
  "openai",
  "code",
  "notes",
  "env:X",
  "http://x",
  "a/",
];
const value = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>(...WORDS, true, false, null, 5, ["a/"], [], {}) },
  { weight: 1, arbitrary: fc.jsonValue() },
);
const inner = fc.constantFrom(
  "context",
  "index",
  "exclude",
  "speak",
  "provider",
  "url",
  "key",
  "__proto__",
  "constructor",
);
const name = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<string>("code.context", "hooks.speak", ...SETTING_NAMES) },
  { weight: 1, arbitrary: fc.constantFrom("__proto__", "constructor", "code", "hooks.", ".", "toString") },
);
const member = fc.oneof(
  fc.tuple(
    name,
    value.map((each) => JSON.stringify(each)),
  ),
  fc.tuple(
    fc.constantFrom("code", "hooks", "model", "other"),
    fc
      .array(
        fc.tuple(
          inner,
          value.map((each) => JSON.stringify(each)),
        ),
        { maxLength: 4 },
      )
      .map(objectOf),
  ),
);
function objectOf(members: readonly (readonly [string, string])[]): string {
  return `{${members.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(",")}}`;
}
// Names may stand twice.
const text = fc.oneof(
  { weight: 12, arbitrary: fc.array(member, { maxLength: 5 }).map(objectOf) },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.array(member, { maxLength: 3 }).map((members) => `\uFEFF${objectOf(members)}`) },
);
const world = fc.record(
  {
    user: text,
    project: text,
    environment: fc.dictionary(
      fc.constantFrom("HELIX_CODE_CONTEXT", "HELIX_HOOKS_SPEAK", "HELIX_CODE_INDEX"),
      fc.constantFrom(...WORDS, ""),
    ),
    access: fc.constantFrom({}, {}, { "/kb": { mode: 0o777 } }, { "/kb/config.json": { owner: 5 } }),
  },
  { requiredKeys: [] },
);

it("hooks read what all others read", () => {
  let differ = 0;
  fc.assert(
    fc.property(world, (given) => {
      const sources = settingSources(given as Parameters<typeof settingSources>[0]);
      const configuration = readConfiguration(sources);
      const lean = readHookSettings(sources);
      if (lean["code.context"] !== "pointers" || lean["hooks.speak"] !== "on") differ++;
      expect(lean).toEqual({
        "code.context": configuration.value("code.context"),
        "code.index": configuration.value("code.index"),
        "hooks.speak": configuration.value("hooks.speak"),
        "economy.filters": configuration.value("economy.filters"),
        "economy.intercept": configuration.value("economy.intercept"),
      });
    }),
    RUNS,
  );
  // Not only defaults were compared.
  expect(differ).toBeGreaterThan(RUNS.numRuns / 20);
});

it("a project's file can do nothing but narrow", () => {
  fc.assert(
    fc.property(world, text, (given, project) => {
      const { project: _, ...personal } = given as Parameters<typeof settingSources>[0];
      const without = readConfiguration(settingSources(personal));
      const within = readConfiguration(settingSources({ ...personal, project }));
      for (const setting of SETTING_NAMES) {
        const { choices, narrows } = settingOf(setting);
        const [before, after] = [without.value(setting), within.value(setting)];
        if (narrows !== true) expect([setting, after]).toEqual([setting, before]);
        else if (choices === undefined)
          expect(after).toEqual(expect.arrayContaining([...(before as unknown as string[])]));
        else {
          expect(choices.indexOf(String(after))).toBeLessThanOrEqual(choices.indexOf(String(before)));
        }
      }
    }),
    RUNS,
  );
});

it("variables of all settings are different", () => {
  expect(new Set(SETTING_NAMES.map(variableOf)).size).toBe(SETTING_NAMES.length);
});

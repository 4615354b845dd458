// Which value of a setting counts, where it comes from, and what is said of everything that does not count.

import { describe, expect, it } from "vitest";
import { configurationReader, readConfiguration } from "../../../src/config/configuration.ts";
import { SETTING_NAMES, SETTINGS, variableOf } from "../../../src/config/settings.ts";
import { PROJECT_CONFIG, settingSources, USER_CONFIG } from "../../support/setting-world.ts";

type World = Parameters<typeof settingSources>[0];
const read = (world: World, flags = {}) => readConfiguration({ ...settingSources(world), flags });
const problemsOf = (world: World, flags = {}) => read(world, flags).problems.map(({ text }) => text);

describe("the order of sources", () => {
  const user = { code: { context: "full" }, hooks: { speak: "on" } };
  const project = { code: { context: "pointers" } };
  const environment = { HELIX_CODE_CONTEXT: "full" };

  it.each([
    ["the default", {}, {}, "pointers", "default", ""],
    ["the user's file", { user }, {}, "full", "user", USER_CONFIG],
    ["a project that narrows", { user, project }, {}, "pointers", "project", PROJECT_CONFIG],
    ["a variable", { user, project, environment }, {}, "full", "environment", "HELIX_CODE_CONTEXT"],
    ["a flag", { user, project, environment }, { "code.context": "off" }, "off", "flag", "--code.context"],
  ] as const)("%s", (_, world, flags, value, source, where) => {
    const configuration = read(world, flags);
    expect(configuration.value("code.context")).toBe(value);
    expect(configuration.origin("code.context")).toEqual({ source, where });
    expect(configuration.problems).toEqual([]);
  });

  it("tells what was overridden", () => {
    const given = read({ user, project, environment }).given("code.context");
    expect(given.map(({ origin, effect }) => [origin.source, effect])).toEqual([
      ["environment", "counts"],
      ["project", "overridden"],
      ["user", "overridden"],
      ["default", "overridden"],
    ]);
  });

  it("adds lists up", () => {
    const configuration = read({
      user: { "code.exclude": ["dist/", "*.gen.ts"] },
      project: { code: { exclude: ["vendor/", "dist/"] } },
      environment: { HELIX_CODE_EXCLUDE: "a.ts, b.ts" },
    });
    expect(configuration.value("code.exclude")).toEqual(["a.ts", "b.ts", "vendor/", "dist/", "*.gen.ts"]);
    expect(configuration.exclusions.map(({ where }) => where)).toEqual([
      "HELIX_CODE_EXCLUDE",
      PROJECT_CONFIG,
      USER_CONFIG,
    ]);
  });

  it("has a variable and an accepted example for every setting", () => {
    for (const name of SETTING_NAMES) {
      const environment = { [variableOf(name)]: SETTINGS[name].example };
      const configuration = read({ environment });
      expect([name, configuration.problems]).toEqual([name, []]);
      expect(configuration.origin(name).where).toBe(variableOf(name));
    }
  });
});

describe("a project's file", () => {
  it.each([
    ["code.context", "full", "pointers"],
    ["code.index", "on", "off"],
    ["hooks.speak", "on", "off"],
  ] as const)("cannot widen %s", (name, wide, narrow) => {
    const world = { user: { [name]: narrow }, project: { [name]: wide } };
    const configuration = read(world);
    expect(configuration.value(name)).toBe(narrow);
    expect(configuration.given(name)[0]!.effect).toBe("refused");
    expect(problemsOf(world)).toEqual([
      `${PROJECT_CONFIG}: ${name} is refused: a project may only narrow it, and it is ${narrow} without the project`,
    ]);
    expect(read({ user: { [name]: wide }, project: { [name]: narrow } }).value(name)).toBe(narrow);
  });

  it("cannot set anything else", () => {
    const project = {
      model: { provider: "openai", url: "http://evil.example/v1", key: "env:HOME", name: "x", max_tokens: 5 },
      embeddings: { provider: "openai", url: "http://evil.example/v1", key: "env:HOME", model: "x", of: "code" },
    };
    const { problems, ...rest } = read({ project });
    const plain = read({});
    expect(rest).toEqual({});
    expect(problems).toHaveLength(10);
    for (const { text } of problems)
      expect(text).toMatch(/^\/shop\/\.helix\.json: [a-z._]+ is refused: a project may /);
    for (const name of SETTING_NAMES) {
      const configuration = read({ project });
      expect(configuration.value(name)).toEqual(plain.value(name));
      expect(configuration.origin(name)).toEqual(plain.origin(name));
    }
  });
});

describe("what has no effect is said in one line", () => {
  it.each([
    [
      { user: '{"code.context": "loud"}' },
      `${USER_CONFIG}: code.context is "loud": give off, pointers or full, e.g. off`,
    ],
    [{ user: { code: { contxt: "off" } } }, `${USER_CONFIG}: "code.contxt" is no setting; did you mean code.context?`],
    [{ user: { hookSpeak: false } }, `${USER_CONFIG}: "hookSpeak" is no setting; did you mean hooks.speak?`],
    [{ user: { colour: 1 } }, `${USER_CONFIG}: "colour" is no setting; helix config lists all`],
    [{ user: "{" }, `${USER_CONFIG} is no JSON (line 1: close brace expected): it counts as absent`],
    [
      { user: '{\n// none\n"code.index": "off"}' },
      `${USER_CONFIG} is no JSON (line 2: JSON has no comments): it counts as absent`,
    ],
    [{ user: "[]" }, `${USER_CONFIG} is no JSON object: it counts as absent`],
    [{ user: " " }, `${USER_CONFIG} is empty: write {} or remove it: it counts as absent`],
    [
      { user: { x: "y".repeat(70_000) } },
      `${USER_CONFIG} is longer than 64 kB, or cannot be read: it counts as absent`,
    ],
    [
      { user: '{"hooks.speak":"on","hooks.speak":"off"}' },
      `${USER_CONFIG}: line 1: "hooks.speak" stands there twice: the last one counts`,
    ],
    [
      { user: '{"hooks":{"speak":"on"},"hooks.speak":"off"}' },
      `${USER_CONFIG}: "hooks.speak" stands there twice: the last one counts`,
    ],
    [
      { environment: { HELIX_CODE_CONTXT: "off" } },
      `"HELIX_CODE_CONTXT" is no variable of helix; did you mean HELIX_CODE_CONTEXT?`,
    ],
    [
      { environment: { HELIX_MODEL_MAX_TOKENS: "many" } },
      `HELIX_MODEL_MAX_TOKENS is "many": give a whole number from 1 to 1000000, e.g. 2000`,
    ],
    [
      { user: { "model.url": "ftp://x" } },
      `${USER_CONFIG}: model.url is not accepted: give an address that begins with http:// or https://, without user, password or key, e.g. http://localhost:11434/v1`,
    ],
    [
      { user: { "code.exclude": ["ok/", "", 5] } },
      `${USER_CONFIG}: code.exclude is ["ok/","",5]: give a list of patterns as in .gitignore, e.g. vendor/,*.gen.ts`,
    ],
    [
      { user: { "code.exclude": ["ok/", "*a*a*a*a*b"] } },
      `${USER_CONFIG}: code.exclude has "*a*a*a*a*b", which is no pattern as in .gitignore with at most 6 stars: left out`,
    ],
  ] as const)("%j", (world, problem) => {
    expect(problemsOf(world as World)).toEqual([problem]);
  });

  it("and the rest of the file counts", () => {
    const configuration = read({ user: { code: { context: "loud", exclude: ["ok/", ""] }, hooks: { speak: false } } });
    expect(configuration.value("hooks.speak")).toBe("off");
    expect(configuration.value("code.exclude")).toEqual(["ok/"]);
    expect(configuration.value("code.context")).toBe("pointers");
  });

  it("in twenty lines at most", () => {
    const project = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`x${at}`, 1]));
    const problems = problemsOf({ project });
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toBe(`${PROJECT_CONFIG}: and 480 more problems`);
  });

  it("a byte order mark, a schema and blank variables are none", () => {
    const world = { user: '\uFEFF{"$schema": "x", "hooks.speak": "off"}', environment: { HELIX_HOOKS_SPEAK: " " } };
    expect(problemsOf(world)).toEqual([]);
    expect(read(world).value("hooks.speak")).toBe("off");
  });
});

describe("keys", () => {
  const KEYS = [
    "sk-proj-Ab12Cd34Ef56Gh78Ij90",
    "sk-ant-api03-Zz11Yy22Xx33Ww44",
    "3f9a2b7c4d1e8f60a5b4c3d2e1f09182",
    "hf_aBcDeFgHiJkLmNoP1234",
    "0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0",
  ];
  const PLACES = [
    "model.key",
    "model.name",
    "model.url",
    "code.context",
    "model.max_tokens",
    "embeddings.key",
  ] as const;

  it.each(KEYS)("%s is refused wherever it stands, and never shown", (key) => {
    for (const name of PLACES) {
      for (const value of [key, `env:${key}`, `keychain:${key}`, `https://host/v1?key=${key}`]) {
        for (const world of [{ user: { [name]: value } }, { environment: { [variableOf(name)]: value } }]) {
          const configuration = read(world);
          expect([name, value, configuration.origin(name).source]).toEqual([name, value, "default"]);
          expect(JSON.stringify(configuration.problems)).not.toContain(key);
          expect(configuration.problems).toHaveLength(1);
        }
      }
    }
  });

  it("names of models, places of keys and addresses are no keys", () => {
    const user = {
      model: { name: "claude-sonnet-4-5-20250929", key: "env:ANTHROPIC_API_KEY", url: "https://api.example.org/v1" },
      embeddings: { model: "hf.co/unsloth/Qwen2.5-Coder-32B-Instruct-GGUF:Q4_K_M", key: "keychain:helix/openai" },
    };
    expect(problemsOf({ user })).toEqual([]);
  });

  it("an address with a password is refused and not shown", () => {
    const [problem] = problemsOf({ user: { "model.url": "https://me:hunter2@host/v1" } });
    expect(problem).toContain("model.url is not accepted");
    expect(problem).not.toContain("hunter2");
  });
});

describe("the user's file counts only if nobody else may have written it", () => {
  const user = { "model.url": "http://elsewhere.example/v1" };
  it.each([
    [{ [USER_CONFIG]: { owner: 4242 } }, "belongs to another user"],
    [{ "/kb": { mode: 0o777 } }, "lies where others may write"],
    [{ "/kb": { mode: 0o755 }, [USER_CONFIG]: { mode: 0o622 } }, "may be written by others"],
  ])("%j", (access, why) => {
    expect(read({ user, access }).value("model.url")).toBeNull();
    expect(problemsOf({ user, access })[0]).toContain(`${USER_CONFIG} ${why}`);
  });

  it.each([{}, { [USER_CONFIG]: { mode: 0o664 } }, { [USER_CONFIG]: { owner: 0 } }, { "/kb": { mode: 0o755 } }])(
    "%j is fine",
    (access) => {
      expect(read({ user, access }).value("model.url")).toBe(user["model.url"]);
    },
  );
});

it("a reader gives the same object until a file has another text", () => {
  let project: object = {};
  const sources = settingSources({ user: { "hooks.speak": "on" } });
  const files = {
    ...sources.files,
    readText: (path: string, bytesMax: number) => settingSources({ project }).files.readText(path, bytesMax),
  };
  const reader = configurationReader({ ...sources, files });
  const first = reader();
  expect(reader()).toBe(first);
  project = { "hooks.speak": "off" };
  expect(reader().value("hooks.speak")).toBe("off");
  expect(reader()).toBe(reader());
});

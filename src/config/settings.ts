// The settings of helix, declared once: what each may be, its default, and whether a project may narrow it. The schema,
// the names of variables, the help and the docs are made of this table. Hooks load it, so it imports nothing.
// Invariants:
// - The choices of a setting stand in order, what says or reads least first: to narrow is to choose an earlier one.

/** What a setting may be; `key`: where a key comes from, never the key itself. */
interface Setting {
  readonly kind: "choice" | "globs" | "url" | "name" | "key" | "whole";
  readonly about: string;
  /** How a value is given, for messages. */
  readonly example: string;
  readonly default: string | number | null | readonly string[];
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** Whether a project's file may narrow it. */
  readonly narrows?: boolean;
}

const SWITCH = { kind: "choice", choices: ["off", "on"], example: "off" } as const;
const URL = { kind: "url", example: "http://localhost:11434/v1", default: null } as const;
const KEY = { kind: "key", example: "env:MODEL_API_KEY", default: null } as const;

export const SETTINGS = {
  "code.context": {
    kind: "choice",
    choices: ["off", "pointers", "full"],
    default: "pointers",
    example: "off",
    narrows: true,
    about: "what hooks say of code on a prompt: nothing, where it is, or its text",
  },
  "code.index": {
    ...SWITCH,
    default: "on",
    narrows: true,
    about: "whether a work tree is indexed; off: tools and hooks say nothing of code",
  },
  "code.exclude": {
    kind: "globs",
    default: [],
    example: "vendor/,*.gen.ts",
    narrows: true,
    about: "paths that are not indexed, as in .gitignore; those of all sources add up",
  },
  "hooks.speak": { ...SWITCH, default: "on", narrows: true, about: "whether hooks say anything" },
  "economy.filters": {
    ...SWITCH,
    default: "off",
    narrows: true,
    about: "whether outputs of commands are shortened before the assistant reads them; originals are kept for a day",
  },
  "economy.intercept": {
    ...SWITCH,
    default: "off",
    narrows: true,
    about:
      "whether the first read of a long file, and a search for several words, are answered from the index of the code",
  },
  "model.provider": {
    kind: "choice",
    choices: ["none", "openai", "anthropic"],
    default: "none",
    example: "openai",
    about: "who answers code ask; openai: any server that speaks that protocol, Ollama too",
  },
  "model.url": { ...URL, about: "the address of the model's server; not set: the provider's own" },
  "model.name": { kind: "name", default: null, example: "qwen3-coder", about: "which model answers" },
  "model.key": { ...KEY, about: "where the key comes from: env:NAME or keychain:SERVICE" },
  "model.max_tokens": {
    kind: "whole",
    min: 1,
    max: 1_000_000,
    default: 4096,
    example: "2000",
    about: "the longest answer of the model, in tokens",
  },
  "embeddings.provider": {
    kind: "choice",
    choices: ["none", "openai"],
    default: "none",
    example: "openai",
    about: "who embeds; openai: any server that speaks that protocol, Ollama too",
  },
  "embeddings.url": { ...URL, about: "the address of the embedder's server; not set: the provider's own" },
  "embeddings.model": { kind: "name", default: null, example: "nomic-embed-text", about: "which model embeds" },
  "embeddings.key": { ...KEY, about: "where the key comes from: env:NAME or keychain:SERVICE" },
  "embeddings.of": {
    kind: "choice",
    choices: ["code", "notes", "both"],
    default: "both",
    example: "code",
    about: "what is embedded",
  },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof SETTINGS;

type Declared<Name extends SettingName> = (typeof SETTINGS)[Name];

/** What a setting holds: one of its choices, a number, patterns, or a text that may not be set. */
export type SettingValue<Name extends SettingName> =
  Declared<Name> extends { choices: readonly (infer Choice)[] }
    ? Choice
    : Declared<Name> extends { kind: "whole" }
      ? number
      : Declared<Name> extends { kind: "globs" }
        ? readonly string[]
        : string | null;

export type AnyValue = string | number | null | readonly string[];

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** What stands before the dots of names: an object of this name in a file holds settings. */
export const SETTING_GROUPS: ReadonlySet<string> = new Set(SETTING_NAMES.map((name) => name.split(".")[0]!));

/** Whether there is a setting of that name. */
export function isSetting(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/** What is declared of a setting. */
export function settingOf(name: SettingName): Setting {
  return SETTINGS[name];
}

/** Its environment variable: `HELIX_CODE_CONTEXT` for `code.context`. */
export function variableOf(name: SettingName): string {
  return `HELIX_${name.toUpperCase().replaceAll(".", "_")}`;
}

/** The choice that a raw value means; undefined where it is none. `true` and `false` are `on` and `off`. */
export function choiceOf({ choices = [] }: Setting, raw: unknown): string | undefined {
  const said = typeof raw === "boolean" ? String(raw) : raw;
  const isSwitch = choices[0] === "off" && choices[1] === "on";
  const word = isSwitch && said === "true" ? "on" : isSwitch && said === "false" ? "off" : said;
  return choices.find((choice) => choice === word);
}

/**
 * What a project's file makes of a choice that holds without it: `narrows` where it chooses less, `same`, or `widens`,
 * which is refused.
 */
export function effectOf({ choices = [] }: Setting, project: string, without: string): "narrows" | "same" | "widens" {
  const difference = choices.indexOf(project) - choices.indexOf(without);
  return difference < 0 ? "narrows" : difference === 0 ? "same" : "widens";
}

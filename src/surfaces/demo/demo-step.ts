// What `helix demo` is made of: scenes, and the steps in them.

/** A call of one of helix's hooks: its word, and the event's fields beside those that every event has. */
export interface HookCall {
  readonly hook: string;
  readonly event: Readonly<Record<string, unknown>>;
}

/** What comes of an answer. */
interface Answered {
  /** What is shown where helix has nothing to say. */
  readonly silence?: string;
  /** How many lines of the answer are shown; left out: all. */
  readonly lines?: number;
  /** What later steps say `{NAME}` for: the first group of the expression in the answer. */
  readonly keeps?: { readonly name: string; readonly by: RegExp };
}

/** Somebody types a command of helix. */
export interface CommandStep extends Answered {
  readonly kind: "command";
  readonly words: readonly string[];
  readonly input?: string;
}

/** The assistant does something, and its client calls hooks. */
export interface EventStep extends Answered {
  readonly kind: "event";
  /** What the assistant does, for people. */
  readonly told: string;
  readonly calls: readonly HookCall[];
  /** Files that it changes behind the calls, by their path in the project. */
  readonly writes?: Readonly<Record<string, string>>;
}

/** The assistant calls a tool of helix. */
export interface ToolStep extends Answered {
  readonly kind: "tool";
  readonly told: string;
  /** What the client says of the call to the hook and to the server. */
  readonly id: string;
  readonly tool: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export type Step = CommandStep | EventStep | ToolStep;

export interface Scene {
  readonly name: string;
  readonly about: string;
  readonly steps: readonly Step[];
}

/** The same value with `{NAME}` in its texts replaced by what is known under that name. */
export function filled<Value>(value: Value, known: ReadonlyMap<string, string>): Value {
  if (typeof value === "string")
    return value.replace(/\{([a-z]+)\}/g, (all, name: string) => known.get(name) ?? all) as Value;
  if (Array.isArray(value)) return value.map((each) => filled(each, known)) as Value;
  if (typeof value !== "object" || value === null || value instanceof RegExp) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each, known)])) as Value;
}

// Turns of phrase that everything shares, and those that depend on who reads them.

/** `1 entry`, `2 entries`. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

const UNITS = ["bytes", "KB", "MB", "GB", "TB"];

/** A size for people: `512 bytes`, `1.5 GB`. */
export function formatSize(bytes: number): string {
  let unit = 0;
  let size = bytes;
  for (; size >= 1000 && unit < UNITS.length - 1; unit++) size /= 1000;
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`;
}

/** How a reader is told what to give helix: options and commands, or parameters and tools. */
export interface Wording {
  /** What a parameter is called: `--match-str`, or the word `TOPIC`; `match_str`. */
  name(parameter: string): string;
  /** A parameter with the value that it was given, in quotes already: `--limit "ten"` or `limit="ten"`. */
  given(parameter: string, value: string): string;
  /** How a parameter is given: `--force` or `force=true`; with a value `--project any` or `project="any"`. */
  option(name: string, value?: string): string;
  /** An example of a parameter, `name="value"`, as this reader gives it. */
  example(call: string): string;
  /** What does not follow from that: `command` for somebody who types commands, `call` for who calls tools. */
  either(command: string, call: string): string;
}

/** The words of a command line; `words` are the parameters that stand in it without a name, behind `helix command`. */
export function commandWording(command = "", words: readonly string[] = []): Wording {
  const capitals = (word: string) => word.replaceAll("_", "-").toUpperCase();
  const wording: Wording = {
    name: (parameter) => (words.includes(parameter) ? capitals(parameter) : `--${parameter.replaceAll("_", "-")}`),
    given: (parameter, value) => `${wording.name(parameter)} ${value}`,
    option: (name, value) => {
      const at = words.indexOf(name);
      const option = value === undefined ? wording.name(name) : `${wording.name(name)} ${shellWord(value)}`;
      if (at < 0 || value === undefined) return option;
      return ["helix", command, ...words.slice(0, at).map(capitals), shellWord(value)].join(" ");
    },
    example: (call) => {
      const [, name = "", quoted, plain = ""] = /^(\w+)=(?:"(.*)"|(.*))$/s.exec(call) ?? [];
      return name === "" ? call : wording.option(name, quoted ?? (plain === "true" ? undefined : plain));
    },
    either: (typed) => typed,
  };
  return wording;
}

/** On the command line, for every command. */
export const COMMANDS: Wording = commandWording();

/** Over MCP. */
export const CALLS: Wording = {
  name: (parameter) => parameter,
  given: (parameter, value) => `${parameter}=${value}`,
  option: (name, value) => `${name}=${value === undefined ? "true" : `"${value}"`}`,
  example: (call) => call,
  either: (_, call) => call,
};

/** A value as a shell takes it as one word, in quotes where it needs them. */
function shellWord(value: string): string {
  if (/^[\w@%+:,./-]+$/.test(value)) return value;
  return /["$`\\!]/.test(value) ? `'${value.replaceAll("'", "'\\''")}'` : `"${value}"`;
}

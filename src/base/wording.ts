// Turns of phrase that everything shares, and those that depend on who reads them.

/** `1 entry`, `2 entries`. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** How a reader is told what to give helix: options and commands, or parameters and tools. */
export interface Wording {
  /** An option: `--force` or `force=true`; with a value `--project any` or `project="any"`. */
  option(name: string, value?: string): string;
  /** What does not follow from that: `command` for somebody who types commands, `call` for who calls tools. */
  either(command: string, call: string): string;
}

/** On the command line. */
export const COMMANDS: Wording = {
  option: (name, value) => `--${name}${value === undefined ? "" : ` ${value}`}`,
  either: (command) => command,
};

/** Over MCP. */
export const CALLS: Wording = {
  option: (name, value) => `${name}=${value === undefined ? "true" : `"${value}"`}`,
  either: (_, call) => call,
};

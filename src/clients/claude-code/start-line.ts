// The line of the shell by which the client starts helix. It ends silently with 0 where helix is not there or may not be
// run: settings are shared with people who have no helix, and binaries move. The shell looks by itself and then becomes
// helix, so that the line starts no other process.

/** What the line begins with before helix takes the shell's place. */
const EXEC = "exec ";

/** A line that starts a command, taken apart. */
export interface StartLine {
  /** The program that the line looks for, as a word of the shell; null for a line that does not look. */
  readonly looksFor: string | null;
  /** The command, without that look. */
  readonly command: string;
}

/** What stands around the program of a command that a person has changed. */
export interface Around {
  /** Variables before it, and `env` with its own. */
  readonly variables: string;
  readonly env: string;
  readonly behind: string;
}

const NOTHING_AROUND: Around = { variables: "", env: "", behind: "" };

/** The line that starts a command of the program, a word of the shell; `command` begins with that word. */
export function startLine(program: string, command: string, around = NOTHING_AROUND): string {
  return `${look(program)}${around.variables}${EXEC}${around.env}${command}${around.behind}`;
}

/** Takes such a line apart; any other text is a command. */
export function parseStartLine(line: string): StartLine {
  const program = /^! hash (\S+) /.exec(line)?.[1] ?? /^\[ ! -f (.+?) \] \|\| /.exec(line)?.[1];
  if (program === undefined || !line.startsWith(look(program))) return { looksFor: null, command: line };
  return { looksFor: program, command: line.slice(look(program).length) };
}

/** A command without the `exec` that such a line puts before it. */
export function withoutExec(command: string): string {
  return command.startsWith(EXEC) ? command.slice(EXEC.length) : command;
}

/**
 * Ends the line where the program cannot be run. For a name on PATH it is `hash`: `command -v` finds a file that may not
 * be run in some shells.
 */
function look(program: string): string {
  if (!program.includes("/")) return `! hash ${program} 2>/dev/null || `;
  return `[ ! -f ${program} ] || [ ! -x ${program} ] || `;
}

// What a command printed, and what shortening makes of it. Hooks, `helix run` and `helix filter test` speak of outputs
// in these shapes.

/** What a command printed, as its reader would see it. */
export interface CommandOutput {
  /** The command line as it was given to the shell. */
  readonly command: string;
  /** Standard output and standard error, in the order in which the reader sees them. */
  readonly text: string;
  /** Whether the command is known to have failed. */
  readonly isFailure: boolean;
}

/** A shortened output. It is shorter than the output that it was made of. */
export interface ShortenedOutput {
  readonly kind: "shortened";
  /** Without the line that says so. */
  readonly text: string;
  /** The program and its subcommand, as `helix gain` counts them: `git log`, `npm install`. */
  readonly program: string;
  /** The name of the filter; `built-in` where none matched the command. */
  readonly filter: string;
  /** How many lines of the output are not there any more. */
  readonly linesLeftOut: number;
}

/** An output that stays as it is. */
export interface WholeOutput {
  readonly kind: "whole";
  /** The reason in a few words, for people who ask why. */
  readonly why: string;
}

export type Shortening = ShortenedOutput | WholeOutput;

/** Outputs below this many bytes stay as they are, and nothing of the filters is loaded for them. */
export const SHORTENED_BYTES_MIN = 2048;

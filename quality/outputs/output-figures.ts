// What became of recorded outputs, counted for each tool. Pure.

/** What became of one output. */
export interface JudgedOutput {
  readonly tool: string;
  readonly command: string;
  readonly isFailure: boolean;
  /** The filter that shortened it; null where it passed whole. */
  readonly filter: string | null;
  /** Bytes of the output. */
  readonly bytes: number;
  /** Bytes that the client would show of the output, and bytes that it shows. */
  readonly before: number;
  readonly after: number;
  /** How many errors and warnings with a place the output has, and which of them are not shown. */
  readonly errors: number;
  readonly lost: readonly string[];
  /** Whether the kept original is the output, to the byte; null where nothing had to be kept. */
  readonly isBack: boolean | null;
  /** How long the hook took, in milliseconds. */
  readonly ms: number;
}

/** The figures of one tool, or of all. */
export interface OutputFigures {
  readonly tool: string;
  readonly outputs: number;
  readonly failures: number;
  readonly shortened: number;
  readonly before: number;
  readonly after: number;
  /** The share that was taken away of the outputs that were shortened. */
  readonly taken: number;
  /** The same of all outputs of commands that succeeded. */
  readonly takenOfAll: number;
  readonly errors: number;
  readonly lost: number;
  readonly longer: number;
  readonly notBack: number;
  readonly p50: number;
}

/** The figures of each tool in the order of what was taken away, and at the end of all together. */
export function outputFigures(judged: readonly JudgedOutput[]): OutputFigures[] {
  const tools = Map.groupBy(judged, ({ tool }) => tool);
  const rows = [...tools].map(([tool, outputs]) => figuresOf(tool, outputs));
  rows.sort((a, b) => b.before - b.after - (a.before - a.after) || (a.tool < b.tool ? -1 : 1));
  return [...rows, figuresOf("all", judged)];
}

function figuresOf(tool: string, all: readonly JudgedOutput[]): OutputFigures {
  const succeeded = all.filter(({ isFailure }) => !isFailure);
  const shortened = succeeded.filter(({ filter }) => filter !== null);
  const times = all.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    tool,
    outputs: all.length,
    failures: all.length - succeeded.length,
    shortened: shortened.length,
    before: sum(succeeded, "before"),
    after: sum(succeeded, "after"),
    taken: shareTaken(shortened),
    takenOfAll: shareTaken(succeeded),
    errors: sum(succeeded, "errors"),
    lost: all.reduce((total, { lost }) => total + lost.length, 0),
    longer: all.filter(({ bytes, after }) => after > bytes).length,
    notBack: all.filter(({ isBack }) => isBack === false).length,
    p50: times[Math.floor(times.length / 2)] ?? 0,
  };
}

function shareTaken(outputs: readonly JudgedOutput[]): number {
  const before = sum(outputs, "before");
  return before === 0 ? 0 : 1 - sum(outputs, "after") / before;
}

function sum(outputs: readonly JudgedOutput[], key: "before" | "after" | "errors"): number {
  return outputs.reduce((total, output) => total + output[key], 0);
}

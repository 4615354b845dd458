// Recognises the lines of stack traces, and whose code they name: the project's own, or that of a runtime, a framework
// or an installed package. A reader of a trace looks for the own code.
// Invariants:
// - A line is judged by itself. Frames of two lines (Python, Go) are put together by `frameAt`.

/** A frame of a stack trace. */
export interface Frame {
  /** How many lines it takes: the place, and the call or the line of code that belongs to it. */
  readonly length: number;
  /** Whose code it is, as a reader knows it: `node_modules`, `java`; null for the project's own. */
  readonly owner: string | null;
}

/** How much of a line is looked at. */
const LOOKED_AT = 1000;
/** `    at call (place)` of JavaScript, Java, C#; ` ❯ place` of vitest; `    #12 call` of sanitizers and PHP. */
const ONE_LINE = /^\s*(?:at (?=\S)|❯ (?=\S+:\d+:\d+)|#\d+ +(?=\S))(.*)$/;
const PYTHON = /^\s+File "([^"]+)", line \d+(?:, in .+)?$/;
/** The second line of a frame of Go: a tab, a place, an offset. */
const GO_PLACE = /^\t(\S+\.(?:go|s):\d+)(?: \+0x[0-9a-f]+)?$/;
const GO_CALL = /^(?:created by )?[\w./*()-]+(?:\(.*\)| in goroutine \d+)$/;
/** `  12: core::panicking::panic` of a backtrace of Rust, and the place below it. */
const RUST = /^ {1,4}\d+: +(?:0x[0-9a-f]+ - )?(\S.*)$/;
const RUST_PLACE = /^ {10,}at (\S+:\d+(?::\d+)?)$/;

/** Owners by what their frames hold, the most telling first. */
const OWNERS: readonly (readonly [owner: string, mark: RegExp])[] = [
  ["node_modules", /node_modules[/\\]/],
  [
    "node",
    /\(?(?:node:|internal\/|bun:)|\(native|\bnative:|^(?:async )?(?:Promise\.all|new Promise|process\.processTicks)|<anonymous>\)?$/,
  ],
  ["site-packages", /[/\\](?:site|dist)-packages[/\\]/],
  ["Python", /[/\\]lib[/\\]python\d|^<frozen|^<string>|[/\\]\.pyenv[/\\]/],
  ["JUnit", /^(?:org\.junit|junit\.)/],
  ["Java", /^(?:java|javax|jdk|sun|com\.sun)[./]|^(?:java|jdk)\.\w+@?[\d.]*\//],
  [
    "frameworks",
    /^(?:org\.(?:springframework|apache|gradle|hibernate|eclipse|mockito|testng|codehaus)|io\.(?:netty|reactivex)|kotlin|scala|reactor)[.x]|^(?:System|Microsoft)\./,
  ],
  [
    "the Go runtime",
    /\/(?:usr\/(?:local\/)?(?:lib\/)?go(?:-[\d.]+)?|go\d?|golang)\/src\/|\/go\/pkg\/mod\/|^runtime[./]|\/sdk\/go/,
  ],
  [
    "the Rust runtime",
    /^(?:<?(?:core|std|alloc|test|backtrace)::|rust_begin_unwind|__rust|___rust|__libc_start|_start$|main$)|^\/rustc\/|\/\.cargo\/registry\//,
  ],
];

/** The frame that begins at a line; null where none does. */
export function frameAt(lines: readonly string[], at: number): Frame | null {
  const line = lines[at]!.slice(0, LOOKED_AT);
  const next = lines[at + 1]?.slice(0, LOOKED_AT) ?? "";
  const python = PYTHON.exec(line);
  if (python !== null) {
    const isCode = /^\s{4}/.test(next) && !PYTHON.test(next);
    const isMark = isCode && /^\s+[\^~]+\s*$/.test(lines[at + 2]?.slice(0, LOOKED_AT) ?? "");
    return { length: isMark ? 3 : isCode ? 2 : 1, owner: ownerOf(python[1]!) };
  }
  const goPlace = GO_PLACE.exec(next);
  if (goPlace !== null && GO_CALL.test(line)) return { length: 2, owner: ownerOf(goPlace[1]!) ?? ownerOf(line) };
  const rust = RUST.exec(line);
  if (rust !== null) {
    const place = RUST_PLACE.exec(next)?.[1];
    const isForeign = ownerOf(rust[1]!) ?? (place === undefined ? null : ownerOf(place));
    return place === undefined && isForeign === null ? null : { length: place === undefined ? 1 : 2, owner: isForeign };
  }
  const one = ONE_LINE.exec(line);
  return one === null ? null : { length: 1, owner: ownerOf(one[1]!) };
}

function ownerOf(text: string): string | null {
  return OWNERS.find(([, mark]) => mark.test(text))?.[0] ?? null;
}

// The pager for texts that are longer than the screen: $HELIX_PAGER, else $PAGER, else less. An empty value and `cat`
// mean none. What ends the pager early is no fault of the answer.

/** -F: ends at once where the text fits, -R: colours, -X: leaves the text on the screen. */
const LESS_OPTIONS = "FRX";
const LESS = `command -v less >/dev/null || exit 127; exec less -${LESS_OPTIONS}`;
/** What a shell ends with when it cannot start the program, or does not find it. */
const UNSTARTED = [126, 127];

/** The shell command of the pager that the user wants; null for none. */
function pagerOf({ HELIX_PAGER, PAGER, TERM }: NodeJS.ProcessEnv): string | null {
  const wanted = (HELIX_PAGER ?? PAGER)?.trim();
  if (wanted === undefined) return TERM === "dumb" ? null : LESS;
  return wanted === "" || wanted === "cat" ? null : wanted;
}

/** Shows a text in the pager, and returns when that ends. False: there is no pager, and nothing was shown. */
export function page(text: string): boolean {
  const pager = pagerOf(process.env);
  if (pager === null) return false;
  // Few answers are paged; the module is loaded for those.
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  // Ctrl-C is meant for the pager: less ends a search with it.
  const ignore = () => undefined;
  process.on("SIGINT", ignore);
  try {
    const { status, error } = spawnSync("/bin/sh", ["-c", pager], {
      input: text,
      stdio: ["pipe", "inherit", "inherit"],
      env: { ...process.env, LESS: process.env.LESS ?? LESS_OPTIONS },
    });
    // A pager that was ended before it read everything is an error of the pipe, but it has been there.
    return (error === undefined || status !== null) && !UNSTARTED.includes(status ?? 0);
  } finally {
    process.removeListener("SIGINT", ignore);
  }
}

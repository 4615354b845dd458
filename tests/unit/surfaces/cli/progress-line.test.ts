// The line of progress: it overwrites itself, it is gone at the end, and it does not come back.

import { expect, test } from "vitest";
import { withProgress } from "../../../../src/surfaces/cli/progress-line.ts";

function fakeScreen(isTerminal = true, columns = 0) {
  const written: string[] = [];
  return { written, screen: { isTerminal, columns, write: (text: string) => void written.push(text) } };
}

test("each step overwrites the one before, and the end clears the line", async () => {
  const { written, screen } = fakeScreen();
  const result = await withProgress((onProgress) => {
    onProgress({ done: 1, total: 4, what: "parsing" });
    onProgress({ done: 1, total: 4, what: "parsing" });
    onProgress({ done: 2, total: 4, what: "parsing" });
    return "done";
  }, screen);
  expect(result).toBe("done");
  expect(written).toEqual(["\r\u001b[Kparsing 25%", "\r\u001b[Kparsing 50%", "\r\u001b[K"]);
});

test("work that goes on behind its end shows nothing any more", async () => {
  const { written, screen } = fakeScreen();
  let goOn: () => void = () => undefined;
  const given = withProgress((onProgress) => {
    goOn = () => onProgress({ done: 9, total: 10, what: "parsing" });
    throw new Error("given up");
  }, screen);
  await expect(given).rejects.toThrow("given up");
  goOn();
  expect(written).toEqual([]);
});

test("a narrow terminal gets one line, a file none", async () => {
  const narrow = fakeScreen(true, 8);
  await withProgress((onProgress) => onProgress({ done: 3, total: null, what: "reading files" }), narrow.screen);
  expect(narrow.written[0]).toBe("\r\u001b[Kreading");
  const file = fakeScreen(false);
  await withProgress((onProgress) => onProgress({ done: 3, total: null, what: "reading files" }), file.screen);
  expect(file.written).toEqual([]);
});

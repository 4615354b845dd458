// What an index that was made anew finds.

import { parseFilters } from "../../../src/code/search/code-filter.ts";
import { searchCode } from "../../../src/code/search/code-search.ts";
import type { CodeView } from "../../../src/code/store/code-view.ts";

/** The paths of the files that a search finds, without tests. */
export function foundWithoutTests(view: CodeView, text: string): string[] {
  const { files } = searchCode(view, { text, filter: parseFilters("").filter, nowMinutes: 30_000_000 });
  return files.map(({ path }) => path);
}

// Where a statement that imports ends.

import { expect, test } from "vitest";
import { importEnd } from "../../../src/code/import-statement.ts";
import type { Language } from "../../../src/code/languages.ts";

const STATEMENTS: readonly [Language, string][] = [
  ["python", "from .a import total"],
  ["python", "from a import (  # not (this\n    total,\n\n    rest,\n)"],
  ["python", "from a import total, \\\n    rest"],
  ["python", "import total;"],
  ["javascript", 'import { total } from "./a.js"'],
  ["javascript", 'import {\n  total,\n\n  rest\n} from "./a.js"'],
  ["javascript", 'import rest,\n  { total }\n  from "./a.js"'],
  ["javascript", "const { total } =\n  require(`./a`)"],
  ["typescript", 'export { total } from "./a.ts";'],
  ["typescript", 'import a from "./a.json" with {\n  type: "json",\n}'],
  ["go", '\ttotal "example.org/total"'],
  ["rust", "use crate::{\n    total,\n    a::{rest, more}\n};"],
  ["php", "use A\\total,\n  B\\rest;"],
  ["java", "import static a.B\n  .total;"],
  ["kotlin", "import a.total"],
  ["scala", "import a.{\n  total\n}"],
  ["elixir", "import A,\n  only: [total: 1]"],
  ["lua", 'local total =\n  require("a")'],
];

test.each(STATEMENTS)("%s: %j ends there", (language, statement) => {
  const before = "line(0)\n";
  const text = `${before}${statement}\ntotal(total, "x");\n`;
  expect(importEnd(text, before.length, language, true)).toBe(before.length + statement.length);
  expect(importEnd(statement, 0, language, true)).toBe(statement.length);
});

test("an export of own names has no module; what never ends is bounded", () => {
  expect(importEnd("export default total\ntotal()\n", 0, "javascript", false)).toBe("export default total".length);
  expect(importEnd(`from a import (${"\n  a,".repeat(20_000)}`, 0, "python", true)).toBe(20_000);
});

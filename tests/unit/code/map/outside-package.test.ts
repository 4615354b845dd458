// The package that an import from outside names: as its registry calls it; none for what a language brings along.

import { expect, test } from "vitest";
import type { Language } from "../../../../src/code/languages.ts";
import { outsidePackage } from "../../../../src/code/map/outside-package.ts";

test.each<[Language, string, string | null]>([
  ["typescript", "zod", "zod"],
  ["typescript", "zod/v4/core", "zod"],
  ["tsx", "@scope/name/deep/file.js", "@scope/name"],
  ["javascript", "node:fs", null],
  ["javascript", "fs/promises", null],
  ["javascript", "./missing.js", null],
  ["javascript", "https://example.org/x.js", null],
  ["python", "yaml.loader", "yaml"],
  ["python", "os.path", null],
  ["python", ".missing", null],
  ["go", "github.com/owner/name/v2/part", "github.com/owner/name"],
  ["go", "encoding/json", null],
  ["rust", "serde::de::Error", "serde"],
  ["rust", "std::io", null],
  ["rust", "crate::missing", null],
  ["java", "org.junit.jupiter.api.Test", "org.junit.jupiter"],
  ["java", "java.util.List", null],
  ["kotlin", "okio.Buffer", null],
  ["csharp", "NUnit.Framework", "NUnit"],
  ["csharp", "System.Linq", null],
  ["php", "Symfony\\Component\\Console\\Application", "Symfony\\Component"],
  ["php", "Exception", null],
  ["ruby", "rack/utils", "rack"],
  ["ruby", "json", null],
  ["swift", "NIOCore", "NIOCore"],
  ["swift", "Foundation", null],
  ["c", "<openssl/ssl.h>", null],
  ["bash", "x", null],
  ["python", "__proto__", "__proto__"],
  ["javascript", `a${"x".repeat(200)}`, null],
  ["rust", "a b", null],
])("%s: %s", (language, module, expected) => {
  expect(outsidePackage(language, module)).toBe(expected);
});

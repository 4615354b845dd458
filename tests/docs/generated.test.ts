// What is generated from the registry of tools and the list of commands is as it would be written now.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GENERATED } from "../../scripts/generated-sources.ts";
import { repositoryRoot } from "../support/helix-binary.ts";

test.each(GENERATED.map(({ path, render }) => [path, render] as const))("%s", async (path, render) => {
  const present = readFileSync(join(repositoryRoot, path), "utf8");
  expect(await render(present), "npm run docs writes it").toBe(present);
});

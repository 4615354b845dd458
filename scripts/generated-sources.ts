// Writes the sources that come from the registry of tools (src/features/tools.ts), for code that must not load it:
// `npm run docs`. A test fails where one is not as it would be written.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { TOOLS, type Tool } from "../src/features/tools.ts";

/** The tool that the server adds itself. */
const OF_SERVER = "_reload";

/** The names of all tools, for the hook that approves them. */
export const OWN_TOOLS_PATH = "src/hooks/approval/own-tools.ts";

/** What that file has to hold. */
export function renderOwnTools(tools: readonly Pick<Tool, "name">[] = TOOLS): string {
  const names = [...tools.map(({ name }) => name), OF_SERVER].map((name) => `  ${JSON.stringify(name)},\n`);
  return `// The names of helix's tools. Generated from src/features/tools.ts by \`npm run docs\`.

/** All tools, in the order in which they are listed. */
export const OWN_TOOLS: readonly string[] = [
${names.join("")}];
`;
}

if (import.meta.main) {
  const path = fileURLToPath(new URL(`../${OWN_TOOLS_PATH}`, import.meta.url));
  const rendered = renderOwnTools();
  const isSame = readFileSync(path, "utf8") === rendered;
  if (!isSame) writeFileSync(path, rendered);
  process.stdout.write(isSame ? `${OWN_TOOLS_PATH} is up to date\n` : `${OWN_TOOLS_PATH} was written\n`);
}

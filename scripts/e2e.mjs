// `npm run e2e`: installs and builds what is missing, then runs the tests in which the real client talks to a scripted
// model, and no others. The tests fetch the client; where it cannot be had nothing is proven, and this fails.
//
// Left to others: running tests (test.mjs), the client and its version (tests/support/client/claude-code.ts).

import { join } from "node:path";
import { finish, root } from "./prepare.mjs";
import { run } from "./process.mjs";

const CLIENT_TESTS = "tests/e2e/client-";

await finish(
  run(process.execPath, [join(root, "scripts", "test.mjs"), CLIENT_TESTS, ...process.argv.slice(2)], { cwd: root }),
);

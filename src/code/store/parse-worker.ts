// The worker thread that parses files: one request, one answer. It is an entry point of its own in the build.

import { messageOf } from "../../base/errors.ts";
import { diskSourceFiles } from "../../platform/source-files.ts";
import { stepBack } from "../../platform/thread-priority.ts";
import { DiskFiles } from "./disk-files.ts";
import { parseFiles } from "./parse-files.ts";
import type { ParseReply, ParseRequest } from "./thread-parser.ts";

const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ParseRequest>) => void) | null;
  postMessage(reply: ParseReply, transfer?: ArrayBufferLike[]): void;
};

scope.onmessage = ({ data: { isAhead, root, paths } }) => {
  if (isAhead) stepBack();
  // The clock that sets the times of files.
  const tree = new DiskFiles(root, { sources: diskSourceFiles, wallMs: () => Date.now() });
  parseFiles(tree, paths).then(
    (entries) =>
      scope.postMessage(
        { entries },
        entries.map(([, { buffer }]) => buffer),
      ),
    (error: unknown) => scope.postMessage({ failed: messageOf(error) }),
  );
};

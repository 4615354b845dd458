// What the code has to say to events: pointers to a prompt that describes work, callers of what an edit changes, the code
// at the errors of a failed run. It is asked through the router, and only where a server holds the index.

import { orNull } from "../../base/errors.ts";
import { textOf } from "../common/hook-event.ts";
import type { HookSource, OfferedEvent, Offers } from "../router/offer.ts";
import type { HookCodePorts } from "./hook-reading.ts";

const EDITS: ReadonlySet<string> = new Set(["Edit", "MultiEdit"]);

/** The source. What it needs is loaded when it is asked. */
export function codeSource(ports: HookCodePorts): HookSource {
  const offersOf = async (asked: OfferedEvent): Promise<Offers | null> => {
    const { type, event, directory } = asked;
    const root = orNull(() => ports.trees.open(directory, false).root);
    const context = root === null ? "off" : ports.contextAt(root);
    if (context === "off") return null;
    if (type === "session" || type === "prompt") (await import("./keep-map.ts")).keepMap(ports, directory);
    if (type === "prompt") return (await import("./prompt-pointers.ts")).promptPointers(ports, asked, context);
    if (type === "ambient" && EDITS.has(event.toolName)) {
      return (await import("./edited-callers.ts")).editedCallers(ports, asked);
    }
    const isRun = (type === "post-build" || type === "error-context") && event.toolName === "Bash";
    if (isRun && textOf(event.toolInput, "command") !== "") {
      return (await import("./failed-places.ts")).failedPlaces(ports, asked);
    }
    return null;
  };
  return { name: "code", offers: offersOf };
}

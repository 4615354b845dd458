// What an export, an import or a recovery needs to know about its caller.

import type { Caller } from "../notes/scope/caller.ts";
import type { SourceCaller } from "../notes/sources/stale-sources.ts";
import type { KnowledgeBase } from "../notes/store/knowledge-base.ts";
import type { LongWork } from "../notes/store/long-work.ts";

/** The caller, and the knowledge base. */
export interface ExchangeContext extends Caller, SourceCaller, LongWork {
  readonly base: KnowledgeBase;
}

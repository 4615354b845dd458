// What an exchange of notes needs to know of who asks for it.

import type { Caller } from "../notes/scope/caller.ts";
import type { SourceCaller } from "../notes/sources/stale-sources.ts";
import type { KnowledgeBase } from "../notes/store/knowledge-base.ts";
import type { LongWork } from "../notes/store/long-work.ts";

/** Who asks, and for what knowledge base. */
export interface ExchangeContext extends Caller, SourceCaller, LongWork {
  readonly base: KnowledgeBase;
}

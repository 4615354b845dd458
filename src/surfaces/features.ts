// The list of features, in the order in which tools are listed. The server adds `_reload` itself: see mcp/.

import { batchFeature } from "../features/batch/batch.ts";
import { briefFeature } from "../features/brief/brief.ts";
import type { Feature } from "../features/common/feature.ts";
import { editFeature } from "../features/edit/edit.ts";
import { readFeature } from "../features/read/read.ts";
import { searchFeature } from "../features/search/search.ts";
import { storeFeature } from "../features/store/store.ts";
import { topicsFeature } from "../features/topics/topics.ts";
import { traceFeature } from "../features/trace/trace.ts";

/** All tools. */
export const FEATURES: readonly Feature[] = [
  storeFeature,
  batchFeature,
  searchFeature,
  briefFeature,
  readFeature,
  editFeature,
  topicsFeature,
  traceFeature,
];

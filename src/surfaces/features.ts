// Which features there are, in the order in which tools are listed.

import { batchFeature } from "../features/batch/batch.ts";
import type { Feature } from "../features/feature.ts";
import { readFeature } from "../features/read/read.ts";
import { searchFeature } from "../features/search/search.ts";
import { storeFeature } from "../features/store/store.ts";
import { topicsFeature } from "../features/topics/topics.ts";

/** All tools. */
export const FEATURES: readonly Feature[] = [storeFeature, batchFeature, searchFeature, readFeature, topicsFeature];

// A segment without entries, for a reader that finds nothing behind the watermark. It loads nothing that indexing
// needs.

import type { GrowingSegment, MergeColumns, NameList, SegmentSurvey } from "./document.ts";
import { MovedOrigins } from "./moved-origins.ts";

const NOTHING: readonly never[] = [];
const none = () => -1;
const zero = () => 0;
const nothing = () => NOTHING as never[];
const never = (): never => {
  throw new Error("an empty segment has no entries and takes none");
};
const NO_NAMES: NameList = { count: 0, name: never, ordinalAt: never };
const COLUMNS: MergeColumns = {
  offset: NOTHING,
  size: NOTHING,
  stored: NOTHING,
  topic: NOTHING,
  length: NOTHING,
  firstLength: NOTHING,
  confidence: NOTHING,
  keyHigh: NOTHING,
  keyLow: NOTHING,
  tagSet: NOTHING,
  source: NOTHING,
  project: NOTHING,
};
const SURVEY: SegmentSurvey = {
  topics: NOTHING,
  tagSets: NOTHING,
  projects: NOTHING,
  tagOfSet: NOTHING,
  classOfProject: NOTHING,
};

export const EMPTY_SEGMENT: GrowingSegment = {
  documentCount: 0,
  tokenTotal: 0,
  topicCount: 0,
  postingTotal: 0,
  findTerm: none,
  mayHaveTerm: () => false,
  frequencyOf: zero,
  postings: () => undefined,
  cursor: () => null,
  retain: zero,
  termsWithPrefix: nothing,
  documentAt: none,
  topicName: never,
  findTopic: none,
  topicSize: zero,
  topicDocuments: nothing,
  topicDocument: none,
  offsetOf: never,
  sizeOf: never,
  isReplacement: never,
  originOf: never,
  storedOf: never,
  topicOf: never,
  lengthOf: never,
  firstLineLengthOf: never,
  confidenceOf: never,
  keyHighOf: never,
  keyLowOf: never,
  documentsWithKey: nothing,
  tagsOf: never,
  tagSetOf: never,
  sourceOf: never,
  projectsOf: never,
  withTag: () => null,
  withSource: () => null,
  withProject: () => () => false,
  survey: () => SURVEY,
  columns: COLUMNS,
  moved: new MovedOrigins(NOTHING, NOTHING),
  topics: NO_NAMES,
  tags: NO_NAMES,
  sources: NO_NAMES,
  projects: NO_NAMES,
  tagSetCount: 0,
  tagsOfSet: never,
  terms: NO_NAMES,
  encodedPostings: () => null,
  add: never,
  moveOrigin: never,
};

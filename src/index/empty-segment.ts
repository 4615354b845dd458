// A segment without entries, for a reader that finds nothing behind the watermark: it needs none of what indexing needs.

import type { GrowingSegment, SegmentSurvey } from "./document.ts";

const NOTHING: readonly never[] = [];
const none = () => -1;
const zero = () => 0;
const nothing = () => NOTHING as never[];
const never = (): never => {
  throw new Error("an empty segment has no entries and takes none");
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
  termCount: 0,
  topicCount: 0,
  postingTotal: 0,
  document: never,
  recordOf: never,
  sourceOf: never,
  findTerm: none,
  frequencyOf: zero,
  postings: () => undefined,
  cursor: () => null,
  termsWithPrefix: nothing,
  documentAt: none,
  topicName: never,
  findTopic: none,
  topicSize: zero,
  topicDocuments: nothing,
  topicDocument: none,
  topicOf: never,
  lengthOf: never,
  storedOf: never,
  sizeOf: never,
  placeOf: never,
  confidenceOf: never,
  tagsOf: never,
  withTag: () => null,
  withSource: () => null,
  withProject: () => () => false,
  survey: () => SURVEY,
  sortedTerms: nothing,
  termName: never,
  add: never,
  movePlace: never,
};

// The columns of a segment of notes. Code that reads many notes takes a column once.

import type { GroupColumn, NameColumn, NumberColumn, SetColumn } from "../../engine/segment/columns.ts";
import type { Segment } from "../../engine/segment/segment.ts";
import { CONFIDENCE_SCALE, type NOTE_COLUMNS } from "./note-schema.ts";

/** Between the keys of a project, as the column has them. */
export const KEY_SEPARATOR = ", ";
const NO_KEYS: readonly string[] = [];

type Name = keyof typeof NOTE_COLUMNS;
const ofSegments = new WeakMap<Segment, NoteColumns>();

/** The columns of a segment of notes. */
export function noteColumns(segment: Segment): NoteColumns {
  let columns = ofSegments.get(segment);
  if (columns === undefined) {
    columns = new NoteColumns(segment);
    ofSegments.set(segment, columns);
  }
  return columns;
}

/** Each column is made when it is asked for: a process that has just begun needs few of them. */
export class NoteColumns {
  readonly #segment: Segment;
  #stored: NumberColumn | undefined;
  #topics: GroupColumn | undefined;
  #tags: SetColumn | undefined;
  #sources: NameColumn | undefined;
  #projects: NameColumn | undefined;
  #confidence: NumberColumn | undefined;

  constructor(segment: Segment) {
    this.#segment = segment;
  }

  /** Time as the record stores it (see log/log-time.ts). */
  get stored(): NumberColumn {
    this.#stored ??= this.#numbers("stored");
    return this.#stored;
  }

  get topics(): GroupColumn {
    this.#topics ??= this.#segment.groups("topic" satisfies Name);
    return this.#topics;
  }

  get tags(): SetColumn {
    this.#tags ??= this.#segment.sets("tags" satisfies Name);
    return this.#tags;
  }

  get sources(): NameColumn {
    this.#sources ??= this.#segment.names("source" satisfies Name);
    return this.#sources;
  }

  get #keys(): NameColumn {
    this.#projects ??= this.#segment.names("project" satisfies Name);
    return this.#projects;
  }

  /** The bits of a note's id: 25 above, 25 below. */
  get keyHigh(): NumberColumn {
    return this.#numbers("keyHigh");
  }

  get keyLow(): NumberColumn {
    return this.#numbers("keyLow");
  }

  #numbers(name: Name): NumberColumn {
    return this.#segment.numbers(name);
  }

  topicOf(id: number): string {
    return this.topics.names.name(this.topics.numbers.of(id));
  }

  /** 0 to 1. */
  confidenceOf(id: number): number {
    this.#confidence ??= this.#numbers("confidence");
    return this.#confidence.of(id) / CONFIDENCE_SCALE;
  }

  projectsOf(id: number): readonly string[] {
    return keysOf(this.#keys.of(id));
  }

  /** The keys of every project that notes were ever of. */
  *projects(): Generator<readonly string[]> {
    const { names } = this.#keys;
    for (let ordinal = 0; ordinal < names.count; ordinal++) yield keysOf(names.name(ordinal));
  }

  /** A test for the documents whose project keys `matches` accepts. It asks once for each project. */
  withProject(matches: (keys: readonly string[]) => boolean): (id: number) => boolean {
    return this.#keys.where((name) => matches(keysOf(name)));
  }

  /** The documents whose id has these bits, deleted ones included, ascending. Goes through one column. */
  documentsWithKey(high: number, low: number): number[] {
    const found: number[] = [];
    const { keyLow, keyHigh } = this;
    // In a damaged index a column may be longer than the others.
    const end = this.#segment.documentCount;
    for (let id = keyLow.next(low, 0); id >= 0 && id < end; id = keyLow.next(low, id + 1)) {
      if (keyHigh.of(id) === high) found.push(id);
    }
    return found;
  }

  /**
   * Arrays for a pass over all documents, so that a process that has just begun goes through many of them in a
   * millisecond. The places of `tags` count from 1; a note with the tag `without` counts as if it had none of them.
   * `classify` gives the class of a project by its keys.
   */
  survey(
    tags: readonly string[],
    classify: (keys: readonly string[]) => number,
    without: string | null = null,
  ): NoteSurvey {
    const tagOfSet = new Uint8Array(Math.max(1, this.tags.sets.count));
    // The last tag comes first, so that the first tag of a set wins.
    for (let place = tags.length; place > 0; place--) {
      for (const set of this.tags.setsWith(tags[place - 1]!)) tagOfSet[set] = place;
    }
    for (const set of without === null ? [] : this.tags.setsWith(without)) tagOfSet[set] = 0;
    const { numbers, names } = this.#keys;
    return {
      topics: this.topics.numbers.all,
      tagSets: this.tags.numbers.all,
      projects: numbers.all,
      tagOfSet,
      classOfProject: Array.from({ length: names.count + 1 }, (_, project) =>
        classify(keysOf(this.#keys.nameOf(project))),
      ),
    };
  }
}

/** Columns of a segment by document, and what the numbers in two of them stand for. */
export interface NoteSurvey {
  readonly topics: ArrayLike<number>;
  readonly tagSets: ArrayLike<number>;
  readonly projects: ArrayLike<number>;
  /** By number of a tag set: the place of the first tag that is in it; 0 for none. */
  readonly tagOfSet: ArrayLike<number>;
  /** By number in `projects`: the class of the project. */
  readonly classOfProject: ArrayLike<number>;
}

function keysOf(name: string | null): readonly string[] {
  return name === null ? NO_KEYS : name.split(KEY_SEPARATOR);
}

// The naive model of edit: a list of entries with their metadata, and every link looked at after every edit. Imports
// nothing of src/, so that a mistake there has no twin here. Who a link means is found before the edit; afterwards it
// is written anew if that entry is to be found elsewhere.

/** An entry as it should be; `place` tells entries apart and orders those of one minute. */
export interface EditEntry {
  readonly place: number;
  readonly topic: string;
  /** UTC minutes since 1970. */
  readonly minutes: number;
  readonly text: string;
  readonly tags: readonly string[];
  readonly source: string | null;
  readonly confidence: number;
  readonly links: readonly string[];
  readonly modified: string | null;
  readonly projects: readonly string[];
}

/** How a caller names an entry. */
export interface EditTarget {
  readonly index?: number;
  readonly match_str?: string;
  readonly tag?: string;
}

/** The body of an entry, as the log should hold it. */
export function editBody({ modified, tags, source, confidence, links, text, projects }: EditEntry): string {
  return [
    ...(modified === null ? [] : [`[modified: ${modified}]`]),
    ...(tags.length === 0 ? [] : [`[tags: ${tags.join(", ")}]`]),
    ...(source === null ? [] : [`[source: ${source}]`]),
    ...(confidence === 1 ? [] : [`[confidence: ${confidence}]`]),
    ...(links.length === 0 ? [] : [`[links: ${links.join(" ")}]`]),
    text,
    ...(projects.length === 0 ? [] : [`[project: ${projects.join(", ")}]`]),
  ].join("\n");
}

/** The name that a topic gets; only for names of ASCII letters and dots, spaces and slashes. */
export function plainName(name: string): string {
  const words = name.toLowerCase().split(/[^a-z0-9]+/);
  return words.filter((word) => word !== "").join("-");
}

export class EditModel {
  entries: EditEntry[] = [];
  #added = 0;

  add(entry: Omit<EditEntry, "place">): EditEntry {
    const added = { ...entry, place: this.#added++ };
    this.entries.push(added);
    return added;
  }

  ofTopic(topic: string): EditEntry[] {
    return this.entries
      .filter((entry) => entry.topic === topic)
      .sort((a, b) => a.minutes - b.minutes || a.place - b.place);
  }

  topics(): string[] {
    return [...new Set(this.entries.map(({ topic }) => topic))].sort();
  }

  /** The stored name that is meant; null when there is no such topic. */
  resolve(name: string): string | null {
    return [name, plainName(name)].find((candidate) => this.ofTopic(candidate).length > 0) ?? null;
  }

  /** The entry that is meant; null when none is, or several could be. */
  find(topic: string, { index, match_str: piece, tag }: EditTarget): EditEntry | null {
    const all = this.ofTopic(topic).filter((_entry, at) => index === undefined || at === index);
    const tagged = all.filter((entry) => tag === undefined || entry.tags.includes(tag));
    if (piece === undefined) return tagged.at(-1) ?? null;
    const lower = piece.toLowerCase();
    const exact = tagged.filter(({ text }) => text.includes(piece));
    const alike = tagged.filter(({ text }) => text.toLowerCase().includes(lower));
    const found = exact.length > 0 ? exact : alike;
    const whole = found.filter(({ text }) => (exact.length > 0 ? text === piece : text.toLowerCase() === lower));
    const fitting = whole.length === 1 ? whole : found;
    return fitting.length === 1 ? fitting[0]! : null;
  }

  change(place: number, changes: Partial<EditEntry>): void {
    this.entries = this.entries.map((entry) => (entry.place === place ? { ...entry, ...changes } : entry));
  }

  /** Removes entries; links follow. */
  remove(places: readonly number[]): void {
    this.#followed(null, () => {
      this.entries = this.entries.filter(({ place }) => !places.includes(place));
    });
  }

  /** Moves all entries of a topic; links follow, in a rename those to no entry too. */
  move(from: string, to: string, isRename: boolean): void {
    this.#followed(isRename ? { from, to } : null, () => {
      this.entries = this.entries.map((entry) => (entry.topic === from ? { ...entry, topic: to } : entry));
    });
  }

  /** Runs an edit, and writes every link anew whose entry is somewhere else afterwards. */
  #followed(renamed: { from: string; to: string } | null, edit: () => void): void {
    const before = new Map(this.entries.map(({ place, links }) => [place, links.map((link) => this.#meaning(link))]));
    edit();
    this.entries = this.entries.map((entry) => {
      const links = before.get(entry.place)!.map(({ link, topic, index, meant }) => {
        if (meant === null) return renamed !== null && topic === renamed.from ? linkTo(renamed.to, index) : link;
        const now = this.entries.find(({ place }) => place === meant);
        if (now === undefined) return null;
        const at = this.ofTopic(now.topic).findIndex(({ place }) => place === meant);
        return now.topic === topic && at === index ? link : linkTo(now.topic, at);
      });
      const isSame = links.every((link, at) => link === entry.links[at]);
      return isSame ? entry : { ...entry, links: [...new Set(links.filter((link) => link !== null))] };
    });
  }

  /** The topic that a link means, and the place of its entry. */
  #meaning(link: string): { link: string; topic: string | null; index: number; meant: number | null } {
    const [name = "", digits = ""] = link.split(":");
    const topic = this.resolve(name);
    const index = Number(digits);
    const entry = topic === null ? undefined : this.ofTopic(topic)[index];
    return { link, topic, index, meant: entry?.place ?? null };
  }
}

/** A link, or null where white space in the name would end it. */
function linkTo(topic: string, index: number): string | null {
  return topic.includes(" ") ? null : `${topic}:${index}`;
}

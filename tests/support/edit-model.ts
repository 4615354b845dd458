// The naive model of edit: a list of entries with their metadata, and every link looked at in every edit. Imports
// nothing of src/, so that a mistake there has no twin here. A link by index becomes one by place, `@3`, when the entry
// that has it is written, or an entry of the topic that it leads into gets another index.

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

  /** Adds entries. */
  add(entries: readonly Omit<EditEntry, "place">[]): EditEntry[] {
    const added = entries.map((entry) => ({ ...entry, place: this.#added++ }));
    // What a new entry links to is found before the others are there.
    const pinned = added.map((entry) => this.#pinned(entry));
    const isBefore = ({ topic, minutes }: EditEntry) => this.ofTopic(topic).some((other) => other.minutes > minutes);
    this.#pin(new Set(), new Set(added.filter(isBefore).map(({ topic }) => topic)));
    this.entries.push(...pinned);
    return added;
  }

  /** What the links of an entry lead to, each once: `topic:index`, or the link itself where nothing is. */
  places({ links }: EditEntry): string[] {
    const found = links.map((link) => {
      const meant = this.#meaning(link);
      return meant === null ? link : `${meant.topic}:${this.ofTopic(meant.topic).indexOf(meant)}`;
    });
    return [...new Set(found)];
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
    const changed = this.entries.find((entry) => entry.place === place)!;
    const pinned = this.#pinned({ ...changed, ...changes });
    this.entries = this.entries.map((entry) => (entry === changed ? pinned : entry));
  }

  /** Removes entries, and links to them. */
  remove(places: readonly number[]): void {
    const isGone = ({ place }: EditEntry) => places.includes(place);
    this.#pin(new Set(), new Set(this.entries.filter(isGone).map(({ topic }) => topic)));
    const isKept = (link: string) => !places.some((place) => link === `@${place}`);
    this.entries = this.entries
      .filter((entry) => !isGone(entry))
      .map((entry) => ({ ...entry, links: entry.links.filter(isKept) }));
  }

  /** Moves all entries of a topic. */
  move(from: string, to: string): void {
    this.#pin(new Set(this.ofTopic(from)), new Set([from, to]));
    this.entries = this.entries.map((entry) => (entry.topic === from ? { ...entry, topic: to } : entry));
  }

  /** Makes links by place of all links of some entries, and of the entries that link into some topics by index. */
  #pin(changed: ReadonlySet<EditEntry>, topics: ReadonlySet<string>): void {
    const names = new Set([...topics].map(plainName));
    const linksInto = ({ links }: EditEntry) => links.some((link) => names.has(plainName(link.split(":")[0]!)));
    const pinned = this.entries.map((entry) => (changed.has(entry) || linksInto(entry) ? this.#pinned(entry) : entry));
    this.entries = pinned;
  }

  /** The entry with links by place, `@3`, where they lead to an entry. */
  #pinned(entry: EditEntry): EditEntry {
    const links = entry.links.map((link) => {
      const meant = this.#meaning(link);
      return meant === null ? link : `@${meant.place}`;
    });
    return { ...entry, links };
  }

  /** The entry that a link leads to. */
  #meaning(link: string): EditEntry | null {
    if (link.startsWith("@")) return this.entries.find(({ place }) => link === `@${place}`) ?? null;
    const [name = "", digits = ""] = link.split(":");
    const topic = this.resolve(name);
    return topic === null ? null : (this.ofTopic(topic)[Number(digits)] ?? null);
  }
}

// A decoded posting list: for each document, how often a term occurs in it, and how often in its first line.

/** A decoded posting list. The arrays are reused: only the first `count` elements count. */
export class PostingBuffer {
  documents: Uint32Array;
  frequencies: Uint32Array;
  firstLine: Uint32Array;
  count = 0;

  /** Makes room for `capacity` postings; the arrays grow when needed. */
  constructor(capacity = 256) {
    this.documents = new Uint32Array(capacity);
    this.frequencies = new Uint32Array(capacity);
    this.firstLine = new Uint32Array(capacity);
  }

  /** Makes room for `size` postings, keeping what is there. */
  reserve(size: number): void {
    if (size <= this.documents.length) return;
    const capacity = Math.max(size, this.documents.length * 2);
    this.documents = grown(this.documents, capacity);
    this.frequencies = grown(this.frequencies, capacity);
    this.firstLine = grown(this.firstLine, capacity);
  }

  /** Appends one posting. */
  push(document: number, frequency: number, firstLine: number): void {
    this.reserve(this.count + 1);
    this.documents[this.count] = document;
    this.frequencies[this.count] = frequency;
    this.firstLine[this.count] = firstLine;
    this.count++;
  }

  /** Puts the postings into ascending order of documents. */
  sort(): void {
    if (isAscending(this)) return;
    const { count } = this;
    const order = Uint32Array.from({ length: count }, (_, at) => at);
    const documents = this.documents.slice(0, count);
    order.sort((a, b) => documents[a]! - documents[b]!);
    for (const numbers of [this.documents, this.frequencies, this.firstLine]) {
      const before = numbers.slice(0, count);
      for (let at = 0; at < count; at++) numbers[at] = before[order[at]!]!;
    }
  }
}

function isAscending({ documents, count }: PostingBuffer): boolean {
  for (let index = 1; index < count; index++) if (documents[index - 1]! > documents[index]!) return false;
  return true;
}

function grown(array: Uint32Array, capacity: number): Uint32Array {
  const result = new Uint32Array(capacity);
  result.set(array);
  return result;
}

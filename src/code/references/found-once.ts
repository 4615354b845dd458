// What is found once for an answer, with the files that could not be asked for it: whoever takes it again asks them again.

/** The files that were asked for and not understood, in nested scopes: one for each thing that is being found. */
export class LeftFiles {
  readonly #scopes: Set<string>[] = [];

  add(path: string): void {
    this.#scopes.at(-1)?.add(path);
  }

  open(): void {
    this.#scopes.push(new Set());
  }

  /** Ends a scope. What was left in it counts for the one around it, too. */
  close(): readonly string[] {
    const left = [...(this.#scopes.pop() ?? [])];
    for (const path of left) this.add(path);
    return left;
  }
}

export class FoundOnce<Value> {
  readonly #known = new Map<string, { readonly value: Value; readonly left: readonly string[] }>();
  readonly #files: LeftFiles | undefined;

  constructor(files: LeftFiles | undefined) {
    this.#files = files;
  }

  /** What was found; undefined: nothing was looked for. */
  known(key: string): Value | undefined {
    const known = this.#known.get(key);
    if (known === undefined) return undefined;
    if (this.#files !== undefined) for (const path of known.left) this.#files.add(path);
    return known.value;
  }

  /** Finds it; `meanwhile` counts for whoever asks before it is found. */
  async find(key: string, find: () => Promise<Value>, meanwhile?: Value): Promise<Value> {
    if (meanwhile !== undefined) this.#known.set(key, { value: meanwhile, left: [] });
    this.#files?.open();
    const value = await find();
    this.#known.set(key, { value, left: this.#files?.close() ?? [] });
    return value;
  }
}

// Which files an import leads to, through those that hand on what they import. Most files hand nothing on, so what the
// first step finds is kept.

import { OWN_NAMES, WHOLE_MODULE } from "../parse/languages/parse-rules.ts";
import type { Import } from "../parse/parsed-file.ts";
import { FoundOnce } from "./found-once.ts";
import type { JudgedFile, JudgePorts } from "./judge-ports.ts";

/** Re-exports are followed through so many files. */
const STEPS_MAX = 5;
/** Of the files that an import may mean, so many are asked for what they hand on. */
const FILES_ASKED_MAX = 8;

/** What one import means itself. */
interface Step {
  readonly paths: readonly string[];
  /** Those that are asked and hand something on. */
  readonly handing: FoundOnce<readonly JudgedFile[]>;
}

/** What is to be followed next, and by which name. */
interface Wanted {
  readonly step: Step;
  readonly wanted: string;
}

export class ImportReach {
  readonly #ports: JudgePorts;
  /** By import, then by the name that is taken from it; "" for the module itself. */
  readonly #steps = new Map<Import, Map<string, Step>>();

  constructor(ports: JudgePorts) {
    this.#ports = ports;
  }

  /** Whether an import of a file leads to one of the `goals`; `name` is null for the module itself. */
  leadsTo(
    file: JudgedFile,
    imported: Import,
    name: string | null,
    wanted: string,
    goals: ReadonlySet<string>,
  ): boolean | Promise<boolean> {
    const step = this.#step(file, imported, name);
    if (step.paths.some((path) => goals.has(path))) return true;
    return step.handing.known("")?.length === 0 ? false : this.#follow(step, wanted, goals);
  }

  async #follow(first: Step, wanted: string, goals: ReadonlySet<string>): Promise<boolean> {
    const seen = new Set<string>();
    let waiting: Wanted[] = [{ step: first, wanted }];
    for (let steps = 0; steps < STEPS_MAX && waiting.length > 0; steps++) {
      const next: Wanted[] = [];
      for (const { step, wanted } of waiting) {
        if (step.paths.some((path) => goals.has(path))) return true;
        const handing = step.handing.known("") ?? (await step.handing.find("", () => this.#handing(step.paths)));
        for (const between of handing) {
          const key = `${between.path}\0${wanted}`;
          if (seen.has(key)) continue;
          seen.add(key);
          next.push(...this.#handedOn(between, wanted));
        }
      }
      waiting = next;
    }
    return false;
  }

  #step(file: JudgedFile, imported: Import, name: string | null): Step {
    let steps = this.#steps.get(imported);
    if (steps === undefined) {
      steps = new Map();
      this.#steps.set(imported, steps);
    }
    let step = steps.get(name ?? "");
    if (step === undefined) {
      const { module } = imported;
      const isOwn = module === OWN_NAMES;
      const { resolver } = this.#ports;
      const part = name === null || name === WHOLE_MODULE ? undefined : name;
      const paths = isOwn ? [] : resolver.resolve(file.language, file.path, module, part);
      step = { paths, handing: new FoundOnce(this.#ports.leftFiles) };
      steps.set(name ?? "", step);
    }
    return step;
  }

  async #handing(paths: readonly string[]): Promise<readonly JudgedFile[]> {
    const handing: JudgedFile[] = [];
    for (const path of paths.slice(0, FILES_ASKED_MAX)) {
      const file = await this.#ports.parse(path);
      if (file !== null && handedOnBy(file).length > 0) handing.push(file);
    }
    return handing;
  }

  /** The imports of a file through which others may get a name. */
  #handedOn(file: JudgedFile, wanted: string): Wanted[] {
    return handedOnBy(file).flatMap((imported) => {
      const through = imported.names.filter(({ local }) => wanted === "*" || local === "*" || local === wanted);
      // From here on it has the name that the file takes it by.
      return through.map(({ name, local }) => ({
        step: this.#step(file, imported, name === "*" ? null : name),
        wanted: wanted === "*" || local === "*" || name === "*" ? wanted : name,
      }));
    });
  }
}

/** The imports of a file that others see, too. */
export function handedOnBy({ path, parsed }: JudgedFile): readonly Import[] {
  // A package of Python hands on all that its `__init__` imports.
  const isPackage = /(?:^|\/)__init__\.pyi?$/.test(path);
  return isPackage ? parsed.imports : parsed.imports.filter(({ isReexport }) => isReexport);
}

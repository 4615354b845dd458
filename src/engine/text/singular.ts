// The singular of an English tag: rules for regular plurals, a table of names that only look plural (`kubernetes`,
// `redis`), and a table of plurals that the rules get wrong. A tag of several words loses the plural of its last word.
// The forms of words (`word-forms.ts`) use the same rules.

/** Words that end in s but are not plurals. The rules already spare -ss, -us, -is and words of up to three letters. */
const NOT_PLURAL: ReadonlySet<string> = new Set(
  (
    "news mtls mdns kubernetes postgres jenkins always perhaps series species sometimes " +
    "alias bias atlas canvas pandas keras saas paas iaas lens gas christmas chaos cosmos kudos macos tvos watchos ipados " +
    "visionos centos nixos axios ntfs hdfs btrfs tmpfs procfs sysfs squashfs overlayfs devops gitops mlops secops " +
    "devsecops does goes"
  ).split(" "),
);

/**
 * Plurals that stay as they are in tags, because they name a thing, a field or a protocol. Words in -js stay as well.
 */
const NAMES_IN_PLURAL: ReadonlySet<string> = new Set(
  (
    "https smtps ldaps windows rails analytics statistics mathematics graphics physics semantics robotics ergonomics economics mechanics " +
    "genomics linguistics"
  ).split(" "),
);

/** Plurals that the rules get wrong, with their singular. */
export const IRREGULAR_PLURALS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    aliases: "alias",
    analyses: "analysis",
    apis: "api",
    abis: "abi",
    uris: "uri",
    clis: "cli",
    guis: "gui",
    tuis: "tui",
    wikis: "wiki",
    emojis: "emoji",
    axes: "axis",
    biases: "bias",
    bonuses: "bonus",
    buses: "bus",
    caches: "cache",
    canvases: "canvas",
    cookies: "cookie",
    cpus: "cpu",
    crises: "crisis",
    gases: "gas",
    gpus: "gpu",
    heroes: "hero",
    "how-tos": "how-to",
    hypotheses: "hypothesis",
    indices: "index",
    lenses: "lens",
    matrices: "matrix",
    menus: "menu",
    movies: "movie",
    npus: "npu",
    parentheses: "parenthesis",
    quizzes: "quiz",
    skus: "sku",
    statuses: "status",
    theses: "thesis",
    tpus: "tpu",
    vertices: "vertex",
    viruses: "virus",
    zombies: "zombie",
  }),
);

const KEPT_LENGTH_MAX = 3;
const KEPT_ENDINGS = ["ss", "us", "is"];
/** Endings of plurals that were formed with "es". */
const ES_ENDINGS = ["sses", "shes", "ches", "xes", "zzes"];

/**
 * Returns the singular of a tag in lower case: `gotchas` → `gotcha`, `entries` → `entry`, `hot-paths` → `hot-path`.
 * Anything else comes back unchanged.
 */
export function singular(tag: string): string {
  if (!/[a-z]s$/.test(tag)) return tag;
  const irregular = IRREGULAR_PLURALS.get(tag);
  if (irregular !== undefined) return irregular;
  const start = tag.lastIndexOf("-") + 1;
  const last = tag.slice(start);
  return NAMES_IN_PLURAL.has(last) || last.endsWith("js") ? tag : tag.slice(0, start) + singularOf(last);
}

/**
 * Returns the singular of a word of a text. In texts `windows` is a plural, and `https` becomes `http` so that each
 * finds the other.
 */
export function singularOf(word: string): string {
  const irregular = IRREGULAR_PLURALS.get(word);
  if (irregular !== undefined) return irregular;
  if (!word.endsWith("s") || word.length <= KEPT_LENGTH_MAX || NOT_PLURAL.has(word)) return word;
  if (KEPT_ENDINGS.some((ending) => word.endsWith(ending))) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (ES_ENDINGS.some((ending) => word.endsWith(ending))) return word.slice(0, -2);
  return word.slice(0, -1);
}

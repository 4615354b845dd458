// The singular of an English tag: rules for regular plurals, and tables for names that only look like one (`kubernetes`,
// `redis`) and for plurals that the rules get wrong. A tag of several words loses the plural of its last word. Forms of words
// (`word-forms.ts`) use the same.

/** Words that end in s and are no plurals, besides those that the rules spare (-ss, -us, -is, -js, up to three letters). */
const NOT_PLURAL: ReadonlySet<string> = new Set(
  (
    "news https smtps ldaps mtls mdns kubernetes postgres jenkins rails windows always perhaps series species sometimes " +
    "alias bias atlas canvas pandas keras saas paas iaas lens gas christmas analytics statistics mathematics graphics " +
    "physics semantics robotics ergonomics economics mechanics genomics chaos cosmos kudos macos tvos watchos ipados " +
    "visionos centos nixos axios ntfs hdfs btrfs tmpfs procfs sysfs squashfs overlayfs devops gitops mlops secops " +
    "devsecops does goes linguistics"
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
const KEPT_ENDINGS = ["ss", "us", "is", "js"];
/** Endings after which the plural took an "es". */
const ES_ENDINGS = ["sses", "shes", "ches", "xes", "zzes"];

/** `gotchas` → `gotcha`, `entries` → `entry`, `hot-paths` → `hot-path`; anything else comes back as it is. Lower case only. */
export function singular(tag: string): string {
  if (!/[a-z]s$/.test(tag)) return tag;
  const irregular = IRREGULAR_PLURALS.get(tag);
  if (irregular !== undefined) return irregular;
  const start = tag.lastIndexOf("-") + 1;
  return tag.slice(0, start) + singularWord(tag.slice(start));
}

function singularWord(word: string): string {
  const irregular = IRREGULAR_PLURALS.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length <= KEPT_LENGTH_MAX || NOT_PLURAL.has(word)) return word;
  if (KEPT_ENDINGS.some((ending) => word.endsWith(ending))) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (ES_ENDINGS.some((ending) => word.endsWith(ending))) return word.slice(0, -2);
  return word.slice(0, -1);
}

// What kind of file a path names, as far as the path tells. Words count only as whole segments of a path: `_pytest` is
// no folder of tests.

/** The classes of files. */
export const PATH_CLASSES = ["implementation", "test", "example", "docs", "config", "foreign"] as const;
/** `example` holds benchmarks and scripts, too. `foreign` is what others wrote, or a machine. */
export type PathClass = (typeof PATH_CLASSES)[number];

/**
 * How much a file of a class counts among results, as a factor. Measured: tests match what is asked for better than the
 * code that they test (docs/RANKING.md).
 */
export const CLASS_FACTORS: Readonly<Record<PathClass, number>> = {
  implementation: 1,
  test: 0.5,
  example: 0.65,
  docs: 0.5,
  config: 0.3,
  foreign: 0.4,
};

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

const FOREIGN_FOLDERS = words(
  "vendor vendored third_party third-party thirdparty 3rdparty node_modules bower_components deps external dist " +
    "generated __generated__ __snapshots__",
);
const FOREIGN_NAME =
  /(?:\.min\.(?:js|css|mjs)|\.pb\.(?:go|cc|h)|_pb2(?:_grpc)?\.pyi?|\.g\.(?:dart|cs)|\.generated\.\w+|[-_]generated\.\w+|\.snap|\.map|\.lock|-lock\.(?:json|ya?ml)|\.sum)$/i;
const TEST_FOLDERS = words("test tests __tests__ spec specs testdata test-data testing e2e fixtures __mocks__ mocks");
/** Source sets of Gradle and of Xcode: `commonTest`, `CacheTests`. */
const TEST_FOLDER = /[a-z0-9]Tests?$/;
const TEST_NAME =
  /[._-](?:test|tests|spec|specs)(?:-d)?\.\w+$|^(?:test_[^/]*|conftest)\.py$|[a-z0-9](?:Test|Tests|TestCase|Spec)\.(?:java|kt|kts|swift|cs|php|scala|groovy)$/;
const EXAMPLE_FOLDERS = words(
  "example examples sample samples demo demos bench benches benchmark benchmarks benchmarking perf script scripts playground",
);
const EXAMPLE_NAME = /(?:^|[._-])(?:bench|benchmark)\.\w+$/i;
const DOC_FOLDERS = words("doc docs documentation website");
const DOC_NAME =
  /\.(?:md|mdx|markdown|rst|adoc|asciidoc|txt|tex|html?)$|^(?:readme|license|licence|copying|authors|contributing|changelog|changes|history|news|notice)(?:\.\w+)?$/i;
const CONFIG_FOLDERS = words(".github .gitlab .circleci .vscode .idea .husky .changeset");
const CONFIG_NAME =
  /\.(?:json|jsonc|json5|ya?ml|toml|ini|cfg|conf|config|properties|xml|plist|[cf]sproj|vbproj|vcxproj(?:\.filters)?|sln|slnx|props|targets|globalconfig|ruleset|pbxproj|xcscheme|xcconfig|xcsettings|xcworkspacedata|entitlements|podspec|gemspec|neon|gradle|editorconfig|env|mod|work|cmake|bazel|bzl|nix)$|^(?:\..*|dockerfile|makefile|cmakelists\.txt|jenkinsfile|procfile|gemfile|rakefile|build)$|\.config\.[cm]?[jt]s$|\.gradle\.kts$/i;

/** The class of a file by its path, which is relative to the root and has forward slashes. */
export function pathClassOf(path: string): PathClass {
  const segments = path.split("/");
  const name = segments.pop()!;
  const folders = segments.map((folder) => folder.toLowerCase());
  const isIn = (set: ReadonlySet<string>) => folders.some((folder) => set.has(folder));
  if (isIn(FOREIGN_FOLDERS) || FOREIGN_NAME.test(name)) return "foreign";
  if (isIn(TEST_FOLDERS) || segments.some((folder) => TEST_FOLDER.test(folder)) || TEST_NAME.test(name)) return "test";
  if (isIn(EXAMPLE_FOLDERS) || EXAMPLE_NAME.test(name)) return "example";
  if (isIn(DOC_FOLDERS)) return "docs";
  if (isIn(CONFIG_FOLDERS) || CONFIG_NAME.test(name)) return "config";
  return DOC_NAME.test(name) ? "docs" : "implementation";
}

/** Whether a file holds tests, by its path. */
export function isTestPath(path: string): boolean {
  return pathClassOf(path) === "test";
}

// Names that a text of code defines: each language, the limits, and texts that are meant to take long.

import { describe, expect, it } from "vitest";
import { addDefinedNames, LINES_MAX, NAMES_MAX } from "../../../../src/hooks/ambient/defined-names.ts";

function namesIn(path: string, text: string): string[] {
  const names = new Set<string>();
  addDefinedNames(text, path, names);
  return [...names];
}

describe("defined names", () => {
  it.each([
    [
      "a.ts",
      "export default async function loadPage<T>() {}\nexport abstract class PageCache {\n  private async evictPage(a: number): Promise<void> {\n  }\n  get pageCount() {\n    if (ready) {\n    return other(1);\n  }\n}\nexport const PAGE_LIMIT = 1;\nconst evictAll = (x) => x;\n  const local = 2;\nexport const enum PageState { A }\ntype PageId = string;\nexport interface PageSource {}\ndeclare namespace Paging {}",
      "loadPage PageCache evictPage pageCount PAGE_LIMIT evictAll PageState PageId PageSource Paging",
    ],
    [
      "a.jsx",
      "function* walkPages() {}\nvar oldStyle = function () {};\nclass Widget {\n  static #hidden(x) {\n  }\n}",
      "walkPages oldStyle Widget hidden",
    ],
    [
      "a.rs",
      'pub(crate) struct PageCache<T>;\nimpl PageCache {\n    pub async unsafe fn evict_page(&self) {}\n}\nenum PageState {}\npub trait Evicts {}\nmod paging;\npub type PageId = u64;\npub const MAX_PAGES: usize = 1;\nstatic mut PAGES_LEFT: u8 = 0;\nmacro_rules! page_of { }\n    let local_page = 1;\nextern "C" fn page_hook() {}',
      "PageCache evict_page PageState Evicts paging PageId MAX_PAGES PAGES_LEFT page_of page_hook",
    ],
    [
      "a.go",
      "func (c *PageCache) EvictPage(n int) {}\nfunc LoadPage() {}\ntype PageCache struct {\n}\nconst MaxPages = 1\nvar pagesLeft int",
      "EvictPage LoadPage PageCache MaxPages pagesLeft",
    ],
    [
      "a.py",
      "MAX_PAGES: int = 3\nclass PageCache:\n    async def evict_page(self):\n        local_page = 1\n    def __init__(self): pass\n",
      "MAX_PAGES PageCache evict_page",
    ],
    ["a.rb", "module Paging\n  class PageCache\n    def self.evict_page\n", "Paging PageCache evict_page"],
    [
      "a.swift",
      "public final class PageCache {\n  mutating func evictPage() {}\n}\nprotocol Evicts {}\nextension PageCache {}\nenum PageState {}\nactor PageKeeper {}",
      "PageCache evictPage Evicts PageState PageKeeper",
    ],
    [
      "a.kt",
      "data class PageLine(val x: Int)\nsuspend fun <T> evictPage() {}\nfun PageLine.merged() = 1\nobject PageKeeper\nprivate const val MAX_PAGES = 1",
      "PageLine evictPage merged PageKeeper MAX_PAGES",
    ],
    [
      "a.java",
      "public final class PageCache {\n  public PageCache(int size) {\n  }\n  private static List<Page> evictPages(int n) throws X {\n  }\n  int pageCount() {\n    return other(1);\n  }\n  @Override\n}\npublic interface Evicts {}\nrecord PageLine(int x) {}",
      "PageCache evictPages pageCount Evicts PageLine",
    ],
    [
      "a.c",
      "#define MAX_PAGES 10\nstatic struct page *evict_page(struct cache *c, int n)\n{\n    if (ready) {\n    free_page(n);\n}\nint load_page(void);\nstruct page_cache {\ntypedef enum {",
      "MAX_PAGES evict_page load_page page_cache",
    ],
    [
      "a.cpp",
      "namespace paging {\ntemplate <typename T>\nclass PageCache : public Base {\n  explicit PageCache(int n);\n  void evictPage(int n) const {\n  }\n};\nvoid PageCache::loadPage(int n) {\n}\nenum class PageState {",
      "paging PageCache evictPage loadPage PageState",
    ],
    ["a.cs", "public sealed class PageCache {\n  public async Task<int> EvictPage(int n)\n  {", "PageCache EvictPage"],
    ["a.m", "@interface PageCache : NSObject\n- (void)evictPage:(int)n;\n@end", "PageCache evictPage"],
    ["a.php", "final class PageCache {\n  public static function evictPage($n) {}\n}", "PageCache evictPage"],
    ["a.sh", "evict_page() {\n}\nfunction load_page {\n}\nPAGE_LIMIT=3", "evict_page load_page PAGE_LIMIT"],
    [
      "a.sql",
      "CREATE TABLE IF NOT EXISTS public.page_lines (\n  id int\n);\ncreate view PageCounts as",
      "page_lines PageCounts",
    ],
    ["a.ipynb", '{"source": [\n    "def evict_page(n):\\n",\n    "class PageCache:\\n"]}', "evict_page PageCache"],
    ["a.vue", "<script>\nexport function loadPage() {}\n</script>", "loadPage"],
    ["a.md", "class of pages\nfunction evict_page() {}", ""],
    ["Makefile", "evict_page() {\n", ""],
  ])("in %s", (path, text, expected) => {
    expect(namesIn(path, text).join(" ")).toBe(expected);
  });

  it("passes over calls, comments and what everybody calls so", () => {
    const text =
      "// class NotHere\n * class NorHere\nreturn foo(function () {\nfunction main() {}\nclass Test {}\nfunction run() {}\n";
    expect(namesIn("a.ts", text)).toEqual([]);
  });

  it("takes each name once, and so many", () => {
    const text = Array.from({ length: 100 }, (_, at) => `fn page_${at >> 1}() {}\n`).join("");
    expect(namesIn("a.rs", text)).toEqual(Array.from({ length: NAMES_MAX }, (_, at) => `page_${at}`));
  });

  it("reads the first lines", () => {
    const text = (lines: number) => `${"\n".repeat(lines)}fn evict_page() {}\n`;
    expect(namesIn("a.rs", text(LINES_MAX - 1))).toEqual(["evict_page"]);
    expect(namesIn("a.rs", text(LINES_MAX))).toEqual([]);
  });

  it.each(["a.ts", "a.c", "a.rs", "a.java", "a.sql"])("does not take long over anything in %s", (path) => {
    const length = 60_000;
    for (const part of [
      "a ",
      "a",
      " ",
      "public ",
      "pub(",
      "export ",
      "int *",
      "x<",
      "(",
      "{",
      "a.",
      "fn <",
      "const ",
      "class ",
      "class a ",
      "struct x<",
      "func (",
      "\n ",
      "\t",
    ]) {
      // Something that takes quadratic time would not come back.
      expect(namesIn(path, part.repeat(length / part.length)).length).toBeLessThanOrEqual(NAMES_MAX);
    }
  });
});

// A small project with imports, in a git repository of its own, and a server in it.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { git, makeRepository } from "./git-repository.ts";
import { useServers } from "./served.ts";
import { useFolders } from "./temporary-folder.ts";

export const FILES = {
  "src/cache.ts": `import { log } from "./util/log.ts";

export class Cache {
  evict(limit: number): void {
    while (this.size > limit) {
      this.drop(1);
    }
    log("evicted");
  }
  get(key: string) {
    return this.values.get(key);
  }
}

export function openCache(): Cache {
  const cache = new Cache();
  cache.evict(3);
  return cache;
}
`,
  "src/util/log.ts": "export function log(text: string) {\n  console.log(text);\n}\n",
  "app/main.ts": 'import { openCache } from "../src/cache.ts";\n\nexport function main() {\n  openCache();\n}\n',
  "lib/far.ts": "export function far() {}\n",
  "docs/cache.md": "# Cache\n",
};
export const CACHE = FILES["src/cache.ts"];

/** Folders, servers, and the project with a server, for each test of a file. */
export function useShop() {
  const serve = useServers("each");
  const folder = useFolders("each");
  async function inShop() {
    const root = makeRepository(join(folder(), "shop"));
    const put = (path: string, text: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    for (const [path, text] of Object.entries(FILES)) put(path, text);
    git(root, "add", "-A");
    git(root, "commit", "-q", "-m", "first");
    const directory = folder();
    const home = folder();
    const start = () => serve({ cwd: root, directory, home });
    return { root, put, start, helix: await start() };
  }
  return { serve, folder, inShop };
}

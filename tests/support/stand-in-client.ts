// A home with a client that does nothing but write down which commands of plugins it is asked for.

import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach } from "vitest";
import { runHelix } from "./command-line.ts";
import { useFolders } from "./temporary-folder.ts";

/** Writes a file, objects as JSON, with the folders that it needs. */
export function put(path: string, content: string | object): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
}

/** The paths are those of the test that runs, which has a home of its own. */
export interface StandInClient {
  readonly home: string;
  /** The knowledge base directory, which is not there yet. */
  readonly base: string;
  /** The file with what the client was asked for, a line each; it is there when the client was asked for something. */
  readonly asked: string;
  readonly settings: string;
  /** A file of what the client knows of plugins. */
  plugins(name: string): string;
  helix(...words: string[]): ReturnType<typeof runHelix>;
}

/** One for each test. */
export function useStandInClient(): StandInClient {
  const folder = useFolders("each");
  let [home, base] = ["", ""];
  beforeEach(() => {
    [home, base] = [folder(), join(folder(), "kb")];
    const client = join(home, "bin", "claude");
    const asked = join(home, "asked");
    put(client, `#!/bin/sh\ncase "$1" in plugin) echo "$*" >> ${asked};; *) echo "2.1.329 (Claude Code)";; esac\n`);
    chmodSync(client, 0o755);
  });
  return {
    get home() {
      return home;
    },
    get base() {
      return base;
    },
    get asked() {
      return join(home, "asked");
    },
    get settings() {
      return join(home, ".claude/settings.json");
    },
    plugins: (name) => join(home, ".claude/plugins", name),
    helix(...words) {
      const environment = { HOME: home, PATH: `${join(home, "bin")}:/usr/bin:/bin` };
      return runHelix(words, { base, cwd: home, environment });
    },
  };
}

// Sources of settings in memory: the user's file, a project's file, variables.

import type { SettingSources } from "../../src/config/setting-file.ts";
import type { GuardedFiles } from "../../src/platform/small-files.ts";

export const USER_CONFIG = "/kb/config.json";
export const PROJECT_CONFIG = "/shop/.helix.json";
const USER = 1000;

interface World {
  readonly user?: string | object;
  readonly project?: string | object;
  readonly environment?: Readonly<Record<string, string>>;
  /** Owners and modes by path, where they are not the user's own and closed. */
  readonly access?: Readonly<Record<string, { readonly owner?: number; readonly mode?: number }>>;
}

/** What `readConfiguration` reads, with these texts in the files; a value that is no text is written as JSON. */
export function settingSources({ user, project, environment = {}, access = {} }: World): SettingSources {
  const texts = new Map<string, string>();
  for (const [path, content] of [
    [USER_CONFIG, user],
    [PROJECT_CONFIG, project],
  ] as const)
    if (content !== undefined) texts.set(path, typeof content === "string" ? content : JSON.stringify(content));
  const folders = ["/kb", "/shop"];
  const isThere = (path: string) => texts.has(path) || folders.includes(path);
  const files: GuardedFiles = {
    readText(path, bytesMax) {
      const text = texts.get(path);
      return text === undefined || Buffer.byteLength(text) > bytesMax ? null : text;
    },
    kind: (path) => (texts.has(path) ? "file" : folders.includes(path) ? "directory" : null),
    realPath: (path) => (isThere(path) ? path : null),
    access: (path) => (isThere(path) ? { owner: USER, mode: texts.has(path) ? 0o600 : 0o700, ...access[path] } : null),
  };
  return { files, directory: "/kb", root: "/shop", environment, user: USER };
}

// The part of a remote's URL that names the repository: `owner/repo`, without scheme, user, host and port. So a clone
// over ssh and a clone over https are one project. A key is written into a line of metadata. It holds only letters,
// digits and . _ ~ / - so it can neither end the line nor begin another key.

const KEY_LENGTH_MAX = 200;
const NOT_IN_KEYS = /[^A-Za-z0-9._~/-]/g;
const REMOTE_URL = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/[^/]*(\/.*)?$/s;
/** `user@host:path`; the host may be an address in brackets. */
const SCP_LIKE = /^(?:[^@/\\]*@)?(?:\[[^\]/]*\]|[^:/\\[\]]{2,}):(.*)$/s;
const LOCAL_COMPONENTS = 2;

/** The key of a remote; null if its URL names no repository. */
export function remoteKey(url: string): string | null {
  const { path, isLocal } = pathOf(url.trim());
  const components = path.split(/[/\\]+/).filter((part) => part !== "" && part !== "." && part !== "..");
  const last = components.length - 1;
  // A URL may name the directory inside the work tree (`.../repo/.git`).
  if (last > 0 && components[last] === ".git") components.pop();
  const used = isLocal ? components.slice(-LOCAL_COMPONENTS) : components;
  const key = keyText(used.join("/").replace(/\.git$/, ""));
  return key === "" ? null : key;
}

/** `text` as it may stand in a key: cut, with every character but letters, digits and . _ ~ / - replaced. */
export function keyText(text: string): string {
  return text.slice(0, KEY_LENGTH_MAX).replace(NOT_IN_KEYS, "-");
}

function pathOf(url: string): { path: string; isLocal: boolean } {
  const match = REMOTE_URL.exec(url);
  if (match !== null) return { path: match[2] ?? "", isLocal: match[1]!.toLowerCase() === "file" };
  const scp = SCP_LIKE.exec(url);
  return scp === null ? { path: url, isLocal: true } : { path: scp[1]!, isLocal: false };
}

// The socket by which a hook's process asks a server that runs anyway: it has everything at hand that the process would
// have to load. Both ends agree on this: one line, `helix-hook TAB build TAB hook TAB bytes of the event`, and the
// event as it came, which says in what directory it happened; the answer is one sign, a text and a NUL, without which
// it is not whole. Whoever is of another build is not answered: its answers might be others. The end that asks says all
// this once more for itself (hook-client.ts): what it does not import, it does not wait for. A file of the knowledge
// base directory, which only its owner may enter. Where the path is too long for a socket, there is none.

/** The name in the knowledge base directory. */
export const SOCKET_NAME = "hooks.sock";

/** What the first line begins with. */
export const GREETING = "helix-hook";
/** The answer follows; or: the process has to find it by itself. */
export const ANSWERED = "+";
export const DECLINED = "-";
/** The answer ends. */
export const END = "\0";

/** The longest event, in bytes. */
export const EVENT_BYTES_MAX = 8 * 1024 * 1024;

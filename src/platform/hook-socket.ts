// The socket by which a hook's process asks a server that is running anyway. The server has everything at hand that the
// process would have to load. The question is one line, `helix-hook TAB build TAB hook TAB bytes of the event`, and the
// event as it came, which says in what directory it happened. The answer is one sign, a text and a NUL; without the NUL
// it is not whole. A process of another build is not answered, because its own answers might differ. hook-client.ts
// states all this once more for itself, so that it need not wait for an import. The socket is a file of the knowledge
// base directory, which only its owner may enter. Where the path is too long for a socket, there is none.

/** The name in the knowledge base directory. */
export const SOCKET_NAME = "hooks.sock";

/** What the first line begins with. */
export const GREETING = "helix-hook";
/** The first sign of an answer: the answer follows, or the process has to find it by itself. */
export const ANSWERED = "+";
export const DECLINED = "-";
/** Ends an answer. */
export const END = "\0";

/** The longest event, in bytes. */
export const EVENT_BYTES_MAX = 8 * 1024 * 1024;

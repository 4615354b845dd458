// The package that an import from outside of the tree names, as the language's registry would call it in about.

import type { Language } from "../languages.ts";

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

const NODE = words(
  "assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain " +
    "events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl " +
    "stream string_decoder timers tls trace_events tty url util v8 vm wasi worker_threads zlib",
);
const PYTHON = words(
  "__future__ __main__ _thread _typeshed abc argparse array ast asyncio atexit base64 binascii bisect builtins bz2 " +
    "calendar cmath cmd code codecs codeop collections colorsys compileall concurrent configparser contextlib " +
    "contextvars copy copyreg csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email " +
    "encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc getopt " +
    "getpass gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib imp importlib inspect io ipaddress " +
    "itertools json keyword linecache locale logging lzma mailbox marshal math mimetypes mmap modulefinder msvcrt " +
    "multiprocessing netrc ntpath numbers operator optparse os pathlib pdb pickle pickletools pkgutil platform " +
    "plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pydoc queue quopri random re readline " +
    "reprlib resource runpy sched secrets select selectors shelve shlex shutil signal site smtplib socket " +
    "socketserver sqlite3 ssl stat statistics string stringprep struct subprocess symtable sys sysconfig syslog " +
    "tarfile tempfile termios textwrap threading time timeit tkinter token tokenize tomllib trace traceback " +
    "tracemalloc tty turtle types typing unicodedata unittest urllib uuid venv warnings wave weakref webbrowser " +
    "winreg wsgiref xml xmlrpc zipapp zipfile zipimport zlib zoneinfo",
);
const RUST = words("std core alloc proc_macro test crate self super Self");
const RUBY = words(
  "abbrev base64 benchmark bigdecimal bundler cgi coverage csv date delegate digest drb English erb etc fcntl fiddle " +
    "fileutils find forwardable getoptlong io ipaddr irb json logger matrix minitest monitor mutex_m net objspace " +
    "observer open3 open-uri openssl optparse ostruct pathname pp prettyprint prime pstore psych racc rbconfig rdoc " +
    "readline reline resolv rinda ripper rubygems securerandom set shellwords singleton socket stringio strscan " +
    "syslog tempfile time timeout tmpdir tsort uri weakref yaml zlib",
);
const SWIFT = words("Foundation Swift Darwin Glibc Musl Dispatch XCTest FoundationNetworking FoundationEssentials");

const SCRIPT = (module: string): string | null => {
  const name = /^(@[^/]+\/[^/]+|[\w$][^/:]*)/.exec(module)?.[1];
  return name === undefined || NODE.has(name) || /^[a-z]+:/.test(module) ? null : name;
};
const first = (module: string, separator: RegExp, standard: ReadonlySet<string>): string | null => {
  const name = module.replace(/^[:\\]+/, "").split(separator, 1)[0]!;
  return !/^\w/.test(name) || standard.has(name) ? null : name;
};
/** The lower-case parts at the front, three at most: `org.junit.jupiter`. */
const JVM = (module: string): string | null => {
  const parts = module.split(".");
  const end = parts.findIndex((part) => !/^[a-z_][\w-]*$/.test(part));
  const front = parts.slice(0, end < 0 ? parts.length : end).slice(0, 3);
  return front.length < 2 || /^(?:java|javax|kotlin|jdk)$/.test(front[0]!) ? null : front.join(".");
};

const RULES: Readonly<Partial<Record<Language, (module: string) => string | null>>> = {
  csharp: (module) => first(module, /[.=; ]/, words("System global")),
  go: (module) => (/^[^/]*\./.test(module) ? module.split("/").slice(0, 3).join("/") : null),
  java: JVM,
  javascript: SCRIPT,
  kotlin: JVM,
  php: (module) => (module.includes("\\") ? module.replace(/^\\/, "").split("\\").slice(0, 2).join("\\") : null),
  python: (module) => (module.startsWith(".") ? null : first(module, /\./, PYTHON)),
  ruby: (module) => (module.startsWith(".") ? null : first(module, /\//, RUBY)),
  rust: (module) => first(module, /::/, RUST),
  swift: (module) => first(module, /\./, SWIFT),
  tsx: SCRIPT,
  typescript: SCRIPT,
};

const NAME_LENGTH_MAX = 80;

/** The name of the package; null for the language's own library, for a path, and where nothing can be told. */
export function outsidePackage(language: Language, module: string): string | null {
  const name = RULES[language]?.(module) ?? null;
  return name === null || name.length > NAME_LENGTH_MAX || /[\s"'`<>]/.test(name) ? null : name;
}

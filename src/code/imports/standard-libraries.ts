// Modules that come with a language, by the first part of their names.

/** The words of a text, as a set. */
export function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

export const NODE = words(
  "assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain " +
    "events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl " +
    "stream string_decoder timers tls trace_events tty url util v8 vm wasi worker_threads zlib",
);
export const PYTHON = words(
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
export const RUST = words("std core alloc proc_macro test crate self super Self");
export const RUBY = words(
  "abbrev base64 benchmark bigdecimal bundler cgi coverage csv date delegate digest drb English erb etc fcntl fiddle " +
    "fileutils find forwardable getoptlong io ipaddr irb json logger matrix minitest monitor mutex_m net objspace " +
    "observer open3 open-uri openssl optparse ostruct pathname pp prettyprint prime pstore psych racc rbconfig rdoc " +
    "readline reline resolv rinda ripper rubygems securerandom set shellwords singleton socket stringio strscan " +
    "syslog tempfile time timeout tmpdir tsort uri weakref yaml zlib",
);
export const SWIFT = words(
  "Foundation Swift Darwin Glibc Musl Dispatch XCTest FoundationNetworking FoundationEssentials",
);

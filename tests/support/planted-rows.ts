// Outputs in which one odd row is planted: a line that tells of an error, in the recorded outputs of all bundled filters,
// and rows that differ, in tables and listings of the programs that print such. Rows are made by rules, so that they are
// not the ones that the filters were written for.

import type { FilterCase } from "./filter-cases.ts";

/** A random number below a limit. */
type Random = (limit: number) => number;

/** An output with a planted row, and the command that printed it. */
export interface Planted {
  readonly command: string;
  readonly text: string;
  readonly row: string;
}

const LINES_MIN = 160;
const WORDS =
  "alpha beta delta kernel window socket buffer cache thread module render parse merge stream packet router branch commit pixel vector tensor cursor schema column cluster node shard bucket token".split(
    " ",
  );

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)]!;
const word = (random: Random) => pick(random, WORDS);
const name = (random: Random) => `${word(random)}-${word(random)}-${random(10_000)}`;

const SYSTEM_ERRORS =
  "Operation not permitted|No such file or directory|Input/output error|Permission denied|Device or resource busy|Invalid argument|Too many open files|Text file busy|No space left on device|Read-only file system|Broken pipe|Directory not empty|Connection reset by peer|Connection timed out|Connection refused|Host is down|No route to host|Stale file handle|Disk quota exceeded|Network is unreachable|Address already in use|Cannot assign requested address|Name or service not known|Temporary failure in name resolution|Cannot allocate memory|Resource temporarily unavailable|Argument list too long|Exec format error|Is a directory|Not a directory".split(
    "|",
  );
const LEVELS =
  "[emerg]|[alert]|[crit]|[error]|[ERROR]|[FATAL]|[WARN]|ERROR:|FATAL:|CRITICAL:|SEVERE:|error:|warning:|fatal:|panic:|E:|FATA[0012]|ERRO[0003]|level=error msg=|level=fatal msg=|##[error]|PHP Fatal error:|PANIC:|Fehler:|erreur:|Ошибка:|错误：|エラー:".split(
    "|",
  );
const PROCESS_ENDS = [
  "exited on signal",
  "killed by signal",
  "terminated by signal",
  "exited with code",
  "exited with status",
  "returned non-zero exit status",
  "exit status",
  "failed with exit code",
  "received signal",
];

/** Ways to say that something is wrong: each gives another line every time. */
const ERRORS: readonly ((random: Random) => string)[] = [
  (random) => `${word(random)}: ${name(random)}: ${pick(random, SYSTEM_ERRORS)}`,
  (random) => `${word(random)}: cannot open '${name(random)}': ${pick(random, SYSTEM_ERRORS)}`,
  (random) => `${pick(random, LEVELS)} ${word(random)} ${name(random)}`,
  (random) => `2026/11/27 10:00:0${random(10)} ${pick(random, LEVELS.slice(0, 4))} 12#0: *7 ${name(random)}`,
  (random) => `${word(random)} ${name(random)} ${pick(random, PROCESS_ENDS)} ${1 + random(63)}`,
  (random) => `${name(random)}.service: Main process exited, code=exited, status=${1 + random(200)}/FAILURE`,
  (random) => `/usr/bin/ld: ${name(random)}.o: multiple definition of \`${word(random)}'`,
  (random) => `duplicate symbol '_${word(random)}${random(1000)}' in:`,
  (random) => `BUG: soft lockup - CPU#${random(64)} stuck for ${random(90)}s! [${name(random)}]`,
  (random) => `Severity: ${pick(random, ["high", "critical", "moderate"])} (${name(random)})`,
  (random) => `not ok ${random(1000)} - ${name(random)}`,
  (random) => `--- FAIL: Test_${random(10_000)} (0.0${random(10)}s)`,
  (random) => `FAILED tests/test_${word(random)}.py::test_${random(10_000)} - assert ${random(9)} == 10`,
  (random) => `ERROR 1${random(1000)} (42S02): Table 'shop.${name(random)}' does not exist`,
  (random) => `CONFLICT (content): Merge conflict in src/${name(random)}.ts`,
  (random) => ` ! [rejected]        ${name(random)} -> main (non-fast-forward)`,
  (random) => `file has vanished: "/srv/${name(random)}"`,
  (random) => `rsync: [sender] link_stat "/srv/${name(random)}" failed: ${pick(random, SYSTEM_ERRORS)} (2)`,
  (random) => `src/${name(random)}.c:${1 + random(900)}:${1 + random(80)}: error: expected ';'`,
  (random) => `Exception in thread "${name(random)}" java.lang.IllegalStateException: ${word(random)}`,
  (random) => `thread '${name(random)}' panicked at src/main.rs:${1 + random(900)}:5:`,
  (random) => `host-${random(10_000)} : ok=3 changed=1 unreachable=${random(2)} failed=1 skipped=0`,
  (random) => `Warning  FailedScheduling  pod/${name(random)}  0/3 nodes are available: 3 Insufficient cpu.`,
  (random) => `curl: (${1 + random(90)}) Could not resolve host: ${name(random)}.example`,
];

/** A recorded output of a filter, enlarged, with an error at a random place. */
export function plantedError({ output }: FilterCase, random: Random): Planted {
  const recorded = output.text.replace(/\n$/, "").split("\n").slice(0, LINES_MIN);
  const times = Math.ceil(LINES_MIN / recorded.length);
  const lines = Array.from({ length: times }, () => recorded).flat();
  const row = pick(random, ERRORS)(random);
  lines.splice(1 + random(lines.length - 1), 0, row);
  return { command: output.command, text: `${lines.join("\n")}\n`, row };
}

const age = (random: Random) => `${1 + random(90)}d`;
const pod = (random: Random, ready: string, status: string, restarts: string) =>
  `${name(random)}   ${ready}   ${status}   ${restarts}   ${age(random)}`;
const POD_STATUSES =
  "Error|CrashLoopBackOff|ImagePullBackOff|ErrImagePull|InvalidImageName|OOMKilled|Evicted|Pending|Terminating|Unknown|ContainerCreating|PodInitializing|Init:0/2|Init:Error|ContainerStatusUnknown|NodeLost|CreateContainerConfigError|RunContainerError|StartError|DeadlineExceeded|Completed|UnexpectedAdmissionError".split(
    "|",
  );
const hex = (random: Random) => Array.from({ length: 12 }, () => (random(16) ? random(16) : 10).toString(16)).join("");
const container = (random: Random, status: string) =>
  `${hex(random)}   ${word(random)}:${random(20)}   "/entry.sh"   ${1 + random(9)} weeks ago   ${status}   80/tcp   ${name(random)}`;
const CONTAINER_STATUSES = [
  "Exited (137) 2 minutes ago",
  "Exited (1) 3 hours ago",
  "Restarting (1) 5 seconds ago",
  "Up 3 weeks (unhealthy)",
  "Up 3 weeks (health: starting)",
  "Up 3 weeks (Paused)",
  "Created",
  "Dead",
  "Removal In Progress",
];
const size = (random: Random) => 1000 + random(90_000);
const file = (random: Random, mode: string, owner = "root", bytes = size(random)) =>
  `${mode} 1 ${owner} root ${bytes} Nov 2${random(8)} 10:${10 + random(50)} ${name(random)}`;

interface Table {
  readonly command: string;
  readonly head?: string;
  readonly usual: (random: Random) => string;
  readonly odd: (random: Random) => string;
  /** Whether rows stand in the order of their first figures, falling. */
  readonly isSorted?: boolean;
}

/** Tables and listings by the programs that print them, with their usual rows and rules for odd ones. */
const TABLES: readonly Table[] = [
  {
    command: "kubectl get pods",
    head: "NAME   READY   STATUS   RESTARTS   AGE",
    usual: (random) => pod(random, "1/1", "Running", "0"),
    odd: (random) =>
      pick(random, [
        () => pod(random, "0/1", pick(random, POD_STATUSES), "0"),
        () => pod(random, "1/1", pick(random, POD_STATUSES), "0"),
        () => pod(random, "0/1", "Running", "0"),
        () => pod(random, "1/1", "Running", `${1 + random(90)} (3m ago)`),
      ])(),
  },
  {
    command: "kubectl get deployments -n shop",
    head: "NAME   READY   UP-TO-DATE   AVAILABLE   AGE",
    usual: (random) => `${name(random)}   3/3   3   3   ${age(random)}`,
    odd: (random) => `${name(random)}   ${random(3)}/3   3   ${random(3)}   ${age(random)}`,
  },
  {
    command: "kubectl get nodes",
    head: "NAME   STATUS   ROLES   AGE   VERSION",
    usual: (random) => `${name(random)}   Ready   <none>   ${age(random)}   v1.30.1`,
    odd: (random) =>
      `${name(random)}   ${pick(random, ["NotReady", "Ready,SchedulingDisabled", "Unknown", "NotReady,SchedulingDisabled"])}   <none>   ${age(random)}   v1.30.1`,
  },
  {
    command: "kubectl get pvc",
    head: "NAME   STATUS   VOLUME   CAPACITY   ACCESS MODES   STORAGECLASS   AGE",
    usual: (random) => `${name(random)}   Bound   pvc-${hex(random)}   10Gi   RWO   standard   ${age(random)}`,
    odd: (random) =>
      `${name(random)}   ${pick(random, ["Pending", "Lost"])}                  standard   ${age(random)}`,
  },
  {
    command: "kubectl top pods",
    head: "NAME   CPU(cores)   MEMORY(bytes)",
    usual: (random) => `${name(random)}   ${10 + random(60)}m   ${100 + random(90)}Mi`,
    odd: (random) =>
      pick(random, [`${name(random)}   ${900 + random(9000)}m   120Mi`, `${name(random)}   30m   ${2 + random(40)}Gi`]),
  },
  {
    command: "docker ps -a",
    head: "CONTAINER ID   IMAGE   COMMAND   CREATED   STATUS   PORTS   NAMES",
    usual: (random) => container(random, `Up ${1 + random(9)} weeks`),
    odd: (random) => container(random, pick(random, CONTAINER_STATUSES)),
  },
  {
    command: "systemctl list-units --type=service",
    head: "  UNIT LOAD ACTIVE SUB DESCRIPTION",
    usual: (random) => `  ${name(random)}.service  loaded  active  running  ${word(random)} daemon`,
    odd: (random) =>
      `  ${name(random)}.service  ${pick(random, ["loaded  failed  failed", "not-found  inactive  dead", "loaded  activating  auto-restart", "masked  inactive  dead"])}  ${word(random)} daemon`,
  },
  {
    command: "helm list -A",
    head: "NAME   NAMESPACE   REVISION   UPDATED   STATUS   CHART   APP VERSION",
    usual: (random) => `${name(random)}   shop   3   2026-11-20   deployed   ${word(random)}-1.2.3   1.0`,
    odd: (random) =>
      `${name(random)}   shop   3   2026-11-20   ${pick(random, ["failed", "pending-upgrade", "uninstalling", "superseded"])}   ${word(random)}-1.2.3   1.0`,
  },
  {
    command: "gh run list --limit 300",
    usual: (random) => `completed\tsuccess\t${name(random)}\tci\tmain\tpush\t${7_000_000 + random(90_000)}`,
    odd: (random) =>
      `${pick(random, ["completed\tfailure", "completed\tcancelled", "completed\ttimed_out", "queued\t", "in_progress\t", "completed\taction_required"])}\t${name(random)}\tci\tmain\tpush\t${7_000_000 + random(90_000)}`,
  },
  {
    command: "psql -c 'select * from jobs'",
    usual: (random) => ` ${name(random)} | done | ${name(random)}`,
    odd: (random) =>
      ` ${name(random)} | ${pick(random, ["failed", "lost", "waiting", "retried", "stalled"])} | ${name(random)}`,
  },
  {
    command: "du -k caches",
    usual: (random) => `${size(random)}\tcaches/${name(random)}`,
    odd: (random) => `${1_000_000 + random(9_000_000)}\tcaches/${name(random)}`,
  },
  {
    command: "du -h caches",
    usual: (random) => `${4 + random(900)}K\tcaches/${name(random)}`,
    odd: (random) => `${1 + random(9)}.${random(10)}${pick(random, ["M", "G", "T"])}\tcaches/${name(random)}`,
  },
  {
    command: "du -k caches | sort -nr",
    usual: (random) => `${size(random)}\tcaches/${name(random)}`,
    odd: (random) => `${100_000 + random(900_000)}\tcaches/${name(random)}`,
    isSorted: true,
  },
  {
    command: "wc -l src/*.ts",
    usual: (random) => `  ${20 + random(900)} src/${name(random)}.ts`,
    odd: (random) => `  ${2000 + random(90_000)} src/${name(random)}.ts`,
  },
  {
    command: "ps aux",
    head: "USER PID %CPU %MEM VSZ RSS TTY STAT START TIME COMMAND",
    usual: (random) =>
      `user ${1000 + random(60_000)} 0.${random(9)} 0.${random(9)} ${size(random)} ${size(random)} ? Ss 10:00 0:00 /usr/lib/${name(random)}`,
    odd: (random) =>
      pick(random, [
        `user 4711 ${200 + random(700)}.0 0.1 2000 3000 ? R 10:00 99:00 /usr/lib/${name(random)}`,
        `user 4711 0.0 ${30 + random(60)}.0 9000000 8000000 ? Ss 10:00 0:00 /usr/lib/${name(random)}`,
        `user 4711 0.0 0.0 0 0 ? Z 10:00 0:00 [${name(random)}] <defunct>`,
      ]),
  },
  {
    command: "ping -c 300 shop.example",
    usual: (random) =>
      `64 bytes from 10.0.0.1: icmp_seq=${random(1000)} ttl=64 time=${10 + random(9)}.${random(10)} ms`,
    odd: (random) => `64 bytes from 10.0.0.1: icmp_seq=${random(1000)} ttl=64 time=${900 + random(9000)} ms`,
  },
  {
    command: "python load.py",
    usual: (random) => `GET /${name(random)} 200 ${10 + random(60)}ms`,
    odd: (random) =>
      pick(random, [
        `GET /${name(random)} 200 ${3000 + random(60_000)}ms`,
        `GET /${name(random)} ${pick(random, [404, 429, 500, 503])} 20ms`,
      ]),
  },
  {
    command: "ls -la",
    usual: (random) => file(random, "-rw-r--r--"),
    odd: (random) =>
      pick(random, [
        () => file(random, "drwxr-xr-x"),
        () => `${file(random, "lrwxrwxrwx")} -> ${word(random)}`,
        () => file(random, pick(random, ["srwxr-xr-x", "prw-r--r--", "-rwsr-xr-x", "-rw-rw-rw-"])),
        () => file(random, "-rw-r--r--", "mallory"),
        () => file(random, "-rw-r--r--", "root", 10_000_000 + random(90_000_000)),
      ])(),
  },
  {
    command: "tar tvf shop.tar",
    usual: (random) => `-rw-r--r-- root/root ${size(random)} 2026-11-20 10:00 shop/${name(random)}`,
    odd: (random) =>
      pick(random, [
        `drwxr-xr-x root/root 0 2026-11-20 10:00 shop/${name(random)}/`,
        `lrwxrwxrwx root/root 0 2026-11-20 10:00 shop/${name(random)} -> ${word(random)}`,
      ]),
  },
  {
    command: "git status --short",
    usual: (random) => ` M src/${name(random)}.ts`,
    odd: (random) => `${pick(random, [" D", "??", "UU", "A ", "AA", "T "])} src/${name(random)}.ts`,
  },
  {
    command: "git branch -vv",
    usual: (random) => `  ${name(random)} ${hex(random).slice(0, 8)} [origin/${name(random)}] ${word(random)}`,
    odd: (random) => `* ${name(random)} ${hex(random).slice(0, 8)} [origin/${name(random)}] ${word(random)}`,
  },
  {
    command: "rsync -av --delete src/ host:src/",
    usual: (random) => `src/${name(random)}.ts`,
    odd: (random) => pick(random, [`deleting src/${name(random)}.ts`, `src/${name(random)}.ts -> ${word(random)}.ts`]),
  },
  {
    command: "apt list --installed",
    usual: (random) => `${name(random)}/stable 1.${random(9)}-2 amd64 [installed,automatic]`,
    odd: (random) => `${name(random)}/stable 1.${random(9)}-2 amd64 [upgradable from: 1.0-1]`,
  },
  {
    command: "dpkg -l",
    usual: (random) => `ii  ${name(random)}  1.${random(9)}-2  amd64  ${word(random)} library`,
    odd: (random) =>
      `${pick(random, ["rc", "iU", "iF", "hi"])}  ${name(random)}  1.${random(9)}-2  amd64  ${word(random)} library`,
  },
];

/** How many kinds of tables there are. */
export const TABLES_COUNT = TABLES.length;

/** The table of a number, long, with one odd row at a random place; in a sorted one at its place. */
export function plantedRow(number: number, random: Random): Planted {
  const { command, head, usual, odd, isSorted } = TABLES[number]!;
  const rows = Array.from({ length: 120 + random(200) }, () => usual(random));
  const row = odd(random);
  rows.splice(random(rows.length + 1), 0, row);
  if (isSorted === true) rows.sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10));
  return { command, text: `${[...(head === undefined ? [] : [head]), ...rows].join("\n")}\n`, row };
}

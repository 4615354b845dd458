// What a user may ask, and which notes should come to it: notes of two projects and of none, and prompts with the notes
// that somebody who knows them all would want to see. The words of prompts and notes agree no better than they do when
// people write both.

export interface JudgedNote {
  readonly name: string;
  readonly project: "engine" | "shop" | "";
  readonly topic: string;
  readonly text: string;
}

export interface JudgedPrompt {
  readonly project: "engine" | "shop";
  readonly text: string;
  /** Names of the notes that should come. */
  readonly wanted: readonly string[];
}

const NOTES = `
engine e1 cache | gotcha: cache eviction is by clock, not LRU; a scan of the whole table flushes hot blocks
engine e2 build | gotcha: linking fails on arm64 with lld 15: undefined symbol __aarch64_ldadd8_acq_rel; pass -moutline-atomics=no
engine e3 compaction | decision: compaction runs in one thread, since parallel compaction doubled write amplification
engine e4 cache | invariant: CachedEntry must be dropped before its Arena; the arena frees the bytes it points to
engine e5 manifest | invariant: sequence numbers never repeat, even after a crash; the manifest holds the upper bound
engine e6 testing | how-to: reproduce the flaky test_recovery_torn_write with RUST_TEST_THREADS=1 and FAILPOINTS=wal_sync=sleep(50)
engine e7 lookups | performance: bloom filters with 10 bits per key cut point lookups on disk by 80 percent; 14 bits brought nothing
engine e8 format | decision: checksums are crc32c of the block and its type byte, little endian, behind each block
engine e9 manifest | gotcha: fsync of the parent directory is needed after rename, otherwise the new manifest is lost on power failure
engine e10 config | gotcha: max_open_files=-1 keeps all table files open; with 1024 the descriptor limit on macOS is hit
engine e11 benchmarks | how-to: cargo bench --features jemalloc, turbo boost off; otherwise the benchmarks vary by 15 percent
engine e12 iterators | gotcha: an iterator is invalid after its snapshot is released; seek again
engine e13 replication | decision: replication sends WAL segments over a gRPC stream; the follower acknowledges by sequence number
engine e14 compaction | gotcha: do not block the tokio runtime in a compaction filter; use spawn_blocking
engine e15 style | decision: errors are an enum StoreError with thiserror, no anyhow in library code
engine e16 release | how-to: tag vX.Y.Z, then publish crates bottom up: engine-format, engine-core, engine-cli
shop s1 payment | gotcha: Stripe webhooks arrive twice; the handler is idempotent by event id in table webhook_events
shop s2 prices | decision: prices are integers in cents with the currency beside them, never floats
shop s3 build | gotcha: next build needs 4 GB of memory on CI: NODE_OPTIONS=--max-old-space-size=4096
shop s4 orders | invariant: the status of an order only moves forward: draft, paid, shipped, returned
shop s5 testing | how-to: seed the database for e2e tests with pnpm db:seed --reset, which takes 40 s
shop s6 database | gotcha: Prisma migrations lock the table orders for minutes in production; add columns as nullable
shop s7 login | decision: sessions live in Redis with an expiry of 30 min; JWT was dropped because revocation needed a lookup anyway
shop s8 products | performance: the product listing was slow by N+1 queries on variants; a dataloader batches them
shop s9 login | gotcha: Safari ignores SameSite=None cookies without Secure; login loops on iOS
shop s10 images | config: the CDN caches /images for a year; the content hash in the file name busts it
shop s11 payment | how-to: refunds go through refundOrder() in services/payment.ts, which also restocks
shop s12 emails | invariant: emails are sent by the outbox worker only, never in a request, so that retries do not send twice
shop s13 testing | gotcha: playwright tests time out on GitHub runners when the cookie banner covers the checkout button
shop s14 flags | decision: feature flags come from flags.yaml at build time; LaunchDarkly was too slow on cold start
- g1 git | how-to: git bisect run with a script finds the commit that broke the build; exit code 125 skips
- g2 shell | gotcha: sed -i needs a suffix as its argument on macOS, GNU sed does not
- g3 git | preference: commit messages in imperative mood, at most 72 characters in the first line
- g4 docker | how-to: docker builds for arm64 on x86 need buildx and qemu; slow, use a native runner
- g5 shell | gotcha: SSH agent forwarding breaks in tmux after a reconnect; symlink SSH_AUTH_SOCK
- g6 habits | preference: ask before adding a new dependency
- g7 database | 数据库连接池最大为 20，超过会超时；使用 PgBouncer 的事务模式
- g8 cache | キャッシュの無効化は TTL ではなくバージョン番号で行う
- g9 database | gotcha: psql connects by unix socket when no host is given; set PGHOST=localhost in containers
- g10 node | how-to: profile node with --cpu-prof and open the file in Chrome devtools
`;

const PROMPTS = `
engine | How does the cache eviction work? | e1
engine | why does the build fail on arm64? | e2 g4
engine | Why did we decide against parallel compaction? | e3
engine | can CachedEntry outlive the arena? | e4
engine | are sequence numbers reused after a crash? | e5
engine | test_recovery_torn_write is flaky again, can you look into it? | e6
engine | How many bits per key should the bloom filter use? | e7
engine | what checksum do we use for blocks? | e8
engine | the manifest disappeared after a power failure, why? | e9
engine | We hit the file descriptor limit on macOS, what should I set max_open_files to? | e10
engine | run the benchmarks and tell me if the numbers are stable | e11
engine | seeking an iterator after releasing its snapshot crashes | e12
engine | explain how replication acknowledges WAL segments | e13
engine | can I block inside the compaction filter? | e14
engine | should I use anyhow or thiserror here? | e15
engine | publish a new release of the crates | e16
engine | my tmux lost the ssh agent after reconnect | g5
engine | sed -i fails on macOS | g2
engine | write the commit message for these changes | g3
engine | which commit broke the build? use git bisect | g1
engine | add a dependency on serde_yaml | g6
engine | add a --verbose option to the cli |
engine | write a unit test for the parser of the config file |
engine | what time is it in Tokyo? |
engine | please fix the typo in the README |
engine | yes, go on with that |
engine | rename the variable count to total in src/table.rs |
engine | Refactor this function so that it is easier to read |
engine | how do stripe webhooks get deduplicated? |
engine | why is login looping on iOS Safari? |
shop | the webhook handler was called twice for one event, is that a bug? | s1
shop | should the price be stored as a float? | s2
shop | CI runs out of memory in next build | s3
shop | can an order go from shipped back to paid? | s4
shop | how do I seed the database for the e2e tests? | s5
shop | I want to add a column to the orders table in production | s6
shop | why don't we use JWT for sessions? | s7
shop | product listing page is slow | s8
shop | users on iOS Safari can't log in, the login page loops | s9
shop | images are still the old ones after deploy, is the CDN caching them? | s10
shop | implement refunds for partially shipped orders | s11
shop | send an email to the customer when the order ships | s12
shop | playwright times out at checkout on GitHub | s13
shop | how are feature flags loaded? | s14
shop | cpu profile of the node server | g10
shop | psql in the container says it can't connect to the unix socket | g9
shop | 数据库连接池满了怎么办？ | g7
shop | キャッシュを無効化する方法は？ | g8
shop | make the button blue |
shop | translate the page to German |
shop | why does compaction run in one thread? |
shop | continue |
shop | look at the failing test and fix it |
shop | create a new component for the footer |
shop | 今天天气怎么样，适合出去玩吗？ |
shop | order the imports alphabetically |
shop | does the test suite pass on your machine? |
shop | thanks, that looks good. Now commit and push |
shop | update all packages to their latest version |
shop | what is the difference between let and const? |
shop | Please build an admin page where the support team can look up a customer, see the last five orders with their products and how far the delivery is, change the address, and leave an internal comment that other members of the team can read later. Use the same table component as everywhere else, keep the layout responsive, and show a spinner while things load. |
engine | Let us design a small language for filters: comparisons of a column with a constant, joined by and, or and brackets, with escapes in quoted strings. I would like a hand-written recursive parser, errors that point at the column where parsing stopped, a snapshot of every tree in the tests, and a fuzzer that runs for a minute. |
engine | I am chasing a bug in recovery. When the process dies between writing the manifest and the rename, the next start sometimes does not find the new manifest although all of its bytes were synced. Where do we call fsync on the parent directory? | e9
shop | Our support says that some people get the same mail twice when a payment is slow. I think the request handler sends emails itself and then a retry sends them again; should that not go through the outbox worker? | s12
`;

/** Prompts that nothing was adjusted to: they were written down with the others and looked at last. */
const KEPT_BACK = `
engine | does a table scan flush the hot blocks from the cache? | e1
engine | undefined symbol __aarch64_ldadd8_acq_rel | e2
engine | do we need to fsync the directory after a rename? | e9
engine | speed up point lookups with bloom filters | e7
engine | add a new error variant for StoreError | e15
engine | what happens to a follower when the stream breaks? | e13
engine | use spawn_blocking in the filter | e14
engine | open the file and print the first line |
engine | delete the old branch after merge |
engine | show me the last five commits |
engine | is there any place where we write to disk without syncing? |
shop | the e2e tests need a clean database | s5
shop | round the price to two digits | s2
shop | restock the items when an order is refunded | s11
shop | why is the cookie banner covering the button in tests? | s13
shop | what did we replace LaunchDarkly with? | s14
shop | can we retry sending mails from the worker? | s12
shop | migrate the orders table without downtime | s6
shop | set the page title from the product name |
shop | remove console.log statements from the code |
shop | 订单状态可以回退吗？ |
shop | how do we handle timeouts? |
`;

export const JUDGED_NOTES: readonly JudgedNote[] = linesOf(NOTES).map((line) => {
  const [head = "", text = ""] = line.split(" | ");
  const [project, name, topic] = head.split(" ");
  return { name: name!, project: project === "-" ? "" : (project as "engine" | "shop"), topic: topic!, text };
});

export const JUDGED_PROMPTS: readonly JudgedPrompt[] = linesOf(PROMPTS).map(judged);
export const KEPT_BACK_PROMPTS: readonly JudgedPrompt[] = linesOf(KEPT_BACK).map(judged);

function linesOf(table: string): string[] {
  return table.trim().split("\n");
}

function judged(line: string): JudgedPrompt {
  const [project, text = "", wanted = ""] = line.split(/ \| | \|$/);
  return { project: project as "engine" | "shop", text, wanted: wanted === "" ? [] : wanted.split(" ") };
}

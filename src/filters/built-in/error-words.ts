// The words by which programs say that something is wrong, as data: one list a dialect. `priority-lines.ts` looks for
// them in lines, `odd-rows.ts` for the statuses in tables.
//
// A list holds expressions, separated by " | ". Each begins with a letter, so that they can be sorted by it.

/** Words and phrases that say in any place of a line that something is wrong, whatever their case. */
const PHRASES = [
  // What most programs say.
  "errors? | errored | err | warn(?:ings?|ed)? | fail(?:s|ed|ures?|ing)? | fatal | panic(?:s|ked)? | exceptions?",
  "traceback | caused by | assertions? | abort(?:ed|ing|s)? | crash(?:ed|es|ing)? | critical | severe | emergency",
  "severity:? (?:critical|high|moderate|medium|low) | unhandled | uncaught | violations? | violates",
  "unresolved | undeclared | unreachable | unsupported | unrecognized | unexpected | invalid | illegal | incompatible",
  "unmet(?! optional) | untrusted | untolerated | uninitiali[sz]ed | unbound | unmerged | unschedulable | undefined:",
  "undefined (?:references?|symbols?|variable|method|function|name|index|offset|constant|property|array key)",
  "is (?:undefined|not defined|not a function|down) | not in scope | ambiguous (?:type|reference|call|column)",
  "cannot | can['’]t | can not | could not | couldn['’]t | unable to | did not | didn['’]t | does not | doesn['’]t",
  "must (?:be|not) | not allowed | not permitted | no such | not found | not recognized | not installed | not supported",
  "no rule to | no matching | no (?:servers?|nodes?|hosts?|backends?|workers?|devices?|capacity) available | no (?:response|main manifest) | missing | not ok | not run | not ready",
  "not specified | not available | not implemented | not connected | not (?:over)?writ(?:ing|able) | not a (?:directory|git repository|tty|regular file)",
  "denied | refus(?:ed|ing) | forbidden | unauthorized | rejected | conflicts? | mismatch(?:ed|es)? | malformed | broken",
  "corrupt(?:ed|ion)? | tim(?:ed|es|e) out | killed | stuck | hung | lost connection | insufficient | inconsistent",
  "data race | deadlock | bad (?:request|gateway|interpreter|substitution|owner|address|file descriptor|magic|object|certificate|credentials)",
  "oops | deprecat(?:ed|ion|es) | obsolete | vulnerabilit(?:y|ies) | vulnerable | problems? | bail out | dubious",
  "unknown (?:option|command|flag|argument|type|property|field|host|file|module|revision|key|user|target|word|symbol)",
  "(?:manifest|blob) unknown | exceeded | too (?:many|few|long|large|small|big|deep|quickly|slow|old)",
  "(?:request|gateway|connection|connect|read|write|operation|watchdog|lock wait|probe|i/o) time-?out",
  "unavailable | unhealthy | not (?:a )?valid | wrong | unsuccessful | roll(?:ed|ing) back | unused | what went wrong",
  "unsatisfied | unauthenticated | insecure | expired | interrupted | terminated | giving up | gave up",
  "rate limit(?:ed|s)? | toomanyrequests | throttl(?:ed|ing) | evicted | preempted | vanished | ignoring | omitting",
  // How processes end.
  "exit(?:ed)?(?: with)?(?: code| status| value|:)* [1-9]\\d* | non-?zero | [1-9]\\d* exit status | bus error",
  "returned (?:exit (?:code|status) )?[1-9]\\d* | rc=[1-9]\\d* | (?:exited on|killed by|received|caught|fatal) signal",
  "signal: \\w+ | sig(?:segv|abrt|bus|ill|fpe|kill|term|sys|trap) | core[ -]dump(?:ed)? | dumped core | code=(?:killed|dumped)",
  "failed state | back-?off | keyboardinterrupt | stack smashing | double free | use[- ]after[- ]free",
  "out of (?:memory|range|bounds|space|disk|inodes|sync) | seg(?:mentation )?fault | (?:stack|buffer|heap|integer)[- ]overflow",
  "overflowed | leak(?:s|ed)? | (?:division|divide) by zero | (?:null|nil) (?:pointer|dereference|reference)",
  // Linkers and compilers.
  "(?:multiple|duplicate) (?:definitions?|symbols?|declarations?|identifiers?|entry|keys?|columns?|names?|server)",
  "multiply defined | already defined | first defined here | redefin(?:ed|ition) | redeclar(?:ed|ation) | truncated to fit",
  // Kernels and disks.
  "soft lockup | hard lockup | protection fault | page fault | call trace | oom-kill(?:er)? | self-detected stall",
  "i/o error | machine check | blocked for more than | read-only (?:mode|transaction) | remounting \\S+ read-only | is (?:full|locked) | changed as we read | skipping non-\\w+",
  // Networks and certificates.
  "reset by peer | closed by \\S+ | closed (?:unexpectedly|the connection) | connection (?:lost|aborted|dropped)",
  "self[- ]signed | revoked | handshak(?:e|ing) | identification has changed | [1-9]\\d*% packet loss | time to live exceeded",
  // The texts of the system's errors (errno, getaddrinfo).
  "no space left | no route to host | no child processes | no locks available | no buffer space | no data available",
  "name or service not known | temporary failure | nodename nor servname | address already in use | host is down",
  "network is (?:down|unreachable) | resource (?:temporarily|deadlock) | device or resource busy | text file busy",
  "read-only file system | directory not empty | file exists | is a directory | file name too long | file too large",
  "argument list too long | exec format | input/output error | inappropriate ioctl | invalid cross-device",
  "stale (?:nfs )?file handle | disk quota | broken pipe | cross-device link | protocol (?:error|not supported)",
  "operation (?:canceled|cancelled|already in progress) | value too large | owner died | cannot allocate | function not implemented",
  // Other languages; words that mean something else elsewhere count before a colon.
  "fehler | fehlgeschlagen | verweigert | warnung | erreur | avertissement | errore | fallito | avviso | advertencia",
  "denegad[oa] | falhou | mislukt | erro: | aviso: | fallo: | fout: | fel: | virhe: | chyba: | hata: | varning:",
  // Plans that take away.
  "will be destroyed | must be replaced | forces replacement",
].flatMap((line) => line.split(" | "));

/** The same in other languages: words without letters beyond ASCII stand in PHRASES. */
const BEYOND_ASCII = /[^\x00-\x7f]/;
const FOREIGN = new RegExp(
  [
    "(?<![\\p{L}\\w/.@-])(?:échec|échoué|refusé|falló|misslyckad\\p{L}*|ошибка|ошибки|предупреждение|помилка|błąd|lỗi)(?![\\p{L}\\w-]|\\.\\w)",
    "не удалось|отказано|错误|錯誤|失败|失敗|警告|拒绝|エラー|오류|실패|경고|שגיאה|خطأ|त्रुटि",
  ].join("|"),
  "iu",
);

/**
 * Statuses of single things in tables: pods, containers, units, jobs, volumes, releases. They are compared as whole words
 * of a row, without regard to case and to what stands behind a colon (`Init:0/2`).
 */
export const UNWELL_STATUSES: ReadonlySet<string> = new Set(
  (
    "error err errored failed failing failure fail crashloopbackoff imagepullbackoff errimagepull errimageneverpull " +
    "invalidimagename createcontainererror createcontainerconfigerror runcontainererror containercannotrun oomkilled " +
    "evicted backoff pending terminating unknown notready nodelost lost schedulingdisabled unschedulable cordoned " +
    "containercreating podinitializing init deadlineexceeded restarting paused unhealthy killed stopped aborted " +
    "cancelled canceled degraded offline down unreachable unavailable disconnected suspended draining outofsync " +
    "out-of-sync missing stale expired revoked blocked rejected denied timeout timedout timed_out defunct zombie " +
    "impaired alarm critical conflict diverged gone prunable activating auto-restart deactivating not-found removing " +
    "faulted rollback_complete rollback_in_progress update_rollback_complete create_failed delete_failed update_failed " +
    "pending-install pending-upgrade pending-rollback invalid broken corrupt action_required startup_failure queued " +
    "stuck preempted maintenance vulnerable high severe"
  ).split(" "),
);
/** Names of such statuses that nothing else has: they say in any line that something is wrong. */
const STATUS_NAMES =
  /\b(?:CrashLoopBackOff|ImagePullBackOff|ErrImage\w+|InvalidImageName|OOMKill(?:ed|ing)|NotReady|SchedulingDisabled|DeadlineExceeded|BackOff|Failed[A-Z]\w+|Unhealthy|Create(?:Pod|Container)\w*Error|RunContainerError|(?:CREATE|UPDATE|DELETE|ROLLBACK)_FAILED|AccessDenied|Throttling)\b/;

/** An alternative of expressions, sorted by their first two letters: an engine then tries few of them at each place. */
function alternative(phrases: readonly string[], letters = 2): string {
  if (letters === 0) return phrases.join("|");
  const isPlain = (phrase: string) => /^[a-z](?![?*+{])/.test(phrase);
  const branches = [...Map.groupBy(phrases.filter(isPlain), (phrase) => phrase[0]!)].map(([letter, own]) => {
    const rests = own.map((phrase) => phrase.slice(1));
    return `${letter}(?:${alternative(rests, letters - 1)})`;
  });
  return [...branches, ...phrases.filter((phrase) => !isPlain(phrase))].join("|");
}

/** A phrase that is no part of a path, an option, an identifier, or a package with its version. */
export const WRONG_WORD = new RegExp(
  `(?<![\\w/\\\\$@#-]|[^.]\\.|^\\.)(?:${alternative(PHRASES)})(?![\\w-]|[.@/\\\\][\\w<]| v\\d|\\(\\)| *\\|{2})`,
  "i",
);

/** `TypeError`, `java.io.IOException`, `ERR_REQUIRE_ESM`, `ENOENT`, `SQLSTATE[42S02]`, `ORA-00942`. */
export const WRONG_NAME = new RegExp(
  [
    /\w(?:Error|Exception|Warning|Failure|Panic|Fault)(?![\w-]|[.@/\\][\w<])|\bERR_[A-Z]/,
    /\bE(?:NOENT|ACCES|PERM|EXIST|CONN[A-Z]+|ADDRINUSE|ADDRNOTAVAIL|TIMEDOUT|TIMEOUT|PIPE|MFILE|NOTFOUND|NOTEMPTY|ISDIR|NOTDIR|RESOLVE|INTEGRITY|LIFECYCLE|BADENGINE|USAGE|INVAL|NOSPC|AI_AGAIN|404|401|403)\b/,
    /\bSQLSTATE\[|\bORA-\d{5}\b|\bX509\b|\bx509:/,
    STATUS_NAMES,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** Marks of a level or a state, in the shapes of loggers, daemons, service managers and test runners. */
export const WRONG_MARK = new RegExp(
  [
    // `[emerg]`, `[ERR]`, `FATA[0012]`, `E/tag(12)`, `<3>`, `| CRIT |`, `"level":50`.
    /\[(?:emerg|alert|crit|[EFW]|FTL|EROR)\]|^(?:FATA|ERRO|PANI|WARN)\[|^[EFW]\/[\w.]+ *[(:]|^<[0-3]>/,
    /(?<![^\s|[(])(?:EMERG|CRIT|FTL|SEVERE|DOWN|BUG|HIGH|FAILURE)(?=[\s:|\])]|$)|\blevel"?[:=] *"?(?:crit|alert|emerg|[56]0\b)/,
    // `status=1/FAILURE` of systemd, `***Timeout` of ctest, `wstat 256` of TAP, `exit_code=1`.
    /\bstatus=[1-9]\d*\/[A-Z]|\*\*\*[A-Z]|\bwstat [1-9]|\bExit(?:ed \(|Code"?[:=] *)[1-9]|\bexit[_ ]?code["']?[:=] *[1-9]/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** Whether a text says in another language that something is wrong. */
export function isForeignWrong(text: string): boolean {
  return BEYOND_ASCII.test(text) && FOREIGN.test(text);
}

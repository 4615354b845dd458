// Errors as they are told by kernels, daemons, containers, linkers, compilers, runtimes, test runners, databases, networks
// and in other languages. Lines that only hold such a word have no priority.

import { describe, expect, test } from "vitest";
import { isPriorityLine } from "../../../../src/filters/built-in/priority-lines.ts";

const WRONG = `
FATA[0012] listener closed
nginx: [emerg] a duplicate default server for 0.0.0.0:80 in /etc/nginx/x:2
2026/11/27 10:00:00 [crit] 12#0: *7 SSL_do_handshake() while SSL handshaking
2026/11/27 10:00:00 [alert] 12#0: worker process 77 exited on signal 11
/usr/bin/ld: b.o: in function \`f': multiple definition of \`f'; a.o: first defined here
duplicate symbol '_main' in:
chmod: changing permissions of 'x': Operation not permitted
bind(): Address already in use
connect: No route to host
getaddrinfo: Name or service not known
touch: setting times of 'x': Read-only file system
rmdir: 'x': Directory not empty
mount: Device or resource busy
cp: -r not specified; omitting directory 'src'
foo.service: Main process exited, code=exited, status=1/FAILURE
foo.service: Main process exited, code=dumped, status=11/SEGV
BUG: soft lockup - CPU#1 stuck for 22s!
general protection fault: 0000 [#1] SMP
t/basic.t .. Dubious, test returned 1 (wstat 256, 0x100)
lost connection
self signed certificate in certificate chain
Severity: high
file has vanished: "/src/a.ts"
Fehler: Datei nicht gefunden
bash: /srv/shop: Zugriff verweigert
ls: kann nicht zugreifen: Fehler 2
erreur: échec de la connexion
ОШИБКА: нет такого файла
错误：找不到文件
警告: ディスク
エラー: x
[ 12.3] EXT4-fs error (device sda1): ext4_lookup
[ 12.3] Out of memory: Killed process 123 (node)
[ 12.3] node[123]: segfault at 0 ip 000
kernel: INFO: task x:12 blocked for more than 120 seconds.
systemd[1]: foo.service: Start request repeated too quickly.
systemd[1]: Dependency failed for x.
foo.service: Main process exited, code=killed, status=9/KILL
Server be/web1 is DOWN, reason: Layer4 connection problem
backend be has no server available!
AH00558: apache2: Could not reliably determine the server's fully qualified domain name
0s Warning BackOff pod/x Back-off restarting failed container
0/3 nodes are available: 3 Insufficient cpu.
Warning  FailedScheduling  default-scheduler
ld: symbol(s) not found for architecture arm64
Undefined symbols for architecture arm64:
relocation truncated to fit: R_X86_64_PC32
a.obj : error LNK2005: _f already defined in b.obj
Exception in thread "main" java.lang.NullPointerException
Caused by: com.acme.Broke: x
[error] /a/b.scala:12: not found: value x
e: /a/b.kt:12:3 Unresolved reference: x
panic: runtime error: index out of range [5] with length 3
fatal error: all goroutines are asleep - deadlock!
signal: killed
thread 'main' panicked at src/main.rs:2:5:
thread 'main' has overflowed its stack
KeyError: 'x'
KeyboardInterrupt
rake aborted!
NoMethodError: undefined method \`x' for nil
uninitialized constant Foo
PHP Fatal error:  Uncaught Error: Call to undefined function x()
PHP Notice:  Undefined index: x in /a.php on line 3
Bus error
Aborted (core dumped)
Illegal instruction
Floating point exception
** (RuntimeError) boom
Main.hs:3:5: error:
    Variable not in scope: foo
Error: Unbound value foo
Fatal error: Index out of range: file Swift/Array.swift, line 1
CSC : error CS5001: Program does not contain a static 'Main' method
/a/b.csproj : error NU1101: Unable to find package X
warning MSB3277: Found conflicts
│ Error: Invalid resource type
  # aws_instance.x will be destroyed
-/+ must be replaced
fatal: [host1]: UNREACHABLE! => {"changed": false}
host1 : ok=3 changed=1 unreachable=0 failed=1 skipped=0
host2 : ok=3 changed=1 unreachable=1 failed=0
Error: UPGRADE FAILED: another operation is in progress
CONFLICT (content): Merge conflict in a.ts
error: failed to push some refs to 'x'
Permission denied (publickey).
@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @
Connection closed by 1.2.3.4 port 22
kex_exchange_identification: read: Connection reset by peer
curl: (6) Could not resolve host: x
curl: (60) SSL certificate problem
rsync: [sender] link_stat "/x" failed: No such file
rsync error: some files/attrs were not transferred (code 23)
skipping non-regular file "x"
tar: x: file changed as we read it
tar: Exiting with failure status due to previous errors
lodash  <4.17.21 Severity: critical
  12:5  error  'x' is not defined  no-undef
FAILED tests/test_a.py::test_x - assert 1 == 2
=== 1 failed, 3 passed in 0.3s ===
Bail out!  db down
--- FAIL: TestX (0.00s)
FAIL	example.com/x	0.1s
3/5 Test #3: b ...***Failed 0.01 sec
4/5 Test #4: c ...***Timeout 30.01 sec
5/5 Test #5: d ...***Not Run 0.00 sec
psql: FATAL:  password authentication failed for user "x"
PANIC:  could not write to file
ERROR:  deadlock detected
ERROR 1045 (28000): Access denied for user
ORA-00942: table or view does not exist
SQLSTATE[42S02]: Base table
SQLite: database is locked
Duplicate entry '1' for key 'PRIMARY'
Lock wait timeout exceeded; try restarting transaction
server closed the connection unexpectedly
oom-killer: gfp_mask=0x100
worker 3 received SIGTERM
Process exited with code 137
child exited with exit code 1
exit status 2
command terminated by signal 9
write /data/x: no space left on device
open /etc/x: permission denied
request timed out after 30s
context deadline exceeded
dial tcp 1.2.3.4:80: i/o timeout
x509: certificate signed by unknown authority
tls: bad certificate
certificate has expired
unexpected EOF
toomanyrequests: You have reached your pull rate limit
Error response from daemon: manifest unknown
pull access denied for x
5 packets transmitted, 3 received, 40% packet loss, time 4003ms
From 10.0.0.1 icmp_seq=3 Destination Host Unreachable
Request timeout for icmp_seq 4
level=error msg="x"
{"level":50,"msg":"x"}
{"level":"error","msg":"x"}
time="x" level=fatal msg="y"
E1127 10:00:00.000000 1 x.go:12] boom
[E] boom
10:00:00 CRIT boom
10:00:00 | CRITICAL | boom
##[error]Process completed with exit code 1.
::error::boom
ERROR in ./src/a.ts
✖ 3 problems
Assertion failed: (x), function f, file a.c, line 3.
AssertionError [ERR_ASSERTION]: x
*** stack smashing detected ***: terminated
double free or corruption (out)
==12==ERROR: AddressSanitizer: heap-use-after-free
free(): invalid pointer
ls: cannot access 'x': No such file or directory
bash: foo: command not found
ninja: build stopped: subcommand failed.
Unhandled exception. System.Exception: x
Job for nginx.service failed because the control process exited with error code.
nginx.service: Failed with result 'exit-code'.
ERROR: for web  Cannot start service web
container web-1 is unhealthy
web-1 exited with code 1
Error: Process completed with exit code 1.
ERESOLVE unable to resolve dependency tree
npm warn deprecated x
gyp ERR! build error
giving up after 3 attempts
deadline exceeded
Too many open files
Argument list too long
Exec format error
Text file busy
Stale file handle
Disk quota exceeded
Broken pipe
Invalid cross-device link
Input/output error
Is a directory
Not a directory
File exists
Cannot allocate memory
Resource temporarily unavailable
Network is unreachable
Transport endpoint is not connected
Temporary failure in name resolution
Protocol not available
nodename nor servname provided, or not known
Function not implemented
Inappropriate ioctl for device
Interrupted system call
Value too large for defined data type
Connection refused
Host is down
Test timed out in 5000ms.
task 'x' returned non-zero exit status 3
`;

const HARMLESS = `
   Compiling thiserror v1.0.0
info alpha beta kernel window-12 socket
parse-6906793348   1/1     Running   0   46d
 ✓ handles errors (3 ms)
test result: ok. 3 passed; 0 failed; 0 ignored
  CC      drivers/error.o
errors: 0, warnings: 0
Installing collected packages: a, b
GET /api/v1/x 200 12ms
Receiving objects: 100% (3/3), done.
Unpacking libgpg-error0:amd64 (1.46-1) ...
added 12 packages in 3s
src/errors/index.ts
localhost : ok=3 changed=1 unreachable=0 failed=0 skipped=1 rescued=0 ignored=0
64 bytes from 1.1.1.1: icmp_seq=3 ttl=57 time=8.1 ms
5 packets transmitted, 5 received, 0% packet loss, time 4003ms
create mode 100644 a.ts
exited with code 0
Main process exited, code=exited, status=0/SUCCESS
Started nginx.service - A high performance web server
Feature: signal handling
Copying is done; high load
`;

const linesOf = (text: string) => text.split("\n").filter((line) => line !== "");

describe("an error in a dialect", () => {
  test.each(linesOf(WRONG))("%s", (line) => {
    expect(isPriorityLine(line)).toBe(true);
  });
});

describe("no error", () => {
  test.each(linesOf(HARMLESS))("%s", (line) => {
    expect(isPriorityLine(line)).toBe(false);
  });
});

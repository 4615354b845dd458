// Outputs of programs in the session of `helix demo`, recorded: vitest 5.1.1 in the project of the demonstration, npm
// 11.19.1 in another one.

/** Packages that npm fetched: name, version and milliseconds. */
const FETCHED = `
find-up 5.0.0 4788, browser-stdout 1.3.1 4765, ms 2.0.0 4741, negotiator 0.6.3 4723, mime-types 2.1.35 4722,
type-is 1.6.18 4718, chalk 4.1.2 4854, wide-align 1.1.3 4817, which 2.0.2 4818,
@ungap/promise-all-settled 1.1.2 4778, brace-expansion 1.1.22 4774, wrappy 1.0.2 4774,
toidentifier 1.0.1 4770, fs.realpath 1.0.0 4760, send 0.19.2 4731, safe-buffer 5.2.1 4731,
range-parser 1.2.1 4730, path-to-regexp 0.1.13 4728, http-errors 2.0.1 4702, fresh 0.5.2 4684,
on-finished 2.4.2 4725, he 1.2.0 4824, escape-string-regexp 4.0.0 4816, minimatch 3.1.5 4775,
unpipe 1.0.0 4769, raw-body 2.5.3 4766, destroy 1.2.0 4755, bytes 3.1.2 4754, vary 1.1.2 4753,
statuses 2.0.2 4748, etag 1.8.1 4693, serve-static 1.16.3 4748, cookie-signature 1.0.7 4156,
cookie 0.7.2 4154, content-disposition 0.5.4 4150, body-parser 1.20.9 4150, accepts 1.3.8 4147,
setprototypeof 1.2.0 4755, path-is-absolute 1.0.1 4819, proxy-addr 2.0.8 4776, parseurl 1.3.3 4770,
methods 1.1.2 4770, merge-descriptors 1.0.3 4768, finalhandler 1.3.2 4728, glob 7.2.3 4174,
ansi-regex 5.0.1 4172, is-fullwidth-code-point 3.0.0 4171, strip-ansi 6.0.1 4172, string-width 4.2.3 4169,
supports-color 7.2.0 4165, inherits 2.0.4 4819, utils-merge 1.0.1 4794, escape-html 1.0.3 4698,
encodeurl 2.0.3 4207, depd 2.0.0 4206, debug 4.3.1 4119, ms 2.1.2 4108, rimraf 2.7.1 4191,
inflight 1.0.6 4828, tweetnacl 0.14.5 5093, form-data 2.3.3 4979, mime-db 1.52.0 4855,
ansi-colors 4.1.1 4861, minimatch 3.0.4 4164, argparse 2.0.1 4944, content-type 1.0.5 4221,
array-flatten 1.1.1 4220, ms 2.1.3 4192, ansi-regex 5.0.1 4211, ansi-regex 5.0.1 4205,
is-fullwidth-code-point 3.0.0 4210, is-fullwidth-code-point 3.0.0 4204, strip-ansi 6.0.1 4211,
strip-ansi 6.0.1 4207, string-width 4.2.3 4210, string-width 4.2.3 4199, chokidar 3.5.1 4888,
glob 7.1.6 4185, picomatch 2.3.2 4954, ms 2.1.3 4211, tough-cookie 2.5.0 5061, debug 2.6.9 4302,
yargs-parser 20.2.4 4994, uuid 3.4.0 4308, qs 6.5.5 4327, request 2.88.2 4380, react 17.0.2 4381,
psl 1.15.0 5291, express 4.22.3 4389, qs 6.16.2 5013, workerpool 6.1.0 5113, iconv-lite 0.4.24 5049,
sshpk 1.18.0 5275, diff 5.0.0 5122, js-yaml 4.0.0 5171, yargs 16.2.0 5218, uri-js 4.4.1 5362,
ajv 6.15.0 5459, mocha 8.4.0 4668
`;

const fetched = FETCHED.trim()
  .split(/,\s+/)
  .map((row) => {
    const [name = "", version, took] = row.split(" ");
    const file = `${name.split("/").pop()}-${version}.tgz`;
    return `npm http fetch GET 200 https://registry.example/${name}/-/${file} ${took}ms (cache miss)\n`;
  });

/** What npm printed. */
export const NPM_INSTALL = `${fetched.join("")}
added 210 packages in 16s

38 packages are looking for funding
  run \`npm fund\` for details
`;

/** What the tests printed before any change, with the wrong discount, and with the right one. */
export const TESTS_BEFORE = `
 RUN  v5.1.1 /tmp/shop

 ✓ tests/checkout.test.ts (1 test) 2ms

 Test Files  1 passed (1)
      Tests  1 passed (1)
   Start at  17:05:31
   Duration  277ms (transform 53%, import 35%, worker 6%, environment 3%, tests 2%)

`;

export const TESTS_FAILED = `
 RUN  v5.1.1 /tmp/shop

 ❯ tests/checkout.test.ts (2 tests | 1 failed) 7ms
   ✓ tax is added to the goods 2ms
   × SPRING takes a tenth off the goods 4ms

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  tests/checkout.test.ts > SPRING takes a tenth off the goods
AssertionError: expected 1327 to be 1328 // Object.is equality

- Expected
+ Received

- 1328
+ 1327

 ❯ tests/checkout.test.ts:15:41
     13|   cart.add({ name: "tea", cents: 445, count: 1 });
     14|   cart.add({ name: "honey", cents: 795, count: 1 });
     15|   expect(checkoutTotal(cart, "SPRING")).toBe(1328);
       |                                         ^
     16| });
     17|

⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/1]⎯


 Test Files  1 failed (1)
      Tests  1 failed | 1 passed (2)
   Start at  17:05:46
   Duration  290ms (transform 53%, import 37%, tests 6%, worker 4%)

`;

export const TESTS_PASSED = `
 RUN  v5.1.1 /tmp/shop

 ✓ tests/checkout.test.ts (2 tests) 5ms

 Test Files  1 passed (1)
      Tests  2 passed (2)
   Start at  17:05:47
   Duration  281ms (transform 51%, import 28%, worker 11%, tests 10%)

`;

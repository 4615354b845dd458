// Credentials of which name and value are marked: bold, coloured, in cells of HTML, in elements of XML.

import { expect, test } from "vitest";
import { loadRedaction } from "../../../../../src/engine/text/secrets/redaction.ts";

const { redact } = await loadRedaction();
const PASSWORD = "Tr0ub4dor3xyz";

test.each([
  "<b>password:</b> X",
  "<B>password:</B> X",
  "<b>Passwort für root:</b> X",
  "<strong>Password</strong>: X",
  "<li><strong>Password:</strong> <code>X</code></li>",
  "<p>Password:<br>X</p>",
  "&lt;b&gt;password:&lt;/b&gt; X",
  '<span>password</span>: <span>"X"</span>',
  '<span class="k">password</span><span class="o">=</span><span class="s">&quot;X&quot;</span>',
  "<th>password</th><td>X</td>",
  "<tr><th>password</th>\n  <td>X</td></tr>",
  "<td>password</td><td>X</td>",
  "<th>密码</th><td>X</td>",
  "<tr>\n <th>user</th>\n <th>password</th>\n</tr>\n<tr>\n <td>anna</td>\n <td>X</td>\n</tr>",
  "<table><tr><th>user</th><th>password</th></tr><tr><td>anna</td><td>X</td></tr></table>",
  "<dt>Password</dt><dd>X</dd>",
  "<dl>\n  <dt>Password</dt>\n  <dd><code>X</code></dd>\n</dl>",
  '<property name="password">X</property>',
  '<entry key="db.password">X</entry>',
  '<setting name="password" serializeAs="String"><value>X</value></setting>',
  "<property>\n<name>db.password</name>\n<value>X</value></property>",
  "<member><name>password</name><value><string>X</string></value></member>",
  "<password><![CDATA[X]]></password>",
  "<password>\n  X\n</password>",
  "*password:* X",
  "*password*: X",
  "_password:_ X",
  "***password:*** X",
  "~~password:~~ X",
  "`password:` X",
  "**`password:`** X",
  "*password for root:* X",
  "'''password:''' X",
  "password:\u00a0X",
])("a password in %s", (form) => {
  const redacted = redact(form.replace("X", PASSWORD)).text;
  expect(redacted).toContain("[redacted: password]");
  expect(redacted).not.toContain(PASSWORD);
});

test.each([
  '<label for="password">Password</label><input id="password">',
  '<h2 id="password">Reset2 it</h2>',
  "<th>Password</th><td>required</td><td>8 characters</td>",
  "<dt>Token</dt><dd>See section 4.2 of RFC6749</dd>",
  '<string name="password_hint">At least 8 characters</string>',
  '<string name="password">Password</string><string name="version">v2.14.1-rc3</string>',
  "<b>password:</b> see the vault",
  "<li><b>key</b>: value2</li>",
  "*password:* the one of the vault",
])("leaves: %s", (text) => expect(redact(text)).toEqual({ text, kinds: [] }));

test("entities of HTML in capitals are read as they are", () => {
  expect(redact("a &LT; b &#60; c")).toEqual({ text: "a &LT; b &#60; c", kinds: [] });
});

test.each([
  ["tags behind names", "password<b>".repeat(15_000)],
  ["open tags", "<b ".repeat(50_000)],
  ["cells", "password</th> <td".repeat(8000)],
  ["attributes", `<a name="password`.repeat(8000)],
])("ends on hostile input: %s", (_, text) => expect(redact(text).text.length).toBeGreaterThan(0));

// The commands and those of their options that take a password: mostly short options, whose names say nothing, and
// options that hold a user with a password. assignments.ts handles options that name the credential (`--password`,
// `-storepass`), whatever the command.

/** How an option takes its value. */
export type OptionForm =
  /** In the same word only: `-pSECRET`. Without a value the option makes the command ask for it. */
  | "attached"
  /** In the next word only. */
  | "next"
  /** In the same word or the next. */
  | "either";

/** An option whose value holds a credential. */
export interface CommandOption {
  readonly name: string;
  readonly form: OptionForm;
  /** The sign between user and password in the value; "": the whole value is the password. */
  readonly separator: string;
}

/** The places of passwords in a command. */
export interface CommandRule {
  readonly options: readonly CommandOption[];
  /** The options count only behind one of these words: `docker login`. Empty: always. */
  readonly behind: ReadonlySet<string>;
  /** Which words without a dash are passwords, counted from 1 behind those words (or behind the command). */
  readonly places: readonly number[];
  /** A flag without which the places do not count, such as htpasswd's -b. */
  readonly flag: string;
  /** The sign of a pair: any word that is a user, this sign and a password. Empty: no word is. */
  readonly pairSign: string;
}

/**
 * Commands, then options: `-p*` is attached, `-p` next, `-p+` either. With a sign behind the option the value is a pair
 * (`-u+:`). `behind:a,b`, `place:2`, `flag:b` and `pair:/` fill the fields of CommandRule.
 */
const TABLE: readonly (readonly [commands: string, rule: string])[] = [
  [
    "mysql mysqldump mysqladmin mysqlimport mysqlcheck mysqlshow mysqlpump mysqlslap mysqlbinlog mysqlsh mysql_upgrade mariadb mariadb-dump mariadb-admin " +
      "mariadb-check mariadb-import mariadb-show mariadb-backup mariabackup xtrabackup innobackupex mydumper myloader mycli pt-query-digest",
    "-p*",
  ],
  ["sshpass", "-p+"],
  ["redis-cli keydb-cli valkey-cli", "-a"],
  ["mongo mongosh mongodump mongorestore mongoexport mongoimport mongostat mongotop mongofiles", "-p+"],
  ["docker podman nerdctl buildah skopeo helm oras crane oc cf ibmcloud az", "behind:login -p+"],
  ["skopeo buildah podman crane regctl ctr", "--src-creds+: --dest-creds+: --creds+: --user+:"],
  ["htpasswd", "flag:b place:3"],
  ["mosquitto_passwd", "flag:b place:3"],
  ["openssl", "-passin=pass: -passout=pass: -pass=pass: -password=pass: -k"],
  ["7z 7za 7zr 7zz p7zip 7z.exe", "-p*"],
  ["rar unrar", "-p* -hp*"],
  ["zip unzip zipcloak funzip", "-P+"],
  ["ldapsearch ldapadd ldapmodify ldapdelete ldapwhoami ldapcompare ldapmodrdn ldapexop", "-w+"],
  ["ldappasswd", "-w+ -s+ -a+"],
  ["smbclient smbget rpcclient smbcacls smbcquotas smbtree winexe wmic", "-U+%"],
  ["http https xh xhs", "-a+: --auth+:"],
  ["curl", "-u+: --user+: -U+: --proxy-user+: --oauth2-bearer --pass --proxy-pass --tlspassword"],
  ["ab", "-A+: -P+:"],
  ["etcdctl", "--user+:"],
  ["sqlcmd osql bcp isql tsql fisql", "-P+"],
  ["sqlplus sqlldr expdp impdp exp imp rman sqlcl", "pair:/"],
  ["lftp", "-u+,"],
  [
    "ncftp ncftpput ncftpget ncftpls twine rdesktop psexec evil-winrm crackmapexec nxc cqlsh beeline impala-shell hive rabbitmqadmin cypher-shell surreal",
    "-p",
  ],
  ["vsql", "-w"],
  ["ipmitool ipmi-sensors", "-P"],
  ["snmpget snmpwalk snmpbulkwalk snmpbulkget snmpset snmpgetnext snmptrap snmptable", "-A -X"],
  ["mosquitto_pub mosquitto_sub mosquitto_rr", "-P+"],
  ["ssh-keygen", "-N -P"],
  ["swaks", "-ap"],
  ["sendemail sendEmail", "-xp"],
  ["wpa_passphrase", "place:2"],
  ["rabbitmqctl", "behind:add_user,change_password,authenticate_user place:2"],
  ["poetry composer", "behind:http-basic.* place:2"],
  ["poetry", "behind:pypi-token.* place:1"],
  ["poetry", "behind:publish -p"],
  ["bundle", "behind:config pair::"],
  ["cargo vault", "behind:login place:1"],
  ["nuget", "behind:setapikey,setApiKey place:1"],
  ["nuget dotnet", "behind:push,delete -k"],
  ["ngrok", "behind:authtoken,add-authtoken place:1"],
  ["mc", "behind:set,add place:4"],
  ["xfreerdp wfreerdp freerdp sdl-freerdp", "/p=:"],
  ["cmdkey", "/pass=:"],
  ["nmcli", "behind:password place:1"],
  ["db2", "behind:using place:1"],
  ["mysqlsh etcdctl", "pair::"],
];

const OPTION = /^(-{1,2}[\w-]+?|\/\w+)(\*|\+)?([:%,]|=pass:|=:)?$/;
const NO_WORDS: ReadonlySet<string> = new Set();

function parseRule(source: string): CommandRule {
  const options: CommandOption[] = [];
  let [behind, places, flag, pairSign]: [ReadonlySet<string>, number[], string, string] = [NO_WORDS, [], "", ""];
  for (const word of source.split(" ")) {
    const [key = "", ...rest] = word.split(":");
    const value = rest.join(":");
    if (key === "behind") behind = new Set(value.split(","));
    else if (key === "place") places = value.split(",").map(Number);
    else if (key === "flag") flag = value;
    else if (key === "pair") pairSign = value;
    else {
      const [, name = "", form, sign = ""] = OPTION.exec(word)!;
      if (sign === "=:") options.push({ name: `${name}:`, form: "attached", separator: "" });
      else if (sign === "=pass:") options.push({ name, form: "next", separator: "pass:" });
      else options.push({ name, form: form === "*" ? "attached" : form === "+" ? "either" : "next", separator: sign });
    }
  }
  return { options, behind, places, flag, pairSign };
}

let rules: Map<string, CommandRule[]> | undefined;

/** Returns the rules of each command. They are made at the first call. */
export function commandRules(): ReadonlyMap<string, readonly CommandRule[]> {
  if (rules === undefined) {
    rules = new Map();
    for (const [commands, source] of TABLE) {
      const rule = parseRule(source);
      for (const command of commands.split(" ")) rules.set(command, [...(rules.get(command) ?? []), rule]);
    }
  }
  return rules;
}

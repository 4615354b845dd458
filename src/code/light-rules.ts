// Patterns that recognise a line that defines something, in each language. They are tried on lines whose comments and
// strings are blanked out. The group `name` is the name. The group `receiver` is the type of a method that stands
// outside of that type. Fields and members of enumerations are not looked for, since one line does not tell them from
// other code.

import type { ParsedLanguage } from "./languages.ts";
import type { FoundDefinition } from "./nesting.ts";

export interface LineRule {
  readonly kind: FoundDefinition["kind"];
  readonly pattern: RegExp;
  /** Where the rule applies: directly in a type, at the top (namespaces do not matter), or anywhere. */
  readonly where: "type" | "top" | "any";
}

/** How a language shows where a definition ends. */
export type Layout = "braces" | "indentation";

function rule(kind: LineRule["kind"], pattern: RegExp, where: LineRule["where"] = "any"): LineRule {
  return { kind, pattern, where };
}

const MODULE = /(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?/.source;
const MEMBER = /(?:(?:public|private|protected|static|override|readonly|abstract|async|get|set|declare)\s+)*/.source;
const NOT_CONTROL =
  /(?!(?:if|for|while|switch|catch|return|else|do|new|throw|await|function|sizeof|using|lock|foreach|when|super|this|base|typeof|delete)\b)/
    .source;

/** What makes a value a function, as far as one line tells: also where its parameters begin in the next one. */
const FUNCTION_VALUE = /(?:async\s*)?(?:function\b|<$|(?:<[^(]*>)?\($|(?:<[^(]*>)?\(.*=>|[\w$]+\s*=>)/.source;

const ecmascript = (): readonly LineRule[] => [
  rule("function", new RegExp(`^${MODULE}function\\s*\\*?\\s*(?<name>[\\w$]+)`)),
  rule("class", new RegExp(`^${MODULE}class\\s+(?!extends\\b)(?<name>[\\w$]+)`)),
  rule("class", new RegExp(`^${MODULE}(?:const|let|var)\\s+(?<name>[\\w$]+)\\s*=\\s*class\\b`)),
  rule("class", /^(?:module\.)?exports(?:\.[\w$]+)?\s*=\s*class\s+(?!extends\b)(?<name>[\w$]+)/),
  rule("interface", new RegExp(`^${MODULE}interface\\s+(?<name>[\\w$]+)`)),
  rule("type", new RegExp(`^${MODULE}type\\s+(?<name>[\\w$]+)\\s*(?:<.*>\\s*)?(?:=|$)`)),
  rule("enum", new RegExp(`^${MODULE}(?:const\\s+)?enum\\s+(?<name>[\\w$]+)`)),
  rule("namespace", new RegExp(`^${MODULE}(?:namespace|module)\\s+(?<name>[\\w$.]+)\\s*\\{`)),
  rule("function", new RegExp(`^${MODULE}(?:const|let|var)\\s+(?<name>[\\w$]+)\\s*(?::[^=]+)?=\\s*${FUNCTION_VALUE}`)),
  rule(
    "function",
    /^(?:module\.)?exports\.(?<name>[\w$]+)\s*=\s*(?:async\s*)?(?:function\b|(?:<[^(]*>)?\(.*=>|[\w$]+\s*=>)/,
  ),
  rule(
    "method",
    /^(?!(?:exports|globalThis|module|window)\b)(?<receiver>[\w$]+)(?:\.prototype)?\.(?<name>[\w$]+)\s*=\s*(?:async\s*)?(?:function\b|(?:<[^(]*>)?\(.*=>|[\w$]+\s*=>)/,
    "top",
  ),
  rule("constant", new RegExp(`^${MODULE}const\\s+(?<name>[\\w$]+)\\s*[:=]`), "top"),
  rule("variable", new RegExp(`^${MODULE}(?:let|var)\\s+(?<name>[\\w$]+)`), "top"),
  rule("method", new RegExp(`^${NOT_CONTROL}${MEMBER}\\*?\\s*(?<name>#?[\\w$]+)\\??\\s*(?:<[^(]*>)?\\(`), "type"),
  // In an object: nothing else is a name with parameters before a brace.
  rule(
    "method",
    new RegExp(
      `^${NOT_CONTROL}(?!with\\b)${MEMBER}\\*?\\s*(?<name>#?[\\w$]+)\\s*(?:<[^(]*>)?\\([^()]*\\)(?:\\s*:[^{}=;]+)?\\s*\\{$`,
    ),
  ),
  rule("method", new RegExp(`^${MEMBER}(?<name>#?[\\w$]+)\\s*(?::[^=]+)?=\\s*${FUNCTION_VALUE}`), "type"),
];

const JAVA_WORDS =
  /(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|private|protected|internal|static|final|abstract|sealed|non-sealed|synchronized|native|default|strictfp|transient|volatile|override|virtual|async|partial|readonly|extern|unsafe|new|required|file|ref)\s+)*/
    .source;
const JAVA_TYPE = /[\w.$]+(?:<[\w\s,.?<>[\]&$]*>)?(?:\[\])*\??/.source;

const javaRules = (): readonly LineRule[] => [
  rule("class", new RegExp(`^${JAVA_WORDS}(?:class|record)\\s+(?:struct\\s+|class\\s+)?(?<name>[\\w$]+)`)),
  rule("interface", new RegExp(`^${JAVA_WORDS}@?interface\\s+(?<name>[\\w$]+)`)),
  rule("enum", new RegExp(`^${JAVA_WORDS}enum\\s+(?<name>[\\w$]+)`)),
  rule(
    "method",
    new RegExp(
      `^${NOT_CONTROL}${JAVA_WORDS}(?:<[^(]*>\\s+)?(?:${JAVA_TYPE}\\s+)?(?<name>[\\w$]+)\\s*(?:<[^(]*>)?\\((?!.*[^=!<>]=[^=>].*;$)`,
    ),
    "type",
  ),
];

const C_TYPE = /(?:[\w:]+(?:<[\w\s:,<>*&]*>)?[\s*&]+)+/.source;
/** What follows the name of a type: its body, empty or in the next lines. What ends without one declares nothing new. */
const C_TYPE_REST = /(?:[^;()=]*$|[^;()={]*\{\s*\};$)/.source;
/** A function whose type stands on the line before. */
const BARE_FUNCTION = rule("function", /^(?<name>[a-z_]\w*) ?\((?!.*[;=])/, "top");
/** A type that a method stands outside of, with its parameters, and names of functions. */
const C_RECEIVER = /\w+(?:<[\w\s,:*&]*>)?(?:::\w+(?:<[\w\s,:*&]*>)?)*/.source;
const C_NAME = /~?\w+|operator(?:\(\)|\[\]|[^\w\s()]{1,3})/.source;
const cRules = (): readonly LineRule[] => [
  rule("macro", /^#\s*define\s+(?<name>\w+)/),
  rule("struct", new RegExp(`^(?:typedef\\s+)?(?:struct|union)\\s+(?<name>\\w+)${C_TYPE_REST}`)),
  rule("enum", new RegExp(`^(?:typedef\\s+)?enum\\s+(?:class\\s+|struct\\s+)?(?<name>\\w+)${C_TYPE_REST}`)),
  rule("type", /^typedef\b[^{]*?(?<name>\w+)\s*;$/),
  rule("type", /^\}\s*(?<name>\w+)\s*;$/),
  rule(
    "function",
    new RegExp(
      `^${NOT_CONTROL}(?!typedef\\b|#)${C_TYPE}(?:(?<receiver>${C_RECEIVER})::)?(?<name>${C_NAME})\\s*\\((?!.*\\)\\s*=(?!=))`,
    ),
    "top",
  ),
  rule(
    "variable",
    new RegExp(`^${NOT_CONTROL}(?!typedef\\b|using\\b|#)${C_TYPE}(?<name>\\w+)(?:\\[[^\\]]*\\])*\\s*(?:=|;)`),
    "top",
  ),
];

const SWIFT_WORDS =
  /(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|private|fileprivate|internal|open|package|static|class|final|override|mutating|nonmutating|convenience|required|lazy|weak|unowned|indirect|nonisolated|isolated|dynamic|optional)(?:\(set\))?\s+)*/
    .source;
const KOTLIN_WORDS =
  /(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|private|protected|internal|open|abstract|sealed|data|inner|override|suspend|inline|const|lateinit|tailrec|operator|infix|external|actual|expect|value|annotation|companion|fun(?=\s+interface))\s+)*/
    .source;
const SCALA_WORDS =
  /(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:(?:private|protected)(?:\[\w+\])?|final|sealed|abstract|implicit|lazy|override|case|inline|opaque|open|transparent|infix|package)\s+)*/
    .source;
const DART_CLASS = /(?:(?:abstract|sealed|base|interface|final|mixin)\s+)*/.source;
const DART_WORDS = /(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:static|external|const|factory|late|final|covariant|abstract)\s+)*/
  .source;
const DART_TYPE = /[\w.$]+(?:<[\w\s,.?<>()$]*>)?\??/.source;
const ZIG_WORDS = /(?:(?:pub|export|extern|inline|noinline|threadlocal|comptime)(?:\s+"\s*")?\s+)*/.source;
/** Attributes of Elixir's modules that the language itself reads. */
const ELIXIR_ATTRIBUTES =
  /after_compile|after_verify|before_compile|behaviou?r|callback|compile|deprecated|derive|describetag|dialyzer|doc|enforce_keys|external_resource|impl|macrocallback|moduledoc|moduletag|nifs|on_definition|on_load|opaque|optional_callbacks|since|spec|tag|type|typedoc|typep|vsn/
    .source;
const RUST_WORDS = /(?:pub(?:\([^)]*\))?\s+)?(?:(?:default|const|async|unsafe|extern(?:\s+"\s*")?)\s+)*/.source;

/** The rules are made when they are first needed: a hook needs those of one language. */
const RULES: Readonly<Record<ParsedLanguage, () => readonly LineRule[]>> = {
  typescript: ecmascript,
  tsx: ecmascript,
  javascript: ecmascript,
  python: () => [
    rule("class", /^class\s+(?<name>\w+)/),
    rule("function", /^(?:async\s+)?def\s+(?<name>\w+)/),
    rule("variable", /^(?<name>[A-Za-z_]\w*)\s*(?::[^=]+)?=(?!=)/, "top"),
  ],
  go: () => [
    rule("method", /^func\s+\((?:\w+\s+)?\*?(?<receiver>\w+)[^)]*\)\s*(?<name>\w+)/),
    rule("function", /^func\s+(?<name>\w+)/),
    rule("struct", /^(?:type\s+)?(?<name>\w+)(?:\[[^\]]*\])?\s+struct\b/, "top"),
    rule("interface", /^(?:type\s+)?(?<name>\w+)(?:\[[^\]]*\])?\s+interface\b/, "top"),
    rule("type", /^type\s+(?<name>\w+)/),
    rule("constant", /^const\s+(?<name>\w+)/),
    rule("variable", /^var\s+(?<name>\w+)/),
    rule("method", /^(?<name>\w+)\(/, "type"),
  ],
  rust: () => [
    rule("function", new RegExp(`^${RUST_WORDS}fn\\s+(?<name>\\w+)`)),
    rule("struct", new RegExp(`^${RUST_WORDS}(?:struct|union)\\s+(?<name>\\w+)`)),
    rule("enum", new RegExp(`^${RUST_WORDS}enum\\s+(?<name>\\w+)`)),
    rule("trait", new RegExp(`^${RUST_WORDS}(?:auto\\s+)?trait\\s+(?<name>\\w+)`)),
    rule("module", new RegExp(`^${RUST_WORDS}mod\\s+(?<name>\\w+)`)),
    rule("type", new RegExp(`^${RUST_WORDS}type\\s+(?<name>\\w+)`)),
    rule("constant", /^(?:pub(?:\([^)]*\))?\s+)?const\s+(?!fn\b|unsafe\b|async\b|_\b)(?<name>\w+)/),
    rule("variable", /^(?:pub(?:\([^)]*\))?\s+)?static\s+(?:mut\s+)?(?<name>\w+)/),
    rule("macro", /^macro_rules!\s*(?<name>\w+)/),
    rule("scope", /^(?:unsafe\s+)?impl\b(?:<.*?>)?\s+(?:.*\bfor\s+)?&?(?:\w+::)*(?<name>\w+)/),
  ],
  java: () => [
    ...javaRules().slice(0, 3),
    rule("constant", /^(?:\w+\s+)*static\s+(?:\w+\s+)*final\s+.*?(?<name>\w+)\s*=/, "type"),
    ...javaRules().slice(3),
    // Of a class without a name, in whatever it stands.
    rule(
      "method",
      new RegExp(
        `^(?:public|protected)\\s+${JAVA_WORDS}(?:<[^(]*>\\s+)?${JAVA_TYPE}\\s+(?<name>[\\w$]+)\\s*\\([^;=]*\\{$`,
      ),
    ),
  ],
  c: () => [...cRules(), BARE_FUNCTION],
  cpp: () => [
    rule("namespace", /^(?:inline\s+)?namespace\s+(?<name>[\w:]+)\s*(?:\{|$)/),
    rule("class", new RegExp(`^class\\s+(?:\\[\\[.*\\]\\]\\s*)?(?:[A-Z_]+\\s+)?(?<name>\\w+)${C_TYPE_REST}`)),
    rule("type", /^using\s+(?<name>\w+)\s*=/),
    rule(
      "method",
      new RegExp(
        `^${NOT_CONTROL}(?:(?:explicit|virtual|static|inline|constexpr|friend)\\s+)*(?:${C_TYPE})?(?<name>${C_NAME})\\s*\\(`,
      ),
      "type",
    ),
    ...cRules(),
    // Constructors, destructors, and the tests of a framework, which have no type.
    rule("function", new RegExp(`^(?<receiver>${C_RECEIVER})::(?<name>~?\\w+)\\s*\\((?!.*;$)`), "top"),
    rule("function", /^(?<name>TEST(?:_[A-Z]+)?)\s*\((?!.*;$)/, "top"),
  ],
  swift: () => [
    rule("class", new RegExp(`^${SWIFT_WORDS}(?:class|actor)\\s+(?!func\\b|var\\b|let\\b)(?<name>\\w+)`)),
    rule("struct", new RegExp(`^${SWIFT_WORDS}struct\\s+(?<name>\\w+)`)),
    rule("enum", new RegExp(`^${SWIFT_WORDS}enum\\s+(?<name>\\w+)`)),
    rule("interface", new RegExp(`^${SWIFT_WORDS}protocol\\s+(?<name>\\w+)`)),
    rule("extension", new RegExp(`^${SWIFT_WORDS}extension\\s+(?:\\w+\\.)*(?<name>\\w+)`)),
    rule("function", new RegExp(`^${SWIFT_WORDS}func\\s+(?<name>\\w+)`)),
    rule("method", new RegExp(`^${SWIFT_WORDS}(?<name>init)[?!]?\\s*[(<]`), "type"),
    rule("method", /^(?<name>deinit)\b/, "type"),
    rule("method", new RegExp(`^${SWIFT_WORDS}(?<name>subscript)\\s*[(<]`), "type"),
    rule("type", new RegExp(`^${SWIFT_WORDS}(?:typealias|associatedtype)\\s+(?<name>\\w+)`)),
    rule("constant", new RegExp(`^${SWIFT_WORDS}let\\s+(?<name>\\w+)`), "top"),
    rule("variable", new RegExp(`^${SWIFT_WORDS}var\\s+(?<name>\\w+)`), "top"),
  ],
  ruby: () => [
    rule("class", /^class\s+(?:(?:::)?(?<receiver>\w+(?:::\w+)*)::)?(?<name>[A-Z]\w*)/),
    rule("module", /^module\s+(?:(?:::)?(?<receiver>\w+(?:::\w+)*)::)?(?<name>[A-Z]\w*)/),
    rule("method", /^(?:(?:private|protected|public|module_function)\s+)?def\s+(?:self\.|\w+\.)?(?<name>\w+[?!=]?)/),
    rule("constant", /^(?<name>[A-Z]\w*)\s*=(?!=)/),
  ],
  csharp: () => [
    rule("namespace", /^namespace\s+(?<name>[\w.]+)\s*(?:\{|$)/),
    rule("struct", new RegExp(`^${JAVA_WORDS}(?:record\\s+)?struct\\s+(?<name>\\w+)`)),
    rule("type", new RegExp(`^${JAVA_WORDS}delegate\\s+.*?(?<name>\\w+)\\s*(?:<[^(]*>)?\\(`)),
    rule("constant", new RegExp(`^${JAVA_WORDS}const\\s+${JAVA_TYPE}\\s+(?<name>\\w+)`), "type"),
    ...javaRules(),
  ],
  php: () => [
    rule("namespace", /^namespace\s+(?<name>[\w\\]+)/),
    rule("class", /^(?:(?:abstract|final|readonly)\s+)*class\s+(?<name>\w+)/),
    rule("interface", /^interface\s+(?<name>\w+)/),
    rule("trait", /^trait\s+(?<name>\w+)/),
    rule("enum", /^enum\s+(?<name>\w+)/),
    rule("constant", /^(?:(?:public|private|protected|final)\s+)*const\s+(?:\w+\s+)?(?<name>\w+)\s*=/),
    rule("function", /^(?:(?:public|private|protected|static|abstract|final)\s+)*function\s+&?(?<name>\w+)/),
  ],
  kotlin: () => [
    rule("enum", new RegExp(`^${KOTLIN_WORDS}enum\\s+class\\s+(?<name>\\w+)`)),
    rule("interface", new RegExp(`^${KOTLIN_WORDS}interface\\s+(?<name>\\w+)`)),
    rule("class", new RegExp(`^${KOTLIN_WORDS}class\\s+(?<name>\\w+)`)),
    rule("object", new RegExp(`^${KOTLIN_WORDS}object\\s+(?<name>\\w+)`)),
    rule("function", new RegExp(`^${KOTLIN_WORDS}fun\\s+(?:<[^>]*>\\s+)?(?:[\\w<>?,\\s]+\\.)?(?<name>\\w+)\\s*\\(`)),
    rule("type", new RegExp(`^${KOTLIN_WORDS}typealias\\s+(?<name>\\w+)`)),
    rule("constant", /^(?:\w+\s+)*const\s+val\s+(?<name>\w+)/),
    rule("variable", new RegExp(`^${KOTLIN_WORDS}(?:val|var)\\s+(?<name>\\w+)`), "top"),
  ],
  bash: () => [
    rule("function", /^function\s+(?<name>[\w:-]+)/),
    rule("function", /^(?<name>[\w:-]+)\s*\(\)/),
    rule("constant", /^(?:readonly|declare\s+-r)\s+(?<name>\w+)=/, "top"),
    rule("variable", /^(?:export\s+|declare\s+(?:-\w+\s+)*)?(?<name>\w+)=/, "top"),
  ],
  svelte: ecmascript,
  vue: ecmascript,
  scala: () => [
    rule("class", new RegExp(`^${SCALA_WORDS}class\\s+(?<name>\\w+)`)),
    rule("trait", new RegExp(`^${SCALA_WORDS}trait\\s+(?<name>\\w+)`)),
    rule("object", new RegExp(`^${SCALA_WORDS}object\\s+(?<name>\\w+)`)),
    rule("enum", new RegExp(`^${SCALA_WORDS}enum\\s+(?<name>\\w+)`)),
    rule("object", new RegExp(`^${SCALA_WORDS}given\\s+(?<name>\\w+)\\s*(?:\\[.*\\]\\s*)?(?:\\(.*\\)\\s*)?:`)),
    rule("function", new RegExp(`^${SCALA_WORDS}def\\s+(?<name>\\w+|[-!#%&*+/:<=>?@\\\\^|~]+)`)),
    rule("type", new RegExp(`^${SCALA_WORDS}type\\s+(?<name>\\w+)`)),
    rule("variable", new RegExp(`^${SCALA_WORDS}(?:val|var)\\s+(?<name>\\w+)`), "top"),
  ],
  lua: () => [
    rule("method", /^function\s+(?:\w+\.)*(?<receiver>\w+):(?<name>\w+)/),
    rule("function", /^function\s+(?:\w+\.)*(?<receiver>\w+)\.(?<name>\w+)/),
    rule("function", /^(?:local\s+)?function\s+(?<name>\w+)/),
    rule("function", /^(?:local\s+)?(?<name>\w+)\s*=\s*function\b/),
    rule("function", /^(?:\w+\.)*(?<receiver>\w+)\.(?<name>\w+)\s*=\s*function\b/),
    rule("variable", /^local\s+(?<name>\w+)(?!.*=\s*require\b)/, "top"),
    rule("variable", /^(?<name>\w+)\s*=(?!=|\s*require\b)/, "top"),
  ],
  dart: () => [
    rule("class", new RegExp(`^${DART_CLASS}class\\s+(?<name>\\w+)`)),
    rule("class", /^(?:base\s+)?mixin\s+(?!class\b)(?<name>\w+)/),
    rule("extension", /^extension\s+(?!on\b|type\b)(?<name>\w+)/),
    rule("enum", /^enum\s+(?<name>\w+)/),
    rule("type", /^typedef\s+(?<name>\w+)\s*(?:<[^=]*>\s*)?=/),
    rule("type", /^typedef\s+.*?(?<name>\w+)\s*(?:<[^(]*>)?\(/),
    rule("constant", new RegExp(`^(?:const|final)\\s+(?:${DART_TYPE}\\s+)?(?<name>\\w+)\\s*=`), "top"),
    rule("constant", new RegExp(`^static\\s+const\\s+(?:${DART_TYPE}\\s+)?(?<name>\\w+)\\s*=`), "type"),
    rule("function", new RegExp(`^(?:external\\s+)?(?:${DART_TYPE}\\s+)?(?:get|set)\\s+(?<name>\\w+)`), "top"),
    rule(
      "function",
      new RegExp(
        `^${NOT_CONTROL}(?:external\\s+)?(?:${DART_TYPE}\\s+|(?=main\\b))(?!Function\\b)(?<name>\\w+)\\s*(?:<[^(]*>)?\\(`,
      ),
      "top",
    ),
    rule(
      "variable",
      new RegExp(
        `^(?!(?:library|part|import|export)\\b)(?:late\\s+)?(?:final\\s+)?${DART_TYPE}\\s+(?<name>\\w+)\\s*[=;]`,
      ),
      "top",
    ),
    rule(
      "method",
      new RegExp(`^${DART_WORDS}(?:${DART_TYPE}\\s+)?(?:get|set)\\s+(?<name>\\w+)\\s*(?=[({;=]|async|sync)`),
      "type",
    ),
    rule(
      "method",
      new RegExp(`^${DART_WORDS}(?:${DART_TYPE}\\s+)?operator\\s*(?<name>==|\\[\\]=?|[-+*/%<>~&|^]=?|~/)`),
      "type",
    ),
    rule(
      "method",
      new RegExp(
        `^${NOT_CONTROL}${DART_WORDS}(?:${DART_TYPE}\\s+)?(?:\\w+\\.)?(?<name>\\w+)\\s*(?:<[^(]*>)?\\((?!.*\\),$)`,
      ),
      "type",
    ),
  ],
  elixir: () => [
    rule("module", /^defmodule\s+(?<name>[\w.]+)/),
    rule("interface", /^defprotocol\s+(?<name>[\w.]+)/),
    rule("extension", /^defimpl\s+(?:\w+\.)*(?<name>\w+)/),
    rule("function", /^(?:defp?|defdelegate)\s+(?!unquote\b)(?<name>[a-z_]\w*[?!]?)(?=[(,]|\s*$|\s+(?:do|when)\b)/),
    rule("macro", /^(?:defmacrop?|defguardp?)\s+(?!unquote\b)(?<name>[a-z_]\w*[?!]?)/),
    rule("type", /^@(?:typep?|opaque)\s+(?<name>\w+)/),
    rule("function", /^@(?:macro)?callback\s+(?<name>\w+[?!]?)\(/),
    rule(
      "constant",
      new RegExp(`^@(?!(?:${ELIXIR_ATTRIBUTES})\\b)(?<name>\\w+)\\s+(?![-=|<>+*/)&\\],.}]|(?:when|and|or|do|in)\\b)`),
    ),
  ],
  zig: () => [
    rule("function", new RegExp(`^${ZIG_WORDS}fn\\s+(?<name>\\w+)`)),
    rule(
      "struct",
      new RegExp(`^${ZIG_WORDS}const\\s+(?<name>\\w+)\\s*=\\s*(?:extern\\s+|packed\\s+)?(?:struct|union|opaque)\\b`),
    ),
    rule("enum", new RegExp(`^${ZIG_WORDS}const\\s+(?<name>\\w+)\\s*=\\s*(?:enum|error)\\s*[({]`)),
    ...(["top", "type"] as const).flatMap((where) => [
      rule("constant", new RegExp(`^${ZIG_WORDS}const\\s+(?<name>\\w+)\\s*(?::[^=]+)?=(?!\\s*@import\\b)`), where),
      rule("variable", new RegExp(`^${ZIG_WORDS}var\\s+(?<name>\\w+)`), where),
    ]),
  ],
};

/** Languages without braces, and those that may do without. */
const INDENTED: ReadonlySet<ParsedLanguage> = new Set<ParsedLanguage>(["elixir", "lua", "python", "ruby", "scala"]);

const made = new Map<ParsedLanguage, readonly LineRule[]>();

/** The rules of a language. The first rule that matches a line counts. */
export function lineRules(language: ParsedLanguage): readonly LineRule[] {
  let rules = made.get(language);
  if (rules === undefined) {
    rules = RULES[language]();
    made.set(language, rules);
  }
  return rules;
}

/** How the language shows where a definition ends. */
export function layoutOf(language: ParsedLanguage): Layout {
  return INDENTED.has(language) ? "indentation" : "braces";
}

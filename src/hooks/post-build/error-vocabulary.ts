// How much a word says about an error: 0.5 is little, 1 a plain word, 1.5 a name in code, 2 the code of a kind of
// error. A word that errors of all kinds use says 0.

export const CODE_STRENGTH = 2;
export const NAME_STRENGTH = 1.5;
export const WEAK_STRENGTH = 0.5;

/** Words that errors of all kinds use, beside the words of grammar. They are not looked for. */
const GENERIC =
  " error errors failed fail fails failure failures fatal warning exception unexpected expected received got found find cannot can't unable " +
  "invalid missing undefined unknown unresolved exist exists file files directory line lines column please see use used try trying run " +
  "running command first last more many most reason details exit code status process stack trace traceback panic panicked thread main " +
  "caused information help note info left right actual assertion assert asserterror assertionerror equal equals match matches true false " +
  "none null nil thing one two all time times passed test tests build compile compiling compilation compiled step task tool output input " +
  "result results occurred problem then out over make node object typeerror valueerror keyerror indexerror attributeerror runtimeerror importerror nameerror oserror ioexception ";
/** Words that many errors share. They say something only together with other words. */
const WEAK =
  " type types value values argument arguments function method module modules package property properties name names variable import imports " +
  "string number integer boolean array list class struct field member symbol reference call called return returned path access read write " +
  "target default index range size length key data state constructor parameter parameters statement expression identifier declaration " +
  "syntax token operator operand assignable assigned implicitly declared defined scope config option options version request response " +
  "u8 u16 u32 u64 i8 i16 i32 i64 usize isize f32 f64 str bool char int float double long void byte bytes vec option " +
  "connection server client user memory runtime system resource permission denied timeout script project source enoent eacces eexist eperm ";

/** How much a word says, in the case in which it is written. */
export function strengthOf(word: string): number {
  const lower = word.toLowerCase();
  if (!/\D/.test(word) || GENERIC.includes(` ${lower} `)) return 0;
  if (WEAK.includes(` ${lower} `)) return WEAK_STRENGTH;
  if (/^[A-Z]{1,6}-?\d{3,6}$/.test(word) || /^E[A-Z]{3,}$/.test(word)) return CODE_STRENGTH;
  if (/_|[a-z][A-Z]|[A-Z]{2,}[a-z]/.test(word) && word.length > 4) return NAME_STRENGTH;
  return 1;
}

// Recognises errors that no tool caused: the user or the client kept the tool from running, or stopped it.

/** How the client words such errors; looked for at the beginning of a text. */
const REFUSAL =
  /user (?:doesn't want|rejected|denied|declined|interrupted|chose not|cancelled|aborted)|rejected by (?:the )?user|was rejected|permission to use|requires? (?:your )?(?:approval|permission)|haven't granted|has been denied|\bhook (?:\w+ )?(?:error|blocked|denied|stopped)|blocked by (?:\w+ )*hook|stopped by (?:\w+ )*hook|hook blocking error|Request interrupted|Request was aborted|operation was aborted|^\W*cancell?ed\b|sibling tool call|not allowed (?:by|in) (?:\w+ )?(?:mode|settings|policy)/i;
const LOOKED_AT_MAX = 400;

/** Whether the error says that a tool was kept from running, or was stopped. */
export function isRefusal(error: string): boolean {
  return REFUSAL.test(error.slice(0, LOOKED_AT_MAX));
}

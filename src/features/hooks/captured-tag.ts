// How entries that hooks stored by themselves are known.

/** The tag of what was captured from a failed run. */
export const CAPTURED_TAG = "captured";
/** How sure such an entry is once it says what resolved it; below that it says no more than the error does. */
export const RESOLVED_CONFIDENCE = 0.6;

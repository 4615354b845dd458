// The variable HELIX_TRACE.

/** Whether hooks write down all that they consider, for `helix hooks why`. */
export const isTraced = (process.env.HELIX_TRACE ?? "0") !== "0";

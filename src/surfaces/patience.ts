// How long helix waits for others before it goes on without them. As long as a conversation allows, and so many times longer where
// HELIX_PATIENCE says so: for tests, on machines that are slow or busy. Apart from the rest of the environment, since hooks need no more.

const given = Number(process.env.HELIX_PATIENCE);

/** What waiting times are multiplied by: 1 unless HELIX_PATIENCE is a number above it. */
export const patience: number = given > 1 ? given : 1;

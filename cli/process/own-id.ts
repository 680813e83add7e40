/** The number by which other processes know this one. */
export const ownId = process.pid;

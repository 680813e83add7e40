export const ownId = process.pid;

import type { Terminal } from '../world.ts';

/** The terminal of this process. */
export const terminal: Terminal = {
  get input() {
    return process.stdin;
  },
  watch: ({ resized, suspended }) => {
    process.stdout.on('resize', resized);
    process.on('SIGTSTP', suspended);
    return () => {
      process.stdout.off('resize', resized);
      process.off('SIGTSTP', suspended);
    };
  },
};

/*
 * A daemon lives for months beside other programs. As V8 and glibc come, they keep 300 MB for what is short-lived and for
 * threads that wait. Most of that cannot be told otherwise once it runs, so the process starts once more, as itself.
 */

/** Megabytes of each half of the room for short-lived objects. */
const NURSERY = '--max-semi-space-size=4';
/** Heaps that glibc keeps for threads, of which it would make 8 for each processor. */
const ARENAS = '1';
/** Bytes of freed memory at the end of the heap that glibc keeps; its own threshold grows with each large buffer. */
const TRIM_THRESHOLD = '65536';

/**
 * Replaces this process by one with less room, unless it is that one, its user chose otherwise, or the system cannot:
 * then it goes on as it is.
 */
export function startLean(script) {
  const { env, execArgv, execPath, argv } = process;
  const chosen = [...execArgv, env.NODE_OPTIONS ?? ''].some((option) => option.includes('semi-space-size'));
  // A channel to the program that forked this one would be lost.
  if (chosen || env.NODE_CHANNEL_FD !== undefined || process.platform === 'win32') return;
  try {
    process.execve(execPath, [execPath, NURSERY, ...execArgv, script, ...argv.slice(2)], {
      MALLOC_ARENA_MAX: ARENAS,
      MALLOC_TRIM_THRESHOLD_: TRIM_THRESHOLD,
      ...env,
    });
  } catch {
    // Without it, all is the same but for the memory.
  }
}

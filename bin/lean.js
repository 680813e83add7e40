/*
 * A daemon lives for months beside other programs. As V8 and glibc come, they keep 300 MB for what is short-lived and for
 * threads that wait. Most of that cannot be told otherwise once it runs, so the process starts once more, as itself.
 */

/** Megabytes of each half of the room for short-lived objects. */
const NURSERY = '--max-semi-space-size=4';
/**
 * By how many percent the room for the rest may outgrow what is in use before it is looked through. Said only once the
 * daemon has started, it would save a tenth of the start and cost 27 MB.
 */
const GROWTH = '--heap-growing-percent=20';
/** Four helpers at so small a room cost more than they save: a tenth of the processor time of small mail, a third of large. */
const ALONE = '--no-parallel-scavenge';
/** Heaps that glibc keeps for threads, of which it would make 8 for each processor. */
const ARENAS = '1';
/** Bytes of freed memory at the end of the heap that glibc keeps; its own threshold grows with each large buffer. */
const TRIM_THRESHOLD = '65536';

/** Options of V8 by which whoever started this process chose its memory. */
function chosenRoom() {
  const { env, execArgv } = process;
  return [...execArgv, env.NODE_OPTIONS ?? ''].filter((option) => option.includes('semi-space-size'));
}

/**
 * Says to V8 what may be said while it runs, unless its user chose otherwise; a version that does not know it passes over
 * it.
 */
export function collectGarbageLean() {
  if (chosenRoom().some((option) => option !== NURSERY)) return;
  const v8 = process.getBuiltinModule('node:v8');
  for (const flag of [GROWTH, ALONE]) v8.setFlagsFromString(flag);
}

/**
 * Replaces this process by one with less room, unless it is that one, its user chose otherwise, or the system cannot:
 * then it goes on as it is.
 */
export function startLean(script) {
  const { env, execArgv, execPath, argv } = process;
  // A channel to the program that forked this one would be lost.
  if (chosenRoom().length > 0 || env.NODE_CHANNEL_FD !== undefined || process.platform === 'win32') return;
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

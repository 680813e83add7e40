/** Whether a process runs; a zombie doesn't. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return process.platform !== 'linux' || !isZombie(pid);
}

/** In a container without an init process, an ended daemon stays a zombie. */
function isZombie(pid: number): boolean {
  const { readFileSync } = process.getBuiltinModule('node:fs');
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // "pid (name) state …": the name may contain anything, brackets too.
    return stat.slice(stat.lastIndexOf(')')).startsWith(') Z');
  } catch {
    return false;
  }
}

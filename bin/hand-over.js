import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];

/** Runs the same command under the Node that a checkout pins: same terminal, same signals, same exit code. */
export function handOver(script, root, complaint, fail) {
  const node = fileURLToPath(
    new URL(`node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`, root),
  );
  if (!existsSync(node) || node === process.execPath) return fail(complaint);
  const child = spawn(node, [fileURLToPath(script)].concat(process.argv.slice(2)), { stdio: 'inherit' });
  FORWARDED_SIGNALS.forEach((signal) => {
    process.on(signal, () => child.kill(signal));
  });
  child.on('error', (error) => fail(`${complaint} The pinned one does not start: ${error.message}`));
  child.on('exit', (code, signal) => {
    FORWARDED_SIGNALS.forEach((name) => {
      process.removeAllListeners(name);
    });
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code;
  });
}

/* Runs on any Node that knows ES modules: only syntax of its time, and nothing of this package is loaded before the check. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const OLDEST = [22, 19];
const EXIT_USAGE = 2;
const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];

/** Whether a version like `22.19.0` satisfies the `engines` field of package.json. */
export function isSupported(version) {
  const parts = version.split('.').map(Number);
  return parts[0] > OLDEST[0] || (parts[0] === OLDEST[0] && parts[1] >= OLDEST[1]);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = EXIT_USAGE;
}

/** Runs the same command under another Node: same terminal, same signals, same exit code. */
function handOver(node, script) {
  const child = spawn(node, [script].concat(process.argv.slice(2)), { stdio: 'inherit' });
  FORWARDED_SIGNALS.forEach((signal) => {
    process.on(signal, () => child.kill(signal));
  });
  child.on('error', (error) => fail(`agentmail: cannot start ${node}: ${error.message}`));
  child.on('exit', (code, signal) => {
    FORWARDED_SIGNALS.forEach((name) => {
      process.removeAllListeners(name);
    });
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code;
  });
}

/**
 * Starts `dist/<entry>` if this Node is new enough; else under the Node that a checkout pins, else says so.
 * `version` and `root` are given by tests only.
 */
export function launch(
  script,
  entry,
  version = process.versions.node,
  root = join(dirname(fileURLToPath(import.meta.url)), '..'),
) {
  if (!isSupported(version)) {
    const pinned = join(
      root,
      'node_modules',
      'node',
      'bin',
      process.platform === 'win32' ? 'node.exe' : 'node',
    );
    if (existsSync(pinned) && pinned !== process.execPath) return handOver(pinned, fileURLToPath(script));
    return fail(`agentmail needs Node ${OLDEST.join('.')} or newer; this is Node ${version}.`);
  }
  const file = join(root, 'dist', entry);
  if (!existsSync(file)) return fail(`agentmail is not built yet: run "npm run build" in ${root}.`);
  if (module.enableCompileCache) module.enableCompileCache();
  return import(pathToFileURL(file).href);
}

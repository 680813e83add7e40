/* Runs on any Node that knows ES modules: only syntax of its time, and nothing is loaded before the check. */

const OLDEST = [22, 19];
const EXIT_USAGE = 2;

/** Whether a version like `22.19.0` satisfies the `engines` field of package.json. */
export function isSupported(version) {
  const parts = version.split('.').map(Number);
  return parts[0] > OLDEST[0] || (parts[0] === OLDEST[0] && parts[1] >= OLDEST[1]);
}

/** Ends the command with one line about what is wrong with this installation. */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = EXIT_USAGE;
}

/**
 * Starts `dist/<entry>` if this Node is new enough; else under the Node that a checkout pins, else says so.
 * `version` and `root` are given by tests only.
 */
export function launch(
  script,
  entry,
  version = process.versions.node,
  root = new URL('..', import.meta.url),
) {
  if (!isSupported(version)) {
    const complaint = `agentmail needs Node ${OLDEST.join('.')} or newer; this is Node ${version}.`;
    return import('./hand-over.js').then((other) => other.handOver(script, root, complaint, fail));
  }
  keepCompiled(process.env);
  const program = new URL(`dist/${entry}`, root).href;
  return import(program).catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || error.url !== program) throw error;
    fail(`agentmail is not built yet: run "npm run build" in ${decodeURI(root.pathname)}.`);
  });
}

/** Keeps compiled code where nobody else can write; threads and child processes find it by the variable. */
function keepCompiled(env) {
  const caches = env.XDG_CACHE_HOME || (env.HOME && `${env.HOME}/.cache`) || env.LOCALAPPDATA;
  if (!caches) return;
  env.NODE_COMPILE_CACHE ??= `${caches}/agentmail`;
  // Asked for directly: an import statement would load much more of Node than is used.
  process.getBuiltinModule('node:module').enableCompileCache(env.NODE_COMPILE_CACHE);
}

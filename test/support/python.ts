import { execFileSync, spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

/** Folder of the Python package. */
export const PYTHON_PACKAGE = resolve('shared/client/python');

/** The interpreter behind `python3`, which may be a script that looks for one. */
export const PYTHON =
  spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).stdout?.trim() ||
  'python3';

/** The environment of a Python program that imports the client from its sources. */
export const PYTHON_ENV: NodeJS.ProcessEnv = {
  ...process.env,
  PYTHONPATH: resolve(PYTHON_PACKAGE, 'src'),
  // The sources get no files of bytecode.
  PYTHONPYCACHEPREFIX: resolve('node_modules/.cache/python'),
  PYTHONWARNINGS: 'error',
};

/** Programs of a test that runs Python 3.10 or newer. */
export function python(): Record<string, boolean> {
  return { 'python 3.10': succeeds('-c', 'import sys; sys.exit(sys.version_info < (3, 10))') };
}

export function pytest(): Record<string, boolean> {
  return { ...python(), pytest: succeeds('-m', 'pytest', '--version') };
}

export function venv(): Record<string, boolean> {
  return { ...python(), 'python3-venv': succeeds('-c', 'import ensurepip, venv') };
}

/** Builds the wheel of the client into a folder, and returns its path. */
export function builtWheel(folder: string): string {
  return built('build_wheel', folder);
}

/** Builds the sdist of the client into a folder, and returns its path. */
export function builtSdist(folder: string): string {
  return built('build_sdist', folder);
}

function built(hook: string, folder: string): string {
  const program = `import build_backend; print(build_backend.${hook}(${JSON.stringify(folder)}))`;
  const name = execFileSync(PYTHON, ['-c', program], {
    cwd: PYTHON_PACKAGE,
    env: PYTHON_ENV,
    encoding: 'utf8',
  });
  return join(folder, name.trim());
}

/** A wheel is a ZIP file with the folders that Python imports from. */
export function unpackedWheel(wheel: string, folder: string): void {
  execFileSync(PYTHON, ['-m', 'zipfile', '-e', wheel, folder]);
}

function succeeds(...args: readonly string[]): boolean {
  return spawnSync(PYTHON, args).status === 0;
}

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

/**
 * Real shells on a pseudo-terminal that `script` of util-linux makes, with `agentmail` among their commands.
 */

const PROGRAM = fileURLToPath(new URL('../../bin/agentmail.js', import.meta.url));
const TAB = '\t';
const TO_START_OF_LINE = '\u0001';
const READY = 'ready-for-keys';
const LINE = 'line-is:';

const SHELLS = {
  bash: { argv: 'bash --norc --noprofile -i', load: 'eval "$(agentmail completion bash)"' },
  zsh: {
    argv: 'zsh -f -i',
    load: 'autoload -U compinit; compinit -u -D; eval "$(agentmail completion zsh)"; bindkey -e',
  },
  fish: { argv: 'fish --no-config -i', load: 'agentmail completion fish | source' },
} as const;
export type TestedShell = keyof typeof SHELLS;
export const TESTED_SHELLS = Object.keys(SHELLS) as TestedShell[];

export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Types an unfinished line, presses Tab, and tells what the line is then. */
export async function completedBy(shell: TestedShell, home: string, line: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'agentmail-shell-'));
  symlinkSync(PROGRAM, join(folder, 'agentmail'));
  const { argv, load } = SHELLS[shell];
  const child = spawn('script', ['-qec', `stty cols 200 rows 50; exec ${argv}`, '/dev/null'], {
    cwd: folder,
    env: {
      ...{ HOME: folder, TERM: 'dumb', PS1: '> ', PATH: `${folder}:${process.env.PATH}` },
      ...{ AGENTMAIL_HOME: home, AGENTMAIL_KEYCHAIN: 'off', HISTFILE: '/dev/null' },
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let shown = '';
  const found = new Promise<string>((resolve, reject) => {
    let typed = false;
    child.stdout.setEncoding('utf8').on('data', (text) => {
      shown += stripVTControlCharacters(text);
      // The command that prints it shows it, too, with a quote in it.
      if (!typed && shown.includes(READY)) {
        typed = true;
        child.stdin.write(`${line}${TAB}${TO_START_OF_LINE}echo '${LINE}' \r`);
      }
      const result = new RegExp(`^${LINE} (.*)$`, 'm').exec(shown.replaceAll('\r', ''))?.[1];
      if (result !== undefined) resolve(result.trimEnd());
    });
    child.on('error', reject);
    child.on('close', () => reject(new Error(`${shell} ended:\n${shown}`)));
  });
  child.stdin.write(`${load}; echo ready-for''-keys\r`);
  try {
    return await found;
  } finally {
    child.kill('SIGKILL');
    // A shell that loses its terminal may still write when the program that made it is gone.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

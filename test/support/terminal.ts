import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

/** A person at a terminal: the real program on a pseudo-terminal that `script` of util-linux makes. */

const PROGRAM = fileURLToPath(new URL('../../bin/agentmail.js', import.meta.url));

export interface Screen {
  readonly exit: number;
  /** Everything that was shown, as text without colours. */
  readonly text: string;
}

/** Runs a command and types an answer each time its question is shown; every question must come, in order. */
export function atTerminal(
  home: string,
  argv: readonly string[],
  answers: readonly (readonly [question: string, answer: string])[] = [],
): Promise<Screen> {
  const steps = answers.map(([question, answer]) => [`${question}: `, `${answer}\r`] as const);
  return typing(home, argv, steps);
}

/** Runs a command and sends keys each time a text is shown; every text must come, in order. */
export function typing(
  home: string,
  argv: readonly string[],
  steps: readonly (readonly [shown: string, keys: string])[],
): Promise<Screen> {
  const words = [process.execPath, PROGRAM, ...argv].map(quoted).join(' ');
  const { AGENTMAIL_URL: _url, AGENTMAIL_KEY: _key, ...inherited } = process.env;
  const child = spawn('script', ['-qec', `stty cols 100 rows 60; exec ${words}`, '/dev/null'], {
    env: { ...inherited, AGENTMAIL_HOME: home, AGENTMAIL_KEYCHAIN: 'off', TERM: 'xterm' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const open = [...steps];
  let shown = '';
  let read = 0;
  child.stdout.setEncoding('utf8').on('data', (text) => {
    shown += text;
    const [next] = open;
    const at = next === undefined ? -1 : shown.indexOf(next[0], read);
    if (next === undefined || at === -1) return;
    open.shift();
    read = at + next[0].length;
    child.stdin.write(next[1]);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit) => {
      const text = stripVTControlCharacters(shown).replaceAll('\r\n', '\n');
      if (open.length > 0) reject(new Error(`"${open[0]?.[0]}" was never asked:\n${text}`));
      else resolve({ exit: exit ?? -1, text });
    });
  });
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

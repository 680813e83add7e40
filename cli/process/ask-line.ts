import { createInterface } from 'node:readline';

/** Asks on stderr and reads a line from the terminal; undefined when the person gave up. */
export function askLine(question: string): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    lines.on('close', () => resolve(undefined));
    lines.on('SIGINT', () => {
      lines.close();
      // In raw mode the terminal doesn't turn Ctrl-C into the signal.
      process.kill(process.pid, 'SIGINT');
    });
    lines.question(question, (answer) => {
      resolve(answer);
      lines.close();
    });
  });
}

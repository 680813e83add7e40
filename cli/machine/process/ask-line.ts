import { createInterface } from 'node:readline';

/** Reads a line from the terminal; undefined when the person cancels. */
export function askLine(question: string): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    lines.on('close', () => resolve(undefined));
    lines.on('SIGINT', () => {
      lines.close();
      // Raw mode doesn't turn Ctrl-C into the signal.
      process.kill(process.pid, 'SIGINT');
    });
    lines.question(question, (answer) => {
      resolve(answer);
      lines.close();
    });
  });
}

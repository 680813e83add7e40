/** Keys that end or edit a line in raw mode. */
const ENTER = /[\r\n]/;
const INTERRUPT = '\u0003';
const END_OF_INPUT = '\u0004';
const BACKSPACE = /[\b\u007f]/;

/** Asks on stderr and reads a line from the terminal without showing it. */
export async function askHidden(question: string): Promise<string | undefined> {
  const { stdin, stderr } = process;
  stderr.write(`${question}: `);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  try {
    return await readLine(stdin);
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
}

function readLine(stdin: NodeJS.ReadStream): Promise<string | undefined> {
  return new Promise((resolve) => {
    let line = '';
    const finish = (answer: string | undefined) => {
      stdin.off('data', take);
      resolve(answer);
    };
    const take = (text: string) => {
      for (const key of text) {
        if (ENTER.test(key)) return finish(line);
        if (key === INTERRUPT || key === END_OF_INPUT) return finish(undefined);
        line = BACKSPACE.test(key) ? line.slice(0, -1) : line + key;
      }
    };
    stdin.on('data', take);
    stdin.resume();
  });
}

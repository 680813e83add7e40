/** Keys that end or edit a line in raw mode. */
const ENTER = /[\r\n]/;
const INTERRUPT = '\u0003';
const END_OF_INPUT = '\u0004';
const BACKSPACE = /[\b\u007f]/;
const CONTROL = /\p{Cc}/u;

/** Reads a line from the terminal without echo; undefined when the person cancels. */
export async function askHidden(question: string): Promise<string | undefined> {
  const { stdin, stderr } = process;
  // Before the question, so that early input isn't echoed either.
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  stderr.write(`${question}: `);
  let answer: string | typeof INTERRUPT | undefined;
  try {
    answer = await readLine(stdin);
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
  if (answer !== INTERRUPT) return answer;
  // Raw mode doesn't turn Ctrl-C into the signal.
  process.kill(process.pid, 'SIGINT');
  return undefined;
}

function readLine(stdin: NodeJS.ReadStream): Promise<string | typeof INTERRUPT | undefined> {
  const { stripVTControlCharacters } = process.getBuiltinModule('node:util');
  return new Promise((resolve) => {
    let line = '';
    const finish = (answer: string | undefined, rest = '') => {
      stdin.off('data', take);
      // Typed ahead; kept for the next question.
      if (rest !== '') stdin.unshift(rest);
      resolve(answer);
    };
    const take = (text: string) => {
      const keys = [...stripVTControlCharacters(text)];
      for (const [position, key] of keys.entries()) {
        if (ENTER.test(key)) return finish(line, keys.slice(position + 1).join(''));
        if (key === INTERRUPT) return finish(INTERRUPT);
        if (key === END_OF_INPUT) return finish(undefined);
        line = edited(line, key);
      }
    };
    stdin.on('data', take);
    stdin.resume();
  });
}

/** The line after an editing key. */
function edited(line: string, key: string): string {
  if (BACKSPACE.test(key)) return [...line].slice(0, -1).join('');
  return CONTROL.test(key) ? line : line + key;
}

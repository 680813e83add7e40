/** A key with a name is sent as a sequence, all others as a character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals send ESC before the name of a key.
const KEY = /\u001b(?:\[[0-9;]*|O)[A-Za-z~]|[\s\S]/gu;
const INTERRUPT = '\u0003';
const RESIZED = '';

/** Keys of the terminal, in raw mode until the signal; Ctrl-C too when the terminal goes away. */
export async function* pressedKeys(signal: AbortSignal): AsyncGenerator<string> {
  const { stdin, stdout } = process;
  const pressed: string[] = [];
  let wake = () => {};
  const add = (...keys: readonly string[]) => {
    pressed.push(...keys);
    wake();
  };
  const type = (text: string) => add(...(text.match(KEY) ?? []));
  const resize = () => add(RESIZED);
  const hangUp = () => add(INTERRUPT);
  const stop = () => wake();
  stdin.setRawMode(true);
  stdin.setEncoding('utf8').on('data', type).on('end', hangUp);
  stdout.on('resize', resize);
  signal.addEventListener('abort', stop);
  stdin.resume();
  try {
    while (!signal.aborted) {
      yield* pressed.splice(0);
      if (pressed.length > 0 || signal.aborted) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    stdin.off('data', type).off('end', hangUp);
    stdout.off('resize', resize);
    signal.removeEventListener('abort', stop);
    stdin.setRawMode(false);
    stdin.pause();
  }
}

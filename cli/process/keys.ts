import { KeySplitter } from '../tui/keys.ts';
import { MOUSE_OFF } from '../tui/mouse.ts';

const INTERRUPT = '\u0003';
const SUSPEND = '\u001a';
const RESIZED = '';
/** Timeout of an escape sequence; without more input ESC was the key. */
const REST_MS = 30;
const TELL_PASTES = '\u001b[?2004h';
const HIDE_PASTES = '\u001b[?2004l';
/**
 * Ends what a screen may have begun: reports of the mouse and of pastes, cut lines, the other screen, a
 * hidden cursor.
 */
const RESTORE = `${MOUSE_OFF}${HIDE_PASTES}\u001b[?7h\u001b[?1049l\u001b[?25h`;

/** Keys of the terminal, in raw mode until the signal; Ctrl-C too when the terminal goes away. */
export async function* pressedKeys(signal: AbortSignal): AsyncGenerator<string> {
  const { stdin, stdout } = process;
  // The first event confirms raw mode, before anything is drawn.
  const pressed: string[] = [RESIZED];
  const splitter = new KeySplitter();
  let rest: NodeJS.Timeout | undefined;
  let wake = () => {};
  const add = (...keys: readonly string[]) => {
    pressed.push(...keys);
    wake();
  };
  const type = (text: string) => {
    clearTimeout(rest);
    add(...splitter.push(text));
    if (splitter.waits) rest = setTimeout(() => add(...splitter.flush()), REST_MS);
  };
  const resize = () => add(RESIZED);
  const hangUp = () => add(INTERRUPT);
  const stop = () => wake();
  const suspend = () => add(SUSPEND);
  // Whatever ends the process, the terminal works as before.
  const restore = () => stdout.write(RESTORE);
  stdin.setRawMode(true);
  stdout.write(TELL_PASTES);
  stdin.setEncoding('utf8').on('data', type).on('end', hangUp).on('error', hangUp);
  stdout.on('resize', resize);
  process.on('SIGTSTP', suspend).on('exit', restore);
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
    clearTimeout(rest);
    stdin.off('data', type).off('end', hangUp).off('error', hangUp);
    stdout.off('resize', resize);
    process.off('SIGTSTP', suspend).off('exit', restore);
    signal.removeEventListener('abort', stop);
    stdout.write(HIDE_PASTES);
    stdin.setRawMode(false);
    stdin.pause();
  }
}

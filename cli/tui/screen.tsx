import { setImmediate as turn } from 'node:timers/promises';
import { render, useApp, useInput, usePaste } from 'ink';
import { type ReactNode, useEffect } from 'react';
import type { Terminal, World } from '../machine/world.ts';
import { type Key, keysOf, named } from './keys.ts';
import { type MouseEvent, MouseReader } from './mouse.ts';
import { ScreenOutput, type ScreenSize, sizeOf } from './screen-output.ts';

const OPTIONS = {
  interactive: true,
  alternateScreen: true,
  incrementalRendering: true,
  maxFps: 60,
  exitOnCtrlC: false,
  patchConsole: false,
} as const;

/** An app on the whole terminal. */
export interface ScreenApp {
  readonly draw: (size: ScreenSize) => ReactNode;
  /** Receives keys. Without it, Ctrl+C is a signal. */
  readonly key?: (key: Key) => void;
  readonly mouse?: (event: MouseEvent) => void;
  /** Called before the app is drawn in another size. */
  readonly resized?: (size: ScreenSize) => void;
  /** Called after each frame. */
  readonly drawn?: () => void;
  /** Column of the border between two panes, from 1. */
  readonly borderColumn?: () => number;
}

/** The terminal while an app is on it. */
export interface Screen {
  readonly output: ScreenOutput;
  /** Draws the app again, which isn't needed for a component with a state of its own. */
  refresh(): void;
  /** Draws every cell again. */
  redraw(): void;
  /** Gives the terminal to other work for a while, such as an editor. */
  suspend(work: () => Promise<void>): Promise<void>;
  /** Restores the terminal. */
  close(): void;
  /** Resolves once the terminal is restored; rejects with an error of the app. */
  readonly closed: Promise<unknown>;
}

/** Shows an app on the alternate screen. */
export function openScreen({ stdout, terminal }: Pick<World, 'stdout' | 'terminal'>, app: ScreenApp): Screen {
  const output = new ScreenOutput(stdout, app.borderColumn);
  const refresh = () => ink.rerender(content());
  const redraw = () => {
    output.eraseWithNext(() => ink.clear());
    refresh();
  };
  const resized = () => {
    app.resized?.(sizeOf(stdout));
    redraw();
  };
  const keyboard = app.key && terminal && new Keyboard(terminal(), { ...app, key: app.key, resized });
  const content = () => (
    <>
      {keyboard && <KeyboardInput keyboard={keyboard} />}
      {app.draw(sizeOf(stdout))}
    </>
  );
  const ink = render(content(), {
    ...OPTIONS,
    stdout: output,
    ...(keyboard && { stdin: keyboard.input }),
    ...(app.drawn && { onRender: app.drawn }),
  });
  return {
    output,
    refresh,
    redraw,
    suspend: async (work) => keyboard?.suspend(work),
    close: () => ink.unmount(),
    closed: ink.waitUntilExit(),
  };
}

interface KeyboardApp extends ScreenApp {
  readonly key: (key: Key) => void;
  readonly resized: () => void;
}

/** Keys, the mouse and events of a terminal. */
class Keyboard {
  readonly input: Terminal['input'];
  readonly #terminal: Terminal;
  readonly #app: KeyboardApp;
  readonly #mouse: MouseReader;
  #isAway = false;
  #unwatch = () => {};
  /** Set by the component that reads keys: Ink offers it inside of the app only. */
  suspendTerminal: (work: () => Promise<void>) => Promise<void> = (work) => work();

  constructor(terminal: Terminal, app: KeyboardApp) {
    this.#terminal = terminal;
    this.#app = app;
    this.#mouse = new MouseReader((event) => app.mouse?.(event));
    this.input = terminal.input;
    // Before the first frame, which echoed keys would displace.
    this.input.setRawMode(true);
  }

  readonly press = (key: Key): void => {
    if (!this.#isAway) this.#app.key(key);
  };

  /** Listens beside Ink, which has to listen first: its listener controls the flow. */
  readonly attach = (): (() => void) => {
    this.input.on('data', this.#mouse.read).on('end', this.#hangUp).on('error', this.#hangUp);
    this.#unwatch = this.#terminal.watch({
      resized: this.#app.resized,
      suspended: () => this.press(named('suspend')),
    });
    return this.#detach;
  };

  async suspend(work: () => Promise<void>): Promise<void> {
    this.#isAway = true;
    this.#detach();
    try {
      await this.suspendTerminal(async () => {
        await stopReading(this.input);
        await work().finally(() => {
          this.#isAway = false;
        });
      });
    } finally {
      this.attach();
    }
  }

  readonly #detach = (): void => {
    this.input.off('data', this.#mouse.read).off('end', this.#hangUp).off('error', this.#hangUp);
    this.#unwatch();
    this.#unwatch = () => {};
  };

  readonly #hangUp = (): void => this.press(named('interrupt'));
}

/**
 * Leaves keys to the other program: without a listener, Node still reads them. It stops only when a flowing
 * stream is paused, and the stream can flow a turn after Ink stopped listening.
 */
async function stopReading(input: Terminal['input']): Promise<void> {
  await turn();
  input.resume().pause();
  await turn();
  // Ink unrefs it, but questions may wait for it.
  input.ref();
}

function KeyboardInput({ keyboard }: { readonly keyboard: Keyboard }) {
  keyboard.suspendTerminal = useApp().suspendTerminal;
  useInput((input, key) => keysOf(input, key).forEach(keyboard.press));
  usePaste((text) => keyboard.press({ kind: 'paste', text }));
  useEffect(() => keyboard.attach(), [keyboard]);
  return null;
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { TerminalScreen } from '../support/terminal-screen.ts';
import { holdMany } from './held.ts';
import { startDaemon } from './processes.ts';
import { type Figure, inTurn, median, percentile } from './report.ts';

const LAUNCHER = fileURLToPath(new URL('../../bin/agentmail.js', import.meta.url));
const HELD = 5000;
const ROUNDS = 15;
const KEYS = 200;
const COLUMNS = 120;
const ROWS = 40;
const FRAME_MS = 16;
const TIMEOUT_MS = 30_000;
const LONGEST_SEQUENCE = 12;
const FIRST_FRAME = 'Review';
const FIRST_MESSAGE = 'Held by the scan';
const END_OF_FRAME = '\u001b[?2026l';

/**
 * The review screen as a process on a pseudo-terminal: its first frame, and a key with 5,000 held messages.
 */
export async function benchReview(): Promise<Figure[]> {
  const daemon = await startDaemon();
  try {
    const { admin } = await holdMany(daemon, HELD);
    const env = {
      ...process.env,
      TERM: 'xterm-256color',
      AGENTMAIL_URL: daemon.ready.http ?? '',
      AGENTMAIL_KEY: admin,
    };
    return [await firstFrame(env), await keyPress(env)];
  } finally {
    await daemon.stop();
  }
}

/** A terminal with the program on it. */
class Terminal {
  readonly #child: ChildProcess;
  readonly #screen = new TerminalScreen(COLUMNS, ROWS);
  #look = () => {};
  /** How many frames were drawn. */
  #frames = 0;

  constructor(env: NodeJS.ProcessEnv) {
    const words = `stty cols ${COLUMNS} rows ${ROWS}; exec ${process.execPath} ${LAUNCHER} review`;
    this.#child = spawn('script', ['-qfec', words, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    let cut = '';
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const whole = cut + text;
      // A sequence may be cut between two reads.
      const begun = whole.lastIndexOf('\u001b');
      const end = begun > whole.length - LONGEST_SEQUENCE ? begun : whole.length;
      cut = whole.slice(end);
      if (/^\S+[hlA-K]$/.test(cut)) cut = '';
      this.#screen.write(whole.slice(0, whole.length - cut.length));
      if (whole.includes(END_OF_FRAME)) this.#frames += 1;
      this.#look();
    });
  }

  shows(text: string): Promise<void> {
    return this.#until(() => this.#screen.lines.some((line) => line.includes(text)));
  }

  /** Milliseconds from a key to the end of the next frame. */
  async press(key: string): Promise<number> {
    const before = this.#frames;
    const began = performance.now();
    this.#child.stdin?.write(key);
    await this.#until(() => this.#frames > before);
    return performance.now() - began;
  }

  close(): Promise<unknown> {
    const closed = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.stdin?.write('q');
    return closed;
  }

  #until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`never shown:\n${this.#screen.lines.join('\n')}`)),
        TIMEOUT_MS,
      );
      this.#look = () => {
        if (!isSo()) return;
        clearTimeout(timer);
        this.#look = () => {};
        resolve();
      };
      this.#look();
    });
  }
}

interface Start {
  readonly frame: number;
  /** Until the first message can be read. */
  readonly message: number;
}

async function start(env: NodeJS.ProcessEnv): Promise<Start> {
  const began = performance.now();
  const terminal = new Terminal(env);
  await terminal.shows(FIRST_FRAME);
  const frame = performance.now() - began;
  await terminal.shows(FIRST_MESSAGE);
  const message = performance.now() - began;
  await terminal.close();
  return { frame, message };
}

/** An empty Node on the same kind of terminal. */
function emptyNode(env: NodeJS.ProcessEnv): number {
  const began = performance.now();
  spawnSync(process.execPath, ['-e', '0'], { env });
  return performance.now() - began;
}

async function firstFrame(env: NodeJS.ProcessEnv): Promise<Figure> {
  await start(env);
  const messages: number[] = [];
  const measure = async () => {
    const { frame, message } = await start(env);
    messages.push(message);
    return frame;
  };
  const { ours, reference, ratio } = await inTurn(ROUNDS, measure, async () => emptyNode(env));
  return {
    name: 'agentmail review, first frame',
    value: ratio,
    unit: 'x',
    goal: { atMost: 8 },
    detail: `${ours.toFixed(0)} ms with a new pseudo-terminal, node -e 0 ${reference.toFixed(0)} ms; first of ${HELD} held messages ${median(messages).toFixed(0)} ms`,
  };
}

/** Every row is loaded, then keys go down and up; a frame ends with a sequence of its own. */
async function keyPress(env: NodeJS.ProcessEnv): Promise<Figure> {
  const terminal = new Terminal(env);
  await terminal.shows(FIRST_MESSAGE);
  await terminal.press('G');
  await terminal.shows(`${HELD} of ${HELD}`);
  await quiet();
  const times: number[] = [];
  for (let count = 0; count < KEYS; count++) {
    times.push(await terminal.press(count % 10 < 7 ? 'k' : 'j'));
    await quiet();
  }
  await terminal.close();
  const p95 = percentile(times, 0.95);
  return {
    name: 'agentmail review, key press on the screen, p95',
    value: p95 / FRAME_MS,
    unit: 'x',
    goal: { atMost: 1 },
    detail: `of ${FRAME_MS} ms: ${p95.toFixed(1)} ms, median ${median(times).toFixed(1)} ms; ${HELD} held, ${COLUMNS} by ${ROWS}`,
  };
}

/** Until the message of the new row is read too, which is not what is measured. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 40));

import { closeSync, constants, fstatSync, ftruncateSync, openSync, renameSync, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';
import { MB } from '../../../shared/contract/limits.ts';
import { logFiles } from '../../../shared/log-files.ts';

/** Size at which a log file is rotated. With its predecessors the log takes at most 50 MB. */
export const LOG_FILE_BYTES = 10 * MB;

const STDERR = 2;
const NOTHING = Buffer.alloc(0);

/**
 * Writes log lines to a file or to stderr, each before the next statement runs. A write that fails never
 * throws: its line is counted as lost. pino's own destination (sonic-boom) doesn't rotate, gives up for good
 * after EPIPE, and its flush for fatal lines loops forever on a full disk.
 */
export class LogWriter implements DestinationStream {
  /** Called with the number of lost lines after a write has succeeded again. */
  onRecovery: (lost: number) => void = () => undefined;
  /** Null for what isn't rotated. */
  readonly #file: string | null;
  #descriptor: number;
  /** Bytes in the current file. */
  #size: number;
  /** End of a line of which only the beginning was written. */
  #rest: Buffer = NOTHING;
  #lost = 0;

  private constructor(file: string | null, descriptor: number) {
    this.#descriptor = descriptor;
    const stats = fstatSync(descriptor);
    // Pipes and devices as /dev/null don't grow, and must keep their names.
    this.#file = stats.isFile() ? file : null;
    this.#size = stats.size;
  }

  static toStderr(): LogWriter {
    return new LogWriter(null, STDERR);
  }

  /** Appends to a file that only its owner reads; throws when it can't be opened. */
  static toFile(file: string): LogWriter {
    return new LogWriter(file, openLogFile(file));
  }

  write(line: string): void {
    if (!this.#accepts(Buffer.from(line))) this.#lost += 1;
    else if (this.#lost > 0) this.#report();
  }

  /** Reports lost lines; they stay counted when the report is lost as well. */
  #report(): void {
    const lost = this.#lost;
    this.#lost = 0;
    this.onRecovery(lost);
    if (this.#lost > 0) this.#lost = lost;
  }

  /** False when nothing of the line was written. The rest of a partly written line precedes the next one. */
  #accepts(line: Buffer): boolean {
    const earlier = this.#rest.length;
    const bytes = earlier === 0 ? line : Buffer.concat([this.#rest, line]);
    let written = 0;
    try {
      if (this.#file !== null && this.#size >= LOG_FILE_BYTES) this.#rotate(this.#file);
      while (written < bytes.length) written += writeSync(this.#descriptor, bytes, written);
      this.#rest = NOTHING;
    } catch {
      this.#rest = written > earlier ? bytes.subarray(written) : bytes.subarray(written, earlier);
    }
    this.#size += written;
    return written > earlier;
  }

  /** Begins a new file. A file that can't be rotated is emptied: a log must not fill the disk. */
  #rotate(file: string): void {
    const current = this.#descriptor;
    try {
      this.#descriptor = openLogFile(`${file}.new`);
      shift(file);
      closeSync(current);
    } catch {
      if (this.#descriptor !== current) closeSync(this.#descriptor);
      this.#descriptor = current;
      ftruncateSync(current);
    }
    this.#size = 0;
  }
}

const { O_APPEND, O_CREAT, O_NONBLOCK, O_WRONLY } = constants;

/**
 * A pipe that nobody reads is refused with ENXIO, and a full one loses lines: neither may stop the daemon.
 */
function openLogFile(file: string): number {
  return openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, 0o600);
}

/**
 * Renames each file of a log to the next older name, and the new one to the current; the oldest is replaced.
 */
function shift(file: string): void {
  const names = [`${file}.new`, ...logFiles(file)];
  for (let older = names.length - 1; older > 0; older--) {
    try {
      renameSync(names[older - 1] ?? '', names[older] ?? '');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

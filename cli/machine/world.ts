import type { Readable, Writable } from 'node:stream';

/** Everything outside the command line that a command can see or change. Tests build their own. */
export interface World {
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  readonly stdin: TextInput;
  /** Both streams as they are, for a protocol that is spoken over them. */
  readonly pipes?: () => { readonly input: Readable; readonly output: Writable };
  /** The terminal, for full-screen commands. */
  readonly terminal?: () => Terminal;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: CommandClock;
  /** A new random id, for idempotency keys. */
  readonly randomId: () => string;
  readonly fetch: typeof globalThis.fetch;
  readonly processes: Processes;
  /** Undefined where the machine has none that works. */
  readonly keychain: () => Promise<Keychain | undefined>;
  /** Shows a text in the person's pager until they leave it; false when there is none. */
  readonly page?: (text: string) => Promise<boolean>;
  /**
   * Opens a text in the person's editor and returns what they saved; throws `UsageError` when the editor
   * fails.
   */
  readonly edit?: (text: string) => Promise<string>;
  /** Stops this process, as Ctrl-Z does, and resolves when it goes on. */
  readonly suspend?: () => Promise<void>;
  /** Shows files in the person's own programs; undefined where there is no desktop. */
  readonly viewer?: () => Promise<Viewer>;
  readonly machine: Machine;
  /** Aborted when the person presses Ctrl-C or the command is told to end. */
  readonly interrupted: AbortSignal;
}

/** Shows files in other programs, and removes them when it is closed. */
export interface Viewer {
  /** `ending` names the program. False when there is none. */
  show(ending: string, content: Uint8Array): Promise<boolean>;
  close(): Promise<void>;
}

/** stdout or stderr. */
export interface TextOutput {
  readonly isTTY: boolean;
  /** Width in columns; undefined when there is no terminal. */
  readonly columns: number | undefined;
  /** Height in lines; undefined when it is not known. */
  readonly rows?: number | undefined;
  write(text: string): void;
}

/** A terminal that a screen can take over. */
export interface Terminal {
  /** The keyboard, as Ink reads it. */
  readonly input: Readable & {
    readonly isTTY: boolean;
    setRawMode(on: boolean): unknown;
    ref(): unknown;
    unref(): unknown;
  };
  /** Reports resizes and requests to stop (SIGTSTP), until the returned function is called. */
  watch(events: { readonly resized: () => void; readonly suspended: () => void }): () => void;
}

/** stdin, and the person at it. */
export interface TextInput {
  readonly isTTY: boolean;
  /** All of it, as UTF-8; an empty text when stdin is closed. */
  readAll(): Promise<string>;
  /** All of it, whatever it is. */
  readBytes?(): Promise<Buffer>;
  /** Asks on the terminal and reads a line that is not shown; undefined when the person gave up. */
  askHidden?(question: string): Promise<string | undefined>;
  /** Asks on the terminal and reads a line as it is typed; undefined when the person gave up. */
  askLine?(question: string): Promise<string | undefined>;
}

/** Time as a command sees it. */
export interface CommandClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after so many milliseconds, or at once when the signal is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Calls `act` again and again, until the returned function ends it; doesn't keep the process alive. */
  every?(milliseconds: number, act: () => void): () => void;
}

/** Other programs: the daemon and tools of the system. */
export interface Processes {
  isAlive(pid: number): boolean;
  signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void;
  /** Starts the daemon's launcher, detached, with its stderr in a file. */
  startDaemon(args: readonly string[], logFile: string): StartedProcess;
  /**
   * Runs a subcommand of the daemon's program to its end. Without a text as its stdin it reads that of this
   * process.
   */
  runDaemonProgram(args: readonly string[], interrupted: AbortSignal, stdin?: string): Promise<EndedProcess>;
  /** Program and first arguments that start the daemon's program, as a service has to name them. */
  daemonCommand(): readonly [program: string, ...args: string[]];
  /** Runs a command line in the person's shell to its end, with text as its stdin. */
  runShell(command: string, options: ShellOptions): Promise<ShellEnd>;
  /**
   * Runs a tool of the system to its end, without stdin; undefined when there is no such tool. `env` is added
   * to the environment of this process.
   */
  runTool(
    program: string,
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<EndedProcess | undefined>;
}

export interface ShellOptions {
  readonly stdin: string;
  /** Added to the environment of this process. */
  readonly env: Readonly<Record<string, string>>;
  /** Where the stdout of the command goes. */
  readonly stdout: 'stdout' | 'stderr';
}

export interface ShellEnd {
  /** Null when a signal ended it. */
  readonly exit: number | null;
  readonly signal: string | null;
}

/** A program that ran to its end. */
export interface EndedProcess {
  /** Null when a signal ended it. */
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A daemon that was started. */
export interface StartedProcess {
  readonly pid: number;
  /** The first line on stdout; undefined when the process ended without one. */
  readonly firstLine: Promise<string | undefined>;
  /** Lets the process live on when the command ends. */
  release(): void;
}

/** Secrets that the machine keeps for its user, by account. */
export interface Keychain {
  get(account: string): Promise<string | undefined>;
  set(account: string, secret: string): Promise<void>;
  delete(account: string): Promise<void>;
}

/** Facts about where the command runs. */
export interface Machine {
  readonly nodeVersion: string;
  /** Version of this package. */
  readonly version: string;
  /** As `process.platform`. */
  readonly platform: string;
  readonly userHome: string;
  /** Number of the user; 0 where users have none. */
  readonly userId: number;
  readonly temporaryFolder: string;
}

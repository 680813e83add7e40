import type { CommandError } from '../errors.ts';
import { EXITS } from '../machine/exit-codes.ts';
import type { World } from '../machine/world.ts';
import type { ProgressLine } from './terminal/progress.ts';
import type { Document, View } from './views/document.ts';

const DEFAULT_WIDTH = 80;

/** Writes results to stdout and messages to stderr, for people or programs. */
export interface Output {
  readonly json: boolean;
  /** A `long` one uses a pager if it exceeds the terminal. */
  result(data: unknown, document: () => Document, long?: boolean): Promise<void>;
  emit<Data>(data: Data, view: View<Data>): Promise<void>;
  raw(text: string): void;
  say(text: string): void;
  notice(text: string): void;
  /**
   * Shows `text()` as the last line of the terminal until the returned function is called; nothing for
   * programs.
   */
  progress(text: () => string): Promise<() => void>;
  failure(error: CommandError): Promise<void>;
}

/** JSON on request, or when stdout isn't a terminal. */
export function wantsJson(argv: readonly string[], world: World): boolean {
  return !world.stdout.isTTY || argv.includes('--json');
}

/** Whether stdout gets colours. */
export function usesColours({ stdout, env }: Pick<World, 'stdout' | 'env'>): boolean {
  return stdout.isTTY && !env.NO_COLOR && env.TERM !== 'dumb';
}

export function createOutput(world: World, json: boolean): Output {
  let line: ProgressLine | undefined;
  /** Writes above the line of progress, when there is one. */
  const above = ({ write }: Pick<World['stdout'], 'write'>): Pick<World['stdout'], 'write'> => ({
    write: (text) => {
      line?.clear();
      write(text);
      line?.draw();
    },
  });
  const stdout = above(world.stdout);
  const stderr = above(world.stderr);

  async function draw(document: Document): Promise<string> {
    const { render } = await import('./terminal/render.ts');
    return render(document, {
      width: world.stdout.columns ?? DEFAULT_WIDTH,
      colours: usesColours(world),
      now: world.clock.now(),
    });
  }
  async function asJson(value: unknown, indent?: number): Promise<string> {
    const { safeJson } = await import('./terminal/safe.ts');
    return `${safeJson(value, indent)}\n`;
  }

  return {
    json,
    async result(data, document, long = false) {
      const text = json ? await asJson(data, 2) : await draw(document());
      const high = text.split('\n').length > (world.stdout.rows ?? Number.POSITIVE_INFINITY);
      if (long && !json && high && (await world.page?.(text))) return;
      stdout.write(text);
    },
    async emit(data, view) {
      stdout.write(json ? await asJson(data) : await draw(view(data)));
    },
    raw: (text) => stdout.write(text),
    say: (text) => {
      if (!json) stderr.write(`${text}\n`);
    },
    notice: (text) => stderr.write(json ? `${JSON.stringify({ notice: text })}\n` : `${text}\n`),
    async progress(text) {
      if (json || !world.stderr.isTTY || world.env.TERM === 'dumb') return () => undefined;
      const { startProgress } = await import('./terminal/progress.ts');
      const shown = startProgress(world, text);
      line = shown;
      return () => {
        shown.end();
        if (line === shown) line = undefined;
      };
    },
    async failure(error) {
      const { code, details, facts, hint } = error.failure;
      if (json) {
        stderr.write(await asJson(failureData(error)));
        return;
      }
      const { safeLine } = await import('./terminal/safe.ts');
      stderr.write(`error: ${safeLine(error.message)} (${safeLine(code)})\n`);
      for (const fact of facts ? [...facts, ...factsOf({ ...details, issues: undefined })] : factsOf(details))
        stderr.write(`  ${safeLine(fact)}\n`);
      if (hint) stderr.write(`  hint: ${safeLine(hint)}\n`);
    },
  };
}

/** An error as JSON. */
export function failureData({ message, failure: { exit, code, details, hint } }: CommandError) {
  return { error: message, code, details, hint, exit: EXITS[exit].code };
}

/** Details as lines for people: problems of fields and candidates one by one, all else as name and value. */
function factsOf(details: Readonly<Record<string, unknown>> = {}): string[] {
  return Object.entries(details).flatMap(([name, value]) => {
    if (value === undefined || value === null) return [];
    if (name === 'candidates' && Array.isArray(value)) return value.map(candidateLine);
    if (name === 'recipients' && Array.isArray(value)) return value.map(refusedLine);
    if (name !== 'issues' || !Array.isArray(value)) return [`${name}: ${plain(value)}`];
    return value.map((issue: unknown) => (isIssue(issue) ? `${issue.path}: ${issue.message}` : plain(issue)));
  });
}

/** One of the things that an ambiguous short id can mean. */
function candidateLine(value: unknown): string {
  const isCandidate = typeof value === 'object' && value !== null && 'id' in value && 'about' in value;
  return isCandidate ? `${value.id} ${value.about}` : plain(value);
}

/** A recipient whom a rule refused. */
function refusedLine(value: unknown): string {
  const isRefused = typeof value === 'object' && value !== null && 'address' in value && 'code' in value;
  return isRefused ? `${value.address}: ${value.code}` : plain(value);
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isIssue(value: unknown): value is { path: string; message: string } {
  return typeof value === 'object' && value !== null && 'path' in value && 'message' in value;
}

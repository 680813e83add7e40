import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type ScannerPolicy, scannerPolicy } from '../../../shared/contract/scan.ts';
import { DIRECTIONS, LANGUAGE_MODES } from '../../../shared/contract/values.ts';
import type { ExamineTask } from '../analysis/examine-file.ts';

export const SCAN_USAGE = `agentmaild scan [FILE] [--direction inbound|outbound] [--policy FILE]
                       [--language-mode MODE] [--bare] [--explain]`;

/** A flag that cannot be used; its message says which and why. */
export class ScanUsageError extends Error {}

/** The words of `agentmail scan`, understood. */
export interface ScanInvocation {
  /** Null for stdin. */
  readonly file: string | null;
  /** The input is a bare text instead of a message. */
  readonly bare: boolean;
  /** Name what comes nearest to instructions to a machine, too. */
  readonly explains: boolean;
  readonly direction: ExamineTask['scope']['direction'];
  /** File with the `scanner_policy` of a mailbox. */
  readonly policyFile: string | null;
  readonly languageMode: ScannerPolicy['language_mode'];
}

/** Reads what comes after the word `scan`. */
export function readScanInvocation(argv: readonly string[]): ScanInvocation {
  const { values, positionals } = parseFlags(argv);
  if (positionals.length > 1) throw new ScanUsageError('scan accepts one FILE, or the message on stdin');
  const mode = values['language-mode'];
  return {
    file: positionals[0] ?? null,
    bare: values.bare ?? false,
    explains: values.explain ?? false,
    direction: oneOf('--direction', DIRECTIONS, values.direction ?? 'inbound'),
    policyFile: values.policy ?? null,
    languageMode: mode === undefined ? undefined : oneOf('--language-mode', LANGUAGE_MODES, mode),
  };
}

function parseFlags(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        direction: { type: 'string' },
        policy: { type: 'string' },
        'language-mode': { type: 'string' },
        bare: { type: 'boolean' },
        explain: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new ScanUsageError(error instanceof Error ? error.message : String(error));
  }
}

function oneOf<const Value extends string>(flag: string, values: readonly Value[], value: string): Value {
  const known = values.find((each) => each === value);
  if (known === undefined) throw new ScanUsageError(`${flag} must be one of ${values.join(', ')}`);
  return known;
}

/** A policy as `mailboxes show` prints it; null stands for the defaults. */
export function parsePolicy(text: string): ScannerPolicy | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ScanUsageError("the policy isn't valid JSON");
  }
  const parsed = scannerPolicy.nullable().safeParse(value);
  if (!parsed.success) throw new ScanUsageError(`the policy is invalid: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

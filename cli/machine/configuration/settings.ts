import { SETTING_SCHEMAS } from '../../../shared/contract/settings.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors.ts';

/** Changes that are written as `name=value`; the value is JSON, or else a word. */
export function settingsOf(lines: readonly string[]): Record<string, never> {
  if (lines.length === 0) throw new UsageError('No setting given.');
  const pairs = lines.map((line) => {
    const sign = line.indexOf('=');
    if (sign < 1) throw new UsageError(`"${line}" isn't in the form name=value.`);
    return [line.slice(0, sign).trim(), settingValue(line.slice(sign + 1).trim())] as const;
  });
  const unknown = pairs.map(([name]) => name).filter((name) => !Object.hasOwn(SETTING_SCHEMAS, name));
  if (unknown.length > 0) {
    throw new UsageError(`No setting named ${unknown.join(', ')}.`, 'agentmail operator settings show');
  }
  // The daemon checks each value against its schema.
  return Object.fromEntries(pairs) as Record<string, never>;
}

/** Settings whose value may hold a password. */
const SECRET_SETTINGS: readonly string[] = ['mail.relay', 'metrics.token', 'sms.http'];

export function isSecretSetting(name: string): boolean {
  return SECRET_SETTINGS.includes(name);
}

/** The question for the value of a secret setting. */
export function secretPrompt(name: string): string {
  return name === 'metrics.token' ? name : `${name}, as JSON`;
}

/** Warns about a secret in an argument: the shell's history and the process list show it. */
export function warnOfSecret(context: Pick<CommandContext, 'notice'>, name: string, value: unknown): void {
  if (!isSecretSetting(name) || value === null) return;
  if (typeof value === 'object' && !('password' in value || 'authorization' in value)) return;
  context.notice(
    `The secret in ${name} may stay in the shell's history. Next time omit the value to be prompted: agentmail config set ${name}`,
  );
}

/** A value as people write it: JSON, or else a word. */
export function settingValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Says which stored values a flag of this run overrides; secrets can't be compared. */
export function noticeOverruled(
  context: Pick<CommandContext, 'notice'>,
  stored: Readonly<Record<string, unknown>>,
  inForce: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(stored)) {
    const isPlain = [value, inForce[name]].every((each) =>
      ['string', 'number', 'boolean'].includes(typeof each),
    );
    if (!isPlain || value === inForce[name]) continue;
    context.notice(
      `${name} is stored but overridden by a flag of this run. It takes effect on the next start without that flag.`,
    );
  }
}

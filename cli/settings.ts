import { z } from 'zod';
import { SETTING_SCHEMAS, type SettingName } from '../shared/contract/settings.ts';
import { UsageError } from './errors.ts';

const changes = z.partialRecord(
  z.enum(Object.keys(SETTING_SCHEMAS) as [SettingName, ...SettingName[]]),
  z.unknown(),
);

/** Changes that are written as `name=value`; the value is JSON, or else a word. */
export function settingsOf(lines: readonly string[]): Record<string, never> {
  if (lines.length === 0) throw new UsageError('There is nothing to change.', 'as access.signup=closed');
  const pairs = lines.map((line) => {
    const sign = line.indexOf('=');
    if (sign < 1) throw new UsageError(`"${line}" is not written as name=value.`);
    return [line.slice(0, sign).trim(), readValue(line.slice(sign + 1).trim())] as const;
  });
  const parsed = changes.safeParse(Object.fromEntries(pairs));
  // The daemon checks each value against its schema.
  if (parsed.success) return parsed.data as Record<string, never>;
  throw new UsageError(
    `There is no such setting: ${pairs.map(([name]) => name).join(', ')}.`,
    'agentmail operator settings show',
  );
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

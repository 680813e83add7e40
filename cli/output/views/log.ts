import { bad, type Cell, line, quiet, strong, type View, warning } from './document.ts';

/** pino's levels by number, as people call them; `info` is the usual one and isn't named. */
const LEVELS: Readonly<Record<number, Cell>> = {
  10: quiet('trace'),
  20: quiet('debug'),
  40: warning('warning'),
  50: bad('error'),
  60: bad('fatal'),
};

/** A line of the daemon's log: local time, level, message, and the facts that aren't null as `name=value`. */
export const logLineView: View<unknown> = (entry) => {
  if (!isRecord(entry)) return [line(String(entry))];
  const { time, level, msg, ...facts } = entry;
  const named = LEVELS[Number(level)];
  return [
    line(
      ...(typeof time === 'string' ? [{ clock: time }] : []),
      ...(named === undefined ? [] : [named]),
      ...(typeof msg === 'string' ? [strong(msg)] : []),
      ...Object.entries(facts)
        .filter(([, value]) => value !== null)
        .map(([name, value]) => `${name}=${shown(value)}`),
    ),
  ];
};

/** pino writes errors as objects; `--json` has their stack. */
function shown(value: unknown): string {
  if (isRecord(value) && typeof value.message === 'string') return JSON.stringify(value.message);
  return typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

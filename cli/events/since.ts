const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** What `--since` means: so long ago (`90s`, `10m`, `2h`, `1d`), a timestamp, or a cursor of an earlier run. */
export function sinceOf(text: string, now: number): string {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count === undefined) return text;
  return new Date(now - Number(count) * (UNITS[unit] ?? 0) * 1000).toISOString();
}

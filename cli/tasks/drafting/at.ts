import { futureTime } from '../../input/options/time.ts';

export const atFlag = futureTime(
  '--at <TIME>',
  'Send it automatically at this time: 2h, 2026-12-24T09:00+01:00, or "tomorrow 9:00" in local time.',
);

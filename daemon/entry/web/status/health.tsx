import { useQuery } from '@tanstack/react-query';
import { getHealth } from '../../../../shared/contract/platform.ts';
import { call, messageOf } from '../api.ts';
import { STATUS } from './queries.ts';

const STATES = { ok: 'Running', degraded: 'Running with problems', down: 'Not working' } as const;
const TONES = { ok: 'good', degraded: 'warn', down: 'bad' } as const;

/** Whether the daemon works, and which of its parts don't. */
export function Health() {
  const { data, error } = useQuery({
    queryKey: [STATUS, 'health'],
    queryFn: ({ signal }) => call(getHealth, { signal }),
  });
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!data) return <p className="quiet">Loading…</p>;
  const { status, version, queue_depth: queued } = data;
  const failing = (['database', 'scanner'] as const).filter((part) => !data[part]);
  return (
    <p>
      <strong className={TONES[status]}>{STATES[status]}</strong>, version {version}
      {failing.length > 0 && <span className="bad">. Not working: {failing.join(', ')}</span>}
      {queued > 0 && `. ${queued} waiting in the queue`}
    </p>
  );
}

import { useQuery } from '@tanstack/react-query';
import { getHealth } from '../../../../shared/contract/platform.ts';
import { call, messageOf } from '../api.ts';
import { RUNNING } from './queries.ts';

const TONES = { ok: 'good', degraded: 'warn', down: 'bad' } as const;

/** Whether the daemon works, and which of its parts don't. */
export function Health() {
  const { data, error } = useQuery({
    queryKey: [RUNNING, 'health'],
    queryFn: ({ signal }) => call(getHealth, { signal }),
  });
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!data) return <p className="quiet">Loading…</p>;
  const { status, version, queue_depth: queued } = data;
  const failing = (['database', 'scanner'] as const).filter((part) => !data[part]);
  return (
    <p>
      agentmaild {version} is <strong className={TONES[status]}>{status}</strong>
      {failing.length > 0 && <span className="bad">; failing: {failing.join(', ')}</span>}
      {queued > 0 && `; ${queued} queued`}
    </p>
  );
}

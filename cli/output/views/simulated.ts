import { type Cell, fields, good, line, quiet, type View, warning } from './document.ts';

const SIMULATED: Readonly<Record<'available' | 'quarantined' | 'pending', Cell>> = {
  available: good('Arrived.'),
  quarantined: warning('Quarantined.'),
  pending: quiet('Scan not finished yet.'),
};

export const simulatedView: View<{ status: keyof typeof SIMULATED; message_id: string }> = (made) => [
  line(SIMULATED[made.status], quiet(made.message_id)),
];

/** A mail of the caller's own, after the listener took it. */
export const receivedView: View<{
  readonly status: string | null;
  readonly message_id: string | null;
  readonly from: string;
  readonly to: string;
}> = ({ status, message_id, from, to }) => [
  line(
    status !== null && status in SIMULATED
      ? SIMULATED[status as keyof typeof SIMULATED]
      : `Accepted: ${status ?? 'stored'}.`,
  ),
  fields(['from', from], ['to', to], ...(message_id === null ? [] : [['id', message_id] as const])),
];

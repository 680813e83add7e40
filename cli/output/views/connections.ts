import type { ConnectionProbe, ConnectionView } from '../../../shared/contract/connections.ts';
import {
  bad,
  type Cell,
  fields,
  good,
  line,
  moment,
  orDash,
  quiet,
  strong,
  type View,
  warning,
} from './document.ts';

/** The state of a connected mailbox; a warning unless it works. */
export function connectionState(state: ConnectionView['state']): Cell {
  return state === 'active' ? state : warning(state);
}

type Server = ConnectionView['imap'];

function serverCell(server: Server): Cell {
  if (server === null) return orDash(null);
  const { username, host, port, security, failure, token_program } = server;
  const tokens = token_program === null ? '' : `, tokens of ${token_program}`;
  const place = `${username} at ${host}:${port} (${security}${tokens})`;
  return failure ? warning(`${place}: ${failure.stage} failed, ${failure.reason}`) : place;
}

const FATES: Readonly<Record<ConnectionView['after'], string>> = {
  keep: 'stay untouched',
  seen: 'are marked as seen',
  delete: 'are deleted',
  move: 'are moved',
};

export const connectionView: View<ConnectionView> = (each) => [
  fields(
    ['address', strong(each.address)],
    ['connection', connectionState(each.state)],
    ...(each.failing_since ? [['failing since', moment(each.failing_since)] as const] : []),
    ['imap', serverCell(each.imap)],
    ['smtp', serverCell(each.smtp)],
    ['folder', each.folder],
    ['originals', `${FATES[each.after]}${each.move_to === null ? '' : ` to ${each.move_to}`}`],
    ...(each.since ? [['imported since', moment(each.since)] as const] : []),
    ['id', quiet(each.mailbox_id)],
  ),
];

export const probesView: View<ConnectionProbe> = ({ imap, smtp }) => [
  fields(['imap', probeCell(imap)], ['smtp', probeCell(smtp)]),
  ...(imap.ok && smtp.ok ? [line('Both servers work. Nothing was stored.')] : []),
];

function probeCell({ ok, stage, reason }: ConnectionProbe['imap']): Cell {
  return ok ? good('works') : bad(`failed at ${stage}: ${reason ?? 'failed'}`);
}

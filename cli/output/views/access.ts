import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { enableTotp } from '../../../shared/contract/factors.ts';
import type { listLegalHolds } from '../../../shared/contract/legal-holds.ts';
import type { listSessions } from '../../../shared/contract/sessions.ts';
import { good, ID_COLUMN, line, moment, orDash, quiet, table, type View, warning } from './document.ts';

export const sessionList: View<ReplyOf<typeof listSessions>> = ({ sessions }) => [
  table(
    [{ title: 'from' }, { title: 'with', flexible: true }, { title: 'seen' }, { title: 'since' }, ID_COLUMN],
    sessions.map((each) => [
      each.current ? good(`${each.address} (this one)`) : each.address,
      orDash(each.user_agent),
      moment(each.last_seen_at),
      moment(each.created_at),
      quiet(each.id),
    ]),
    'No sessions.',
  ),
];

export const enabledFactor: View<ReplyOf<typeof enableTotp>> = ({ method, recovery_codes: codes }) => [
  line(
    good(
      method === 'totp'
        ? 'The authenticator app is now the second factor.'
        : 'Text messages are now the second factor.',
    ),
  ),
  { kind: 'text', text: codes.join('\n') },
  line(warning('Each of these recovery codes works once. They are not shown again.')),
];

export const holdList: View<ReplyOf<typeof listLegalHolds>> = ({ legal_holds: holds }) => [
  table(
    [
      { title: 'holds' },
      { title: 'reason', flexible: true },
      { title: 'case' },
      { title: 'since' },
      { title: 'released' },
      ID_COLUMN,
    ],
    holds.map((each) => [
      each.mailbox_id ?? 'the account',
      each.reason,
      orDash(each.case_reference),
      moment(each.applied_at),
      moment(each.released_at),
      quiet(each.id),
    ]),
    'No legal holds.',
  ),
];

import type { z } from 'zod';
import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { apiKeyEntry, createdApiKey, listApiKeys, revokeApiKey } from '../../../shared/contract/keys.ts';
import {
  bad,
  fields,
  ID_COLUMN,
  line,
  moment,
  orDash,
  quiet,
  strong,
  table,
  type View,
  warning,
} from './document.ts';

export const keyList: View<ReplyOf<typeof listApiKeys>> = ({ keys }) => [
  table(
    [
      { title: 'key' },
      { title: 'role' },
      { title: 'label', flexible: true },
      { title: 'mailboxes', align: 'right' },
      { title: 'used' },
      ID_COLUMN,
    ],
    keys.map((key) => [
      key.status === 'revoked' ? bad(`${key.prefix} revoked`) : strong(key.prefix),
      orDash(key.role),
      orDash(key.label),
      key.role === 'admin' ? 'all' : String(key.mailbox_ids.length),
      moment(key.last_used_at),
      quiet(key.id),
    ]),
    'No keys.',
  ),
];

export interface CreatedKey extends z.output<typeof createdApiKey> {
  /** Profile that stores the key. */
  readonly saved_as?: string;
}

export const createdKey: View<CreatedKey> = (key) => [
  fields(
    ['key', strong(key.api_key)],
    ['role', key.role],
    ['label', orDash(key.label)],
    ['mailboxes', key.role === 'admin' ? 'all' : key.mailbox_ids.join(' ')],
    ['id', quiet(key.id)],
  ),
  key.saved_as === undefined
    ? line(warning('The key is shown only once. Store it now.'))
    : line(`Stored in profile "${key.saved_as}". The key is not shown again.`),
];

export const revokedKey: View<ReplyOf<typeof revokeApiKey>> = ({ revoked_at }) => [
  line('The key is revoked; its next request is refused.', quiet(revoked_at)),
];

export const rotatedKey: View<{ readonly api_key: string; readonly saved_as?: string }> = ({
  api_key,
  saved_as,
}) =>
  saved_as === undefined
    ? [fields(['key', strong(api_key)]), line(warning('The key is shown only once. Store it now.'))]
    : [line(`Profile "${saved_as}" uses a new key; the old one is revoked.`)];

export const boundKey: View<{ readonly id: string; readonly mailbox_ids: readonly string[] }> = ({
  id,
  mailbox_ids,
}) => [fields(['key', id], ['mailboxes', mailbox_ids.join(' ')])];

export const keyView: View<z.output<typeof apiKeyEntry>> = (key) => [
  fields(
    ['key', strong(key.prefix)],
    ['role', orDash(key.role)],
    ['label', orDash(key.label)],
    ['sees trusted senders', key.instruction_trust_enabled ? warning('yes') : 'no'],
    ['id', quiet(key.id)],
  ),
];

import type { z } from 'zod';
import type {
  DnsRecord,
  domain,
  operatorListDomains,
  verification,
} from '../../../shared/contract/domains.ts';
import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import {
  type Block,
  bad,
  type Cell,
  type Column,
  fields,
  gap,
  good,
  ID_COLUMN,
  line,
  moment,
  more,
  orDash,
  quiet,
  strong,
  table,
  type View,
  warning,
} from './document.ts';

type Domain = z.output<typeof domain>;

const STATES: Readonly<Record<DnsRecord['status'], Cell>> = {
  pass: good('published'),
  fail: bad('missing'),
  error: warning('no answer'),
  unchecked: quiet('not checked'),
};

export const domainView: View<Domain> = (each) => [...facts(each), ...recordBlocks(each.dns_records_json)];

export const addedDomain: View<Domain & { readonly message: string }> = (each) => [
  ...domainView(each),
  gap,
  line(each.message),
  line('Next:', strong(`agentmail domains verify ${each.domain_name}`)),
];

const DOMAIN_COLUMNS: readonly Column[] = [
  { title: 'domain', flexible: true },
  { title: 'mail' },
  { title: 'verified' },
  { title: 'status' },
  { title: 'health' },
];

export const domainList: View<{ readonly domains: readonly Domain[] }> = ({ domains }) => [
  table(
    [...DOMAIN_COLUMNS, { title: 'default' }, ID_COLUMN],
    domains.map((each) => [...domainCells(each), each.is_default ? 'yes' : quiet('no'), quiet(each.id)]),
    'No domains yet. Add one: agentmail domains add NAME',
  ),
];

/** The operator's list, with each domain's account. */
export const operatorDomainList: View<ReplyOf<typeof operatorListDomains>> = ({ domains, next_cursor }) => [
  table(
    [...DOMAIN_COLUMNS, ID_COLUMN, { title: 'account', flexible: true }],
    domains.map((each) => [...domainCells(each), quiet(each.id), quiet(each.account_id)]),
    'No domains.',
  ),
  ...more(next_cursor),
];

const domainCells = (each: Domain): Cell[] => [
  strong(each.domain_name),
  each.transport_mode,
  each.verification_status,
  each.status,
  each.health,
];

export const verificationView: View<z.output<typeof verification>> = (outcome) => [
  line(
    outcome.verification_status === 'verified' ? good('verified') : bad(outcome.verification_status),
    outcome.message,
  ),
  ...(outcome.failure_reason === null ? [] : [line(`${outcome.failed_gate}:`, outcome.failure_reason)]),
  ...(outcome.probe_results === null
    ? []
    : (['smtp', 'imap'] as const).map((name) => {
        const probe = outcome.probe_results?.[name];
        return line(`${name}:`, probe?.ok ? good('signed in') : bad(`${probe?.stage}: ${probe?.reason}`));
      })),
  ...recordBlocks(outcome.dns_records_json),
];

export const deletedDomain: View<unknown> = () => [line('The domain is deleted.')];

function facts(each: Domain): Block[] {
  const { self_hosted_config: own } = each;
  const server = (name: 'smtp' | 'imap') =>
    own ? `${own[name].username} at ${own[name].host}:${own[name].port} (${own[name].security})` : null;
  return [
    fields(
      ['domain', strong(each.domain_name)],
      ['mail', each.transport_mode],
      ['verified', each.verified_at === null ? each.verification_status : moment(each.verified_at)],
      ['status', each.status],
      ['health', each.health],
      ['default', each.is_default ? 'yes' : 'no'],
      ...(each.catch_all_mailbox_id ? [['catch-all', quiet(each.catch_all_mailbox_id)] as const] : []),
      ...(own ? [['SMTP', orDash(server('smtp'))] as const, ['IMAP', orDash(server('imap'))] as const] : []),
      ['id', quiet(each.id)],
    ),
  ];
}

/** DNS records to publish, as a table and as lines of a zone file. */
function recordBlocks(records: readonly DnsRecord[] | null): Block[] {
  if (records === null || records.length === 0) return [];
  return [
    gap,
    table(
      [
        { title: 'for' },
        { title: 'required' },
        { title: 'state' },
        { title: 'type' },
        { title: 'name', flexible: true },
      ],
      records.map((each) => [
        each.purpose,
        each.required ? 'yes' : quiet('recommended'),
        STATES[each.status],
        each.type,
        each.name,
      ]),
      '',
    ),
    gap,
    line('Zone-file lines:'),
    // One line each, so that they can be pasted.
    ...records.map((each) => line(zoneLine(each))),
  ];
}

/** A TXT string has at most 255 characters; longer values are split. */
const STRING_LENGTH = 255;

function zoneLine({ type, name, value }: Pick<DnsRecord, 'type' | 'name' | 'value'>): string {
  if (type === 'MX') return `${name}. 3600 IN MX ${value}.`;
  const strings = value.match(new RegExp(`.{1,${STRING_LENGTH}}`, 'g')) ?? [''];
  return `${name}. 3600 IN TXT ${strings.map((text) => `"${text}"`).join(' ')}`;
}

import type { DnsRecord } from '../../../shared/contract/domains.ts';
import type { AccessContext } from '../../access/context.ts';
import type { RecordStates } from '../../platform/store/schema.ts';
import type { DnsAnswer, MailExchange } from '../../platform/system/dns.ts';
import { ownName } from '../smtp-client/own-name.ts';
import { dkimRecords, ensureDkimKey } from './dkim-keys.ts';
import type { DomainRow } from './table.ts';

/** DNS records of a domain: expected and published. */

type Expected = Omit<DnsRecord, 'status'>;

/** Milliseconds for all look-ups of one domain. */
const DNS_TIME = 5000;

/** Creates the claim and key of a domain, once. */
export async function prepareRecords(
  context: AccessContext,
  row: Pick<DomainRow, 'name' | 'transport_mode'>,
) {
  if (row.transport_mode === 'managed') await ensureDkimKey(context, row.name);
}

/** The records of a domain with their state at the last check. */
export async function recordsOf(context: AccessContext, row: DomainRow): Promise<DnsRecord[]> {
  const states = row.record_states;
  const expected = await expectedRecords(context, row);
  return expected.map((record) => ({ ...record, status: states[record.purpose] ?? 'unchecked' }));
}

async function expectedRecords(context: AccessContext, row: DomainRow): Promise<Expected[]> {
  const { name } = row;
  const claim: Expected = {
    purpose: 'claim',
    type: 'TXT',
    name: `_agentmail.${name}`,
    value: `agentmail-claim=${row.claim_token}`,
    required: true,
  };
  if (row.transport_mode === 'self_hosted') return [claim];
  const [dkim] = await dkimRecords(context.store.read, name);
  return [
    claim,
    ...(dkim
      ? [
          {
            purpose: 'dkim' as const,
            type: 'TXT' as const,
            name: dkim.name,
            value: dkim.value,
            required: true,
          },
        ]
      : []),
    { purpose: 'mx', type: 'MX', name, value: `10 ${ownName(context.config)}`, required: false },
    { purpose: 'spf', type: 'TXT', name, value: 'v=spf1 mx ~all', required: false },
    { purpose: 'dmarc', type: 'TXT', name: `_dmarc.${name}`, value: 'v=DMARC1; p=none', required: false },
  ];
}

/** Looks up every record; a timeout is an error. */
export async function lookUpRecords(context: AccessContext, row: DomainRow): Promise<RecordStates> {
  const expected = await expectedRecords(context, row);
  const late = new Promise<'error'>((resolve) => {
    setTimeout(resolve, DNS_TIME, 'error').unref();
  });
  const states = await Promise.all(
    expected.map(async (record) => [record.purpose, await Promise.race([stateOf(context, record), late])]),
  );
  return Object.fromEntries(states) as RecordStates;
}

async function stateOf({ dns }: AccessContext, record: Expected): Promise<DnsRecord['status']> {
  if (record.type === 'MX') {
    const [, exchange = ''] = record.value.split(' ');
    return judge(await dns.records(record.name, 'MX'), (found: MailExchange) =>
      sameName(found.exchange, exchange),
    );
  }
  return judge(await dns.records(record.name, 'TXT'), (text: string) => serves(record, text));
}

function judge<T>(answer: DnsAnswer<T>, serves: (record: T) => boolean): DnsRecord['status'] {
  if (answer.kind === 'unavailable') return 'error';
  return answer.kind === 'records' && answer.records.some(serves) ? 'pass' : 'fail';
}

/** Any DMARC or SPF policy of the domain's own is accepted; claim and key have to match exactly. */
function serves({ purpose, value }: Expected, text: string): boolean {
  switch (purpose) {
    case 'spf':
      return /^v=spf1(?: |$)/i.test(text);
    case 'dmarc':
      return /^v=DMARC1\s*;/i.test(text);
    case 'dkim':
      return sameKey(text, value);
    default:
      return text.trim() === value;
  }
}

/** Whether two DKIM records publish the same key. */
export function sameKey(one: string, other: string): boolean {
  return keyOf(one) !== null && keyOf(one) === keyOf(other);
}

/** The key of a DKIM record, however its tags are arranged. */
function keyOf(text: string): string | null {
  return /(?:^|;)p=([^;]+)/.exec(text.replace(/\s+/g, ''))?.[1] ?? null;
}

function sameName(one: string, other: string): boolean {
  const plain = (name: string) => name.toLowerCase().replace(/\.$/, '');
  return plain(one) === plain(other);
}

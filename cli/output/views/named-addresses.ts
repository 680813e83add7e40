import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { listNamedAddresses, MailboxAddress } from '../../../shared/contract/named-addresses.ts';
import { bad, type Cell, fields, good, moment, orDash, strong, table, type View } from './document.ts';

export const namedAddressList: View<ReplyOf<typeof listNamedAddresses>> = ({ addresses }) => [
  table(
    [
      { title: 'address', flexible: true },
      { title: 'state' },
      { title: 'until' },
      { title: 'note', flexible: true },
    ],
    addresses.map((each) => [strong(each.address), stateCell(each), moment(endOf(each)), orDash(each.note)]),
    'No named addresses yet. Make one: agentmail mailboxes address add MAILBOX+TAG --expires 2d',
  ),
];

export const namedAddressView: View<MailboxAddress> = (each) => [
  fields(
    ['address', strong(each.address)],
    ['state', stateCell(each)],
    ['until', moment(endOf(each))],
    ['note', orDash(each.note)],
  ),
];

function endOf({ expires_at, removed_at }: MailboxAddress): string | null {
  return removed_at ?? expires_at;
}

function stateCell({ status }: MailboxAddress): Cell {
  return status === 'open' ? good(status) : bad(status);
}

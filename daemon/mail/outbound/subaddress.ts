import { parseAddress } from '../../../shared/address.ts';
import { invalidField } from '../../platform/errors/service-error.ts';
import { tagged } from '../../platform/system/mail-address.ts';
import type { MailboxRow } from '../../rules/mailboxes/table.ts';

type SubaddressMode = MailboxRow['default_subaddress_mode'];

/** The agent instance of a message, and the header in which its address appears. */
export interface Subaddress {
  /** Null for a draft that only says where the address is to show it. */
  readonly instance: string | null;
  readonly mode: SubaddressMode;
}

interface SubaddressRequest {
  readonly subaddress_instance_id?: string | null | undefined;
  readonly subaddress_mode?: SubaddressMode | null | undefined;
}

/** The subaddress of a send; its own mode has precedence over the mailbox's. Null without both. */
export function chooseSubaddress(
  mailbox: Pick<MailboxRow, 'address' | 'default_subaddress_mode'>,
  request: SubaddressRequest,
): Subaddress | null {
  const instance = request.subaddress_instance_id ?? null;
  const own = request.subaddress_mode ?? null;
  if (instance === null) return own && { instance, mode: own };
  const mode = own ?? mailbox.default_subaddress_mode;
  if (mode !== 'none' && parseAddress(tagged(mailbox.address, instance)) === null) {
    throw invalidField('subaddress_instance_id', 'makes the address of this mailbox too long', 422);
  }
  return { instance, mode };
}

/** The From address of a message. */
export function senderAddress(address: string, subaddress: Subaddress | null): string {
  const { instance = null, mode } = subaddress ?? {};
  return mode === 'from' && instance !== null ? tagged(address, instance) : address;
}

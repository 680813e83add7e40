import type { Principal } from '../../access/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { lowerAscii } from '../../platform/system/mail-address.ts';
import type { MailboxRow } from '../../rules/mailboxes/table.ts';
import { isHeldBack, isKeptFromText } from '../../rules/mailboxes/withheld.ts';
import { checkDeliverability } from '../../rules/recipients/deliverability/check.ts';
import { organisationOf } from '../../rules/recipients/shared-domains.ts';
import { isSuppressed } from '../../rules/recipients/suppressions.ts';
import { isProven } from '../../rules/trust/participants.ts';
import type { MailContext } from '../context.ts';
import type { MessageRow } from '../messages/table.ts';
import { deliverability } from './gates/deliverability.ts';
import { GATES, passGates } from './gates/index.ts';
import { placeAfter, type Submission } from './submission.ts';

/** Reply-To addresses that are looked at; a sender may name any number. */
const MOST_CANDIDATES = 10;
/** Old hosts relay such a local part to another host (RFC 1123, 5.2.16). */
const ROUTED_LOCAL_PART = /[%!].*@/;

/** Gates that ask about the recipient. They decide about a Reply-To too: it widens none of them. */
const RECIPIENT_GATES = GATES.filter(
  (gate) => gate.trace === 'recipient_authority' && gate !== deliverability,
);

/** Who answers a message from which mailbox. */
export interface Answering {
  readonly principal: Principal;
  readonly mailbox: MailboxRow;
  readonly answered: MessageRow;
  /** For a preview: an address whose server is unknown may turn out to be undeliverable. */
  readonly withoutDns?: boolean;
}

/**
 * The address that an answer goes to: the first Reply-To address that may be answered, else the sender. A
 * Reply-To is the word of whoever wrote the message.
 */
export async function answerAddress(context: MailContext, answering: Answering): Promise<string> {
  const { principal, mailbox, answered } = answering;
  const { sender } = answered;
  // Its readers don't get the header of such a message, so no answer tells them of it.
  if (isHeldBack(answered) && isKeptFromText(principal, mailbox)) return sender;
  const wanted = (answered.header_addresses?.reply_to ?? []).slice(0, MOST_CANDIDATES);
  if (wanted.length === 0 || wanted.some(({ address }) => isSame(address, sender))) return sender;
  // Who asked for no more mail gets none by another address.
  if (await isSuppressed(context.store.read, principal.account.id, sender)) return sender;
  for (const { address } of wanted) {
    if (await mayAnswer(context, answering, address)) return address;
  }
  return sender;
}

/** Whether an address is a Reply-To of the message that may be answered. */
export async function isAnswerAddress(
  context: MailContext,
  answering: Answering,
  to: string,
): Promise<boolean> {
  const { answered } = answering;
  const wanted = (answered.header_addresses?.reply_to ?? []).slice(0, MOST_CANDIDATES);
  if (!wanted.some(({ address }) => isSame(address, to))) return false;
  if (isSame(to, answered.sender)) return true;
  return mayAnswer(context, { ...answering, withoutDns: true }, to);
}

/**
 * Whether the mailbox may write to a Reply-To address: as an answer if the address is at the organisation of
 * a proven sender, otherwise as it may begin a conversation.
 */
async function mayAnswer(
  context: MailContext,
  { principal, mailbox, answered, withoutDns = false }: Answering,
  address: string,
): Promise<boolean> {
  const db = context.store.read;
  const isOfSender = isAtSameOrganisation(answered, address, context.config.platformDomain);
  const submission: Submission = {
    principal,
    mailbox,
    kind: isOfSender ? 'reply' : 'fresh',
    to: address,
    subject: '',
    body: '',
    thread: isOfSender ? placeAfter(answered) : null,
  };
  try {
    await passGates({ context, db, submission }, RECIPIENT_GATES);
  } catch (refusal) {
    if (refusal instanceof ServiceError) return false;
    throw refusal;
  }
  const question = { recipient: address, answering: isOfSender, withoutDns };
  return (await checkDeliverability(context, db, question)).kind !== 'refused';
}

/**
 * Of a sender that is proven and the only author; not at a provider, where each address is somebody else's.
 */
function isAtSameOrganisation(
  { from_address: from, other_authors: others, sender_authentication: found }: MessageRow,
  address: string,
  platformDomain: string,
): boolean {
  if (from === null || others !== null || found === null || !isProven(found)) return false;
  if (ROUTED_LOCAL_PART.test(address)) return false;
  const organisation = organisationOf(from, platformDomain);
  return organisation !== null && organisationOf(address, platformDomain) === organisation;
}

function isSame(one: string, other: string): boolean {
  return lowerAscii(one) === lowerAscii(other);
}

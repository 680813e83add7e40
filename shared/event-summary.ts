/** An event in a line, for people. Text of mail in it isn't made safe yet. */

export interface EventSummary {
  /** Addresses, or another value that the event is about. */
  readonly about: string;
  /** Of a message. */
  readonly subject: string | undefined;
  readonly messageId: string | undefined;
  readonly mailboxId: string | undefined;
}

export function summarizeEvent(data: Readonly<Record<string, unknown>>): EventSummary {
  const of = (name: string) => (typeof data[name] === 'string' ? data[name] : undefined);
  const ids = { messageId: of('message_id'), mailboxId: of('mailbox_id') };
  if (of('sender') !== undefined)
    return { ...ids, about: `${of('sender')} > ${of('recipient')}`, subject: of('subject') ?? '' };
  const about = of('email') ?? of('recipient') ?? of('value') ?? of('message') ?? '';
  return { ...ids, about, subject: undefined };
}

const BAD = /failed|bounced|quarantined|blocked|revoked/;
const GOOD = /received|delivered|granted|added/;

export function eventTone(type: string): 'bad' | 'good' | undefined {
  if (BAD.test(type)) return 'bad';
  return GOOD.test(type) ? 'good' : undefined;
}

import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { createPerson, signIn } from '../../support/people.ts';
import { createMailbox, startService } from '../../support/service.ts';

interface Item {
  readonly id: string;
}

/** Different addresses without a checksum, in the form of those that have one. */
const FORMS_OF_ADDRESSES = Array.from(
  { length: 2_000 },
  (_, index) => `1${String(index).padStart(5, 'A').replaceAll('0', 'z')}${'B'.repeat(22)}`,
);

/**
 * A text in a mailbox that hides personal data, as its person reads it, and how many messages a search finds.
 */
async function received(text: string) {
  const service = await startService();
  const { admin } = await createPerson(service);
  const person = await signIn(service);
  const { address } = await createMailbox(service, admin, 'helper');
  await service.call(admin, api.updateMailbox, { id: 'helper', pii_mode: 'redacted' });
  await service.deliver({ from: 'ann@example.org', to: address, subject: 'List', text });
  await service.drain();
  const list = async (query: string) =>
    (await service.request<{ messages: Item[] }>(admin, `GET /v1/mailboxes/helper/messages?${query}`)).body
      .messages;
  const [message] = await list('');
  const { body: detail } = await person.call(api.getMessage, { id: message?.id ?? '' });
  return { detail, content: detail.body.content, found: (term: string) => list(`search=${term}`) };
}

describe('personal data behind a great many others', () => {
  it.each([
    ['part numbers', '1234567;'.repeat(25_000), '+1 415-555-2671', 'Call my phone at <PHONE_NUMBER>'],
    [
      'forms of a bitcoin address',
      FORMS_OF_ADDRESSES.join(' '),
      '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
      'Call my phone at <CRYPTO>',
    ],
    ['beginnings of an IBAN', 'DE89 '.repeat(25_000), 'DE89 3704 0044 0532 0130 00', '<IBAN_CODE>'],
    ['addresses', 'a@b.cc, '.repeat(25_000), 'm.weber@example.org', 'Call my phone at <EMAIL_ADDRESS>'],
    ['words', 'we do. '.repeat(140_000), 'Ingrid Svensson', 'Call my phone at <PERSON>'],
  ])('is hidden all the same: %s', async (_, bait, value, shown) => {
    const lines = bait.replace(/(.{900}[; ,])/g, '$1\n');
    const { content } = await received(`${lines}\n\nCall my phone at ${value}`);
    expect(content?.slice(-60)).toContain(shown);
    expect(content).not.toContain(value);
  });

  it('shows no text, and holds the message, when it is more than can be marked', async () => {
    const { detail } = await received('a@b.cc\n'.repeat(100_001));
    expect(detail).toMatchObject({ state: 'quarantined', body: { content: null } });
    expect(JSON.stringify(detail)).toContain('scan_incomplete');
  });

  it('is hidden to the last of 2,300 telephone numbers', async () => {
    const { content, found } = await received('+1 415-555-2671\n'.repeat(2_300));
    expect(await found('555-2671')).toEqual([]);
    expect(content?.match(/<PHONE_NUMBER>/g)).toHaveLength(2_300);
    expect(content).not.toContain('555');
  });
});

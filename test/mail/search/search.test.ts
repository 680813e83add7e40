import { beforeAll, describe, expect, it } from 'vitest';
import type { FoundMessage } from '../../../shared/contract/search.ts';
import * as api from '../../support/api.ts';
import {
  createAgent,
  createMailbox,
  createTenant,
  setMailbox,
  sharedService,
  type Tenant,
} from '../../support/service.ts';

const service = sharedService();

interface Letter {
  readonly from?: string;
  readonly text?: string;
  readonly attachments?: { filename: string; content: string }[];
}

/** An account whose mailbox gets letters by their subject. */
async function deskWith(mailbox: string, letters: Readonly<Record<string, Letter>>) {
  const tenant = await openDesk(mailbox);
  for (const [subject, letter] of Object.entries(letters)) await deliver(tenant, subject, letter);
  await service.drain();
  return tenant;
}

const openDesk = (mailbox: string) =>
  createTenant(service, { tier: 'pro', email: `${mailbox}@example.com`, mailbox });
const deliver = (tenant: Pick<Tenant, 'mailbox'>, subject: string, letter: Letter) =>
  service.deliver({
    from: 'ann@example.org',
    to: tenant.mailbox.address,
    subject,
    text: 'Hello.',
    ...letter,
  });
const results = async (key: string, query: object) =>
  (await service.must(key, api.searchMessages, query)).messages;
const subjects = async (key: string, query: object) =>
  (await results(key, query)).map(({ subject }) => subject);
/** The pieces of the first match in a field, found ones in brackets. */
const shown = (result: FoundMessage | undefined, field: string) =>
  result?.matches
    .find((match) => match.field === field)
    ?.pieces.map(({ text, match }) => (match ? `[${text}]` : text))
    .join('');

describe('words of a search', () => {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await deskWith('helper', {
      'Invoice 4711': { text: 'Please find the invoice for the harbour lights attached.' },
      Lights: { text: `An invoice is mentioned. ${'Nothing else is. '.repeat(40)} The lamps are on.` },
      'Harbour is closed': { text: 'Nobody sails today: 100% fog, C++ and all.' },
      Ürlaub: { text: 'Grüße aus Łódź und Zürich, im Café am Straßenrand.' },
      会議: { text: '明日の会議は東京タワーで開きます。税込です。' },
      '회의 안내': { text: '내일 서울에서 만나요.' },
      Party: { text: 'See you \u{1f389} at 12:30, http://example.org/party?x=1' },
      AI: { text: 'An AI report, said the maid.' },
      Twice: { text: 'Refund, refund, refund: the refund of a refund.' },
      Once: { text: `A refund. ${'And many other words here. '.repeat(30)}` },
    });
  });

  it.each([
    ['invoice', ['Invoice 4711', 'Lights']],
    ['INVOICE harbour', ['Invoice 4711']],
    ['nvoic', ['Invoice 4711', 'Lights']],
    ['"harbour lights"', ['Invoice 4711']],
    ['"lights harbour"', []],
    ['invoice -harbour', ['Lights']],
    ['invoice -"harbour lights"', ['Lights']],
    ['100%', ['Harbour is closed']],
    ['c++', ['Harbour is closed']],
    ['lodz', ['Ürlaub']],
    ['ŁÓDŹ zurich', ['Ürlaub']],
    ['cafe strassenrand', ['Ürlaub']],
    ['café', ['Ürlaub']],
    ['urlaub', ['Ürlaub']],
    ['会議', ['会議']],
    ['東京タワー', ['会議']],
    ['東京 開きます', ['会議']],
    ['税', ['会議']],
    ['会社', []],
    ['서울', ['회의 안내']],
    ['\u{1f389}', ['Party']],
    ['12:30', ['Party']],
    ['http://example.org/party?x=1', ['Party']],
    ['ai report', ['AI']],
    ['refund', ['Twice', 'Once']],
    ['ann@example.org sails', ['Harbour is closed']],
    ['helper sails', ['Harbour is closed']],
  ] as const)('%s are found whatever their form, the best match first', async (q, expected) => {
    expect(await subjects(tenant.admin, { q })).toEqual(expected);
  });

  it('are marked in what is shown of a match', async () => {
    const [invoice] = await results(tenant.admin, { q: 'harbour INVOICE 47' });
    expect(shown(invoice, 'subject')).toBe('[Invoice] [47]11');
    expect(shown(invoice, 'text')).toBe('Please find the [invoice] for the [harbour] lights attached.');
    const [lights] = await results(tenant.admin, { q: 'lamps' });
    expect(shown(lights, 'text')).toMatch(/^(Nothing|else|is)\b.{20,60} The \[lamps\] are on\.$/);
    const [holiday] = await results(tenant.admin, { q: 'strasse "lodz und" urlaub' });
    expect(shown(holiday, 'subject')).toBe('[Ürlaub]');
    expect(shown(holiday, 'text')).toBe('Grüße aus [Łódź und] Zürich, im Café am [Straße]nrand.');
    const [meeting] = await results(tenant.admin, { q: '会議' });
    expect(shown(meeting, 'text')).toBe('明日の[会議]は東京タワーで開きます。税込です。');
    const [party] = await results(tenant.admin, { q: 'ann@example 12:30' });
    expect(shown(party, 'people')).toBe('[ann@example].org');
  });

  it('find nothing when nothing has them all, and everything when there are none', async () => {
    expect(await subjects(tenant.admin, { q: 'invoice zeppelin' })).toEqual([]);
    expect(await subjects(tenant.admin, { limit: 3 })).toEqual(['Once', 'Twice', 'AI']);
    expect(await subjects(tenant.admin, { q: '  ', limit: 1 })).toEqual(['Once']);
  });

  it('are not found in a message that was deleted, nor in one of another account', async () => {
    const [message] = await results(tenant.admin, { q: 'twice refund' });
    const id = message?.id ?? '';
    await service.must(tenant.admin, api.deleteMessage, { id });
    expect(await subjects(tenant.admin, { q: 'refund' })).toEqual(['Once']);
    const other = await createTenant(service, { email: 'other@example.com', mailbox: 'other' });
    expect(await subjects(other.admin, { q: 'refund' })).toEqual([]);
  });
});

describe('filters of a search', () => {
  let tenant: Tenant;
  let sales: Tenant['mailbox'];
  beforeAll(async () => {
    tenant = await deskWith('orders', {
      'Order one': { from: 'Ann Berg <ann@shop.example>', text: 'A first order.' },
      'Order two': {
        from: 'bob@shop.example',
        text: 'A second order.',
        attachments: [{ filename: 'packing list.txt', content: 'Seven umbrellas' }],
      },
    });
    sales = await createMailbox(service, tenant.admin, 'sales');
    await deliver({ mailbox: sales }, 'Order three', { from: 'cat@else.example', text: 'A third order.' });
    await service.deliver({
      from: 'cat@else.example',
      to: sales.address.replace('@', '+spring@'),
      subject: 'Order four',
      text: 'Tagged.',
    });
    await service.drain();
    const [two] = await results(tenant.admin, { q: 'second' });
    const id = two?.id ?? '';
    await service.must(tenant.admin, api.labelMessage, { id, add: ['to pay'] });
    await service.must(tenant.admin, api.markMessageRead, { id });
    await service.must(tenant.admin, api.starMessage, { id, starred: true });
  });

  const all = ['Order four', 'Order three', 'Order two', 'Order one'];
  it.each([
    ['order from:ann', { from: 'ann' }, ['Order one']],
    ['order from:"ann berg"', { from: 'Ann Berg' }, ['Order one']],
    ['order from:shop.example from:bob', { from: 'bob@shop' }, ['Order two']],
    ['order to:sales', { to: 'sales' }, ['Order four', 'Order three']],
    ['order in:sales', { mailbox: 'sales' }, ['Order four', 'Order three']],
    ['order in:sales in:orders', { mailbox: 'sales,orders' }, all],
    ['subject:order subject:two', { subject: 'order two' }, ['Order two']],
    ['subject:second', { subject: 'second' }, []],
    ['order has:attachment', { has_attachment: true }, ['Order two']],
    ['-has:attachment', { has_attachment: false }, ['Order four', 'Order three', 'Order one']],
    ['label:"To pay"', { label: 'to pay' }, ['Order two']],
    ['-label:"to pay"', { without_label: 'to pay' }, ['Order four', 'Order three', 'Order one']],
    ['order is:unread', { unread: true }, ['Order four', 'Order three', 'Order one']],
    ['order is:starred', { starred: true }, ['Order two']],
    ['order is:available', { status: 'available' }, all],
    ['is:received is:quarantined', { status: 'quarantined' }, []],
    ['is:sent', { direction: 'outbound' }, []],
    ['tag:spring', { tag: 'spring' }, ['Order four']],
    ['order after:2020-01-01', { since: '2020-01-01T00:00:00Z' }, all],
    ['order before:2020-01-01', { until: '2020-01-01T00:00:00Z' }, []],
  ] as const)('%s finds what the parameters %j find', async (q, query, expected) => {
    const sorted = (found: readonly string[]) => found.toSorted();
    expect(sorted(await subjects(tenant.admin, { q }))).toEqual(sorted(expected));
    expect(sorted(await subjects(tenant.admin, query))).toEqual(sorted(expected));
  });

  it('can also ask for what was read', async () => {
    expect(await subjects(tenant.admin, { q: 'is:read' })).toEqual(['Order two']);
    expect(await subjects(tenant.admin, { q: '-is:read order is:available is:blocked' })).toEqual([]);
  });

  it.each([
    ['before:yesterday', /^before: must be a date/],
    ['after:2026-02-31', /^after: must be a date/],
    ['has:wings', /^has: must be attachment/],
    ['is:constructor', /^is: must be unread, read, /],
    ['-is:quarantined', /^is: must be/],
    ['label:;', /^label: must be/],
    ['from:', /^from: needs a value/],
    ['from:""', /^from: needs a value/],
    ['-from:ann', /^-from: /],
    [Array.from({ length: 21 }, (_, index) => `word${index}`).join(' '), /^must have at most 20/],
  ])('%j is refused', async (q, message) => {
    const reply = await service.call(tenant.admin, api.searchMessages, { q });
    expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(reply.body.details).toMatchObject({
      issues: [{ path: 'q', message: expect.stringMatching(message) as string }],
    });
  });

  it('name mailboxes that the caller reaches', async () => {
    const agent = await createAgent(service, tenant.admin, sales.id);
    expect(await subjects(agent, { q: 'order' })).toEqual(
      await subjects(tenant.admin, { q: 'order in:sales' }),
    );
    const call = async (key: string, query: object) => {
      const { status, body } = await service.call(key, api.searchMessages, query);
      return [status, body.code];
    };
    expect(await call(agent, { mailbox: tenant.mailbox.id })).toEqual([403, 'MAILBOX_ACCESS_DENIED']);
    expect(await call(agent, { q: `in:${tenant.mailbox.id}` })).toEqual([403, 'MAILBOX_ACCESS_DENIED']);
    expect(await call(tenant.admin, { q: 'in:nowhere' })).toEqual([404, 'NOT_FOUND']);
  });
});

describe('files', () => {
  it('are found by their names, and by their texts where the caller may read these', async () => {
    const tenant = await deskWith('packing', {
      Packing: { attachments: [{ filename: 'packing-list.txt', content: 'Seven vermilion umbrellas' }] },
    });
    const agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    const byText = { q: 'vermilion' };
    await setMailbox(service, tenant, { attachment_exposure_mode: 'derived_content' });
    for (const key of [tenant.admin, agent]) {
      const [found] = await results(key, byText);
      expect(found?.matches).toEqual([
        {
          field: 'attachment',
          attachment: 0,
          pieces: [
            { text: 'Seven ', match: false },
            { text: 'vermilion', match: true },
            { text: ' umbrellas', match: false },
          ],
        },
      ]);
    }
    await setMailbox(service, tenant, { attachment_exposure_mode: 'metadata_only' });
    expect(await results(agent, byText)).toEqual([]);
    const [named] = await results(agent, { q: 'packing-list' });
    expect(shown(named, 'attachment')).toBe('[packing-list].txt');
  });
});

describe('a mailbox that hides personal data', () => {
  it('is found neither by the data nor by names, also before its index is built', async () => {
    const tenant = await deskWith('private', {
      'Hello there': {
        from: 'Quentin Quill <quill@example.org>',
        text: 'Call me at +1 415 555 0132, or write to zebedee@secret.example. Bring marmalade.',
      },
    });
    const hidden = ['quentin', 'zebedee', 'secret.example', '"555 0132"'];
    for (const q of hidden) expect(await subjects(tenant.admin, { q })).toEqual(['Hello there']);
    await service.must(tenant.admin, api.updateMailbox, { id: 'private', pii_mode: 'redacted' });
    for (const round of ['before', 'after']) {
      for (const q of hidden) expect([round, await subjects(tenant.admin, { q })]).toEqual([round, []]);
      const [found] = await results(tenant.admin, { q: 'marmalade quill@example.org' });
      expect(shown(found, 'text')).toContain('[marmalade]');
      expect(shown(found, 'text')).not.toContain('0132');
      await service.drain();
    }
  });
});

describe('pages of a search', () => {
  it('have every match once, also beyond what is ranked together, and no later mail', async () => {
    const tenant = await openDesk('reports');
    const count = 230;
    for (let letter = 1; letter <= count; letter++) {
      await deliver(tenant, `Report ${letter}`, { text: letter % 50 === 0 ? 'report '.repeat(9) : 'Words.' });
    }
    await service.drain();
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 10; page++) {
      const reply = await service.must(tenant.admin, api.searchMessages, {
        q: 'report',
        limit: 50,
        ...(cursor !== undefined && { cursor }),
      });
      seen.push(...reply.messages.map(({ subject }) => subject));
      if (reply.next_cursor === null) break;
      cursor = reply.next_cursor;
      if (page === 0) await deliver(tenant, 'Report of later', { text: 'report '.repeat(9) });
      await service.drain();
    }
    expect(seen.slice(0, 4)).toEqual(['Report 200', 'Report 150', 'Report 100', 'Report 50']);
    expect(seen.toSorted()).toEqual(
      Array.from({ length: count }, (_, index) => `Report ${index + 1}`).toSorted(),
    );
    const other = await service.call(tenant.admin, api.searchMessages, { q: 'words', cursor: cursor ?? '' });
    expect([other.status, other.body.code]).toEqual([400, 'INVALID_CURSOR']);
  });
});

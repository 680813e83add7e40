import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { needsSqlite } from '../../support/needs.ts';
import {
  createMailbox,
  createTenant,
  sharedService,
  startService,
  type Tenant,
} from '../../support/service.ts';

const service = sharedService();
let tenant: Tenant;

beforeAll(async () => {
  tenant = await createTenant(service);
});

const search = (term: string, filter: object = {}, mailbox = 'helper') =>
  service.call(tenant.admin, api.listMessages, { id: mailbox, search: term, ...filter });
const found = async (term: string, filter: object = {}, mailbox = 'helper') =>
  (await search(term, filter, mailbox)).body.messages.map(({ subject }) => subject);
const deliver = (subject: string, text: string, to = tenant.mailbox.address) =>
  service.deliver({ from: 'ann@example.org', to, subject, text });
const box = (name: string) => createMailbox(service, tenant.admin, name);

/** A letter whose body is as given; each line of `head` is a field. */
const raw = (subject: string, head: readonly string[], body: string) =>
  service.deliver({
    from: 'ann@example.org',
    to: tenant.mailbox.address,
    raw: ['From: ann@example.org', `Subject: ${subject}`, 'MIME-Version: 1.0', ...head, '', body].join(
      '\r\n',
    ),
  });

describe('a letter in HTML alone', () => {
  beforeAll(async () => {
    await raw(
      'Newsletter',
      ['Content-Type: text/html; charset=utf-8'],
      '<html><head><style>.pumpernickel{}</style></head><body><p>Fresh <b>mar</b>zipan <i>daily</i></p></body></html>',
    );
    await raw(
      'Blank',
      ['Content-Type: multipart/alternative; boundary=b'],
      '--b\r\nContent-Type: text/plain\r\n\r\n \r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Only the page says gingerbread.</p>\r\n--b--',
    );
    await service.drain();
  });

  it('is found by its text, across its tags, and not by its markup', async () => {
    expect(await found('fresh marzipan daily')).toEqual(['Newsletter']);
    for (const term of ['pumpernickel', '<b>', 'charset', 'body']) expect(await found(term)).toEqual([]);
  });

  it('is read as its page when the text beside it is blank', async () => {
    expect(await found('gingerbread')).toEqual(['Blank']);
    const [message] = (await search('gingerbread')).body.messages;
    const { body } = await service.call(tenant.admin, api.getMessage, { id: message?.id ?? '' });
    expect(body.body.content).toBe('Only the page says gingerbread.');
  });
});

describe('a search term', () => {
  beforeAll(async () => {
    const texts: readonly (readonly [string, string])[] = [
      ['percent', 'It is 100% sure, and under_score too.'],
      ['quotes', 'She said "NEAR" and (x AND y) OR z*; back\\slash.'],
      ['ligature', 'The oﬃce has a ﬂoor.'],
      ['wide', 'ＡＢＣ　ｄｅｆ stands wide.'],
      ['umlaut', 'Zu\u0308rich and Gru\u0308ße.'],
      ['sigma', 'ΟΔΥΣΣΕΥΣ sails.'],
      ['emoji', 'A party \u{1f389}\u{1f38a}\u{1f388} for you.'],
      ['lines', 'one line\nsecond line'],
    ];
    for (const [subject, text] of texts) await deliver(subject, text);
    await service.drain();
  });

  it.each([
    ['100%', ['percent']],
    ['%00', []],
    ['r_s', ['percent']],
    ['u_d', []],
    ['"near"', ['quotes']],
    ['x AND y', ['quotes']],
    ['x and y) or z*;', ['quotes']],
    ['z*;', ['quotes']],
    ['k\\s', ['quotes']],
    ['OFFICE', ['ligature']],
    ['oﬃ', ['ligature']],
    ['ffi', ['ligature']],
    ['abc def', ['wide']],
    ['ＡＢＣ', ['wide']],
    ['zürich', ['umlaut']],
    ['ZU\u0308RICH', ['umlaut']],
    ['grüsse', ['umlaut']],
    ['GRÜẞE', ['umlaut']],
    ['οδυσσευς', ['sigma']],
    ['ευσ', ['sigma']],
    ['\u{1f389}\u{1f38a}\u{1f388}', ['emoji']],
    ['\u{1f38a}\u{1f389}\u{1f388}', []],
    ['line\nsecond', ['lines']],
    ['  stands wide  ', ['wide']],
    ['percent\nit is', ['percent']],
  ] as const)('%j is taken as it is, whatever its case and form', async (term, expected) => {
    expect(await found(term)).toEqual(expected);
  });

  it.each([
    ['ab', 'SEARCH_TERM_TOO_SHORT'],
    [' \u3000ab\u00a0', 'SEARCH_TERM_TOO_SHORT'],
    ['\u{1f389}\u{1f389}', 'SEARCH_TERM_TOO_SHORT'],
    ['', 'SEARCH_TERM_TOO_SHORT'],
    ['x'.repeat(201), 'VALIDATION_ERROR'],
    ['\ufdfa'.repeat(199), 'VALIDATION_ERROR'],
  ])('%j is refused', async (term, code) => {
    const reply = await search(term);
    expect([reply.status, reply.body.code]).toEqual([400, code]);
  });

  it('has up to 200 characters, also of those that take two units', async () => {
    expect((await search('\u{1f389}'.repeat(200))).status).toBe(200);
    expect((await search('x'.repeat(200))).status).toBe(200);
    expect((await search(`${' '.repeat(100)}${'x'.repeat(200)}${' '.repeat(100)}`)).status).toBe(200);
  });

  it('of private characters finds no message by its mailbox', needsSqlite, async () => {
    const { search: index } = service.daemon.context.store;
    const place = placeOf(tenant.mailbox.id);
    const range = { mailboxId: tenant.mailbox.id, below: Number.MAX_SAFE_INTEGER, atLeast: 0, limit: 100 };
    expect((await index.candidates({ ...range, term: place })).length).toBeGreaterThan(5);
    expect(await found(place)).toEqual([]);
  });
});

/** How the index names a mailbox: what a hostile reader could work out. */
function placeOf(id: string): string {
  return [0, 4, 8]
    .map((at) => String.fromCharCode(0xe000 + (Number.parseInt(id.slice(-12).slice(at, at + 4), 16) % 6400)))
    .join('');
}

describe('what the index takes for a match and is none', () => {
  it('is never answered, and does not hide the true ones behind it', async () => {
    const { address } = await box('candidates');
    await deliver('true', 'the quick brown fox', address);
    // Every part of the term, and not the term.
    const parts = 'the qui he quic e quick quick b uick br ick bro ck brow k brown brown f rown fo own fox';
    for (let index = 0; index < 24; index++) await deliver(`false ${index}`, parts, address);
    await service.drain();
    for (const limit of [1, 2, 50]) {
      expect(await found('the quick brown fox', { limit }, 'candidates')).toEqual(['true']);
    }
  });

  it('is nothing of another mailbox, though the index takes one for the other', needsSqlite, async () => {
    const { store } = service.daemon.context;
    const other = await box('neighbour');
    await deliver('private', 'a secret rendezvous', other.address);
    await service.drain();
    const { seq } = await store.read
      .selectFrom('messages')
      .select('seq')
      .where('subject', '=', 'private')
      .executeTakeFirstOrThrow();
    const { id } = tenant.mailbox;
    // As if both ids shared the digits that the index knows a mailbox by.
    await store.write('none', async (transaction) =>
      transaction.search.put({
        seq,
        accountId: tenant.accountId,
        mailboxId: id,
        words: 'private\na secret rendezvous',
        more: '',
      }),
    );
    const range = { mailboxId: id, below: Number.MAX_SAFE_INTEGER, atLeast: 0, limit: 10 };
    expect(await store.search.candidates({ ...range, term: 'rendezvous' })).toEqual([seq]);
    for (const term of ['rendezvous', 'dez']) expect(await found(term)).toEqual([]);
  });
});

describe('a text with more different parts than the index takes', () => {
  /**
   * Characters in an order that does not repeat: nearly each three of them in a row are a part of their own.
   */
  const characters = (count: number) => {
    let state = 7;
    const next = () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return String.fromCharCode(0x4e00 + ((state >>> 8) % 8000));
    };
    return Array.from({ length: count / 50 }, () => Array.from({ length: 50 }, next).join('')).join('\n');
  };
  const text = characters(30_000);
  const last = text.slice(-40);

  beforeAll(async () => {
    const { address } = await box('many');
    await service.deliver({ from: 'ann@example.org', to: address, subject: 'many parts', text });
    await deliver('few parts', `An ordinary letter, with ${last.slice(0, 4)} in it.`, address);
    await service.drain();
  });

  it('is found by each of them, short or long', async () => {
    for (const term of [text.slice(0, 3), text.slice(15_000, 15_020).trim(), last])
      expect(await found(term, {}, 'many')).toEqual(['many parts']);
    expect(await found(last.slice(0, 3), {}, 'many')).toEqual(['few parts', 'many parts']);
  });

  it('is not found by what is not in it, and takes no other message along', async () => {
    expect(await found(`${text.slice(3, 6)}${text.slice(0, 3)}`, {}, 'many')).toEqual([]);
    expect(await found('xyz', {}, 'many')).toEqual([]);
    expect(await found('ordinary', {}, 'many')).toEqual(['few parts']);
    expect(await found('nar', {}, 'many')).toEqual(['few parts']);
  });

  it('leaves less in the index than an ordinary letter', needsSqlite, async () => {
    const { store } = service.daemon.context;
    const bytes = async () => {
      const { rows } = await sql<{ bytes: number }>`
        select sum(length(block)) as bytes from message_search_data`.execute(store.read);
      return rows[0]?.bytes ?? Number.NaN;
    };
    const before = await bytes();
    const { address } = await box('more');
    await service.deliver({ from: 'ann@example.org', to: address, subject: 'x', text: characters(40_000) });
    await service.drain();
    expect((await bytes()) - before).toBeLessThan(2000);
  });
});

describe('a long body', () => {
  it('is searched up to its 100,000th character', async () => {
    const { address } = await box('long');
    const body = (filler: number) => `${'an ordinary line of text, '.repeat(filler / 26)}the needle\nend\n`;
    await deliver('within', body(96_000), address);
    await deliver('beyond', body(104_000), address);
    await service.drain();
    expect(await found('needle', {}, 'long')).toEqual(['within']);
    expect(await found('ordinary line', {}, 'long')).toEqual(['beyond', 'within']);
  });
});

describe('a search within other filters', () => {
  it('goes on from a message, and leaves out what the filters leave out', async () => {
    const { address } = await box('filters');
    for (let index = 0; index < 7; index++) await deliver(`letter ${index}`, 'about walnuts', address);
    await service.drain();
    const pages: string[] = [];
    for (let page = {}; ; ) {
      const { messages } = (await search('walnuts', { limit: 3, ...page }, 'filters')).body;
      pages.push(...messages.map(({ subject }) => subject));
      if (messages.length < 3) break;
      page = { before: messages.at(-1)?.id };
    }
    expect(pages).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `letter ${index}`));
    expect(await found('walnuts', { direction: 'outbound' }, 'filters')).toEqual([]);
    expect(await found('walnuts', { status: 'quarantined' }, 'filters')).toEqual([]);
    expect(await found('walnuts', { starred: true }, 'filters')).toEqual([]);
    const [newest] = (await search('walnuts', { limit: 1 }, 'filters')).body.messages;
    await service.call(tenant.admin, api.deleteMessage, { id: newest?.id ?? '' });
    expect(await found('walnuts', { limit: 1 }, 'filters')).toEqual(['letter 5']);
  });
});

describe('the index', () => {
  it('is one piece again after a day, and finds the same', needsSqlite, async () => {
    const own = await startService();
    const owner = await createTenant(own);
    const { search: index } = own.daemon.context.store;
    const hits = async (term: string) =>
      (
        await own.call(owner.admin, api.listMessages, { id: 'helper', search: term, limit: 200 })
      ).body.messages.map(({ subject }) => subject);
    // One at a time, so that each is written as a piece of its own.
    for (let index = 0; index < 12; index++) {
      await own.deliver({
        from: 'ann@example.org',
        to: owner.mailbox.address,
        subject: `n${index}`,
        text: `Words of number ${index}: ${'lorem ipsum dolor '.repeat(index)}`,
      });
      await own.drain();
    }
    const before = [await hits('words of'), await hits('ipsum'), await hits('number 7')];
    expect(before[0]).toHaveLength(12);
    expect(await index.needsMerge()).toBe(true);
    await own.operator(api.advanceClock, { seconds: 86_400 });
    await own.drain();
    expect(await index.needsMerge()).toBe(false);
    expect([await hits('words of'), await hits('ipsum'), await hits('number 7')]).toEqual(before);
    await own.stop();
  });
});

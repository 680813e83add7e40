import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../shared/contract/index.ts';
import { PII_TYPES, type PiiType } from '../../../shared/contract/scan.ts';
import * as api from '../../support/api.ts';
import { testAuthority } from '../../support/certificates.ts';
import { agentmail } from '../../support/cli.ts';
import { EventSource } from '../../support/event-source.ts';
import { HttpsReceiver } from '../../support/https-receiver.ts';
import { needsSqlite } from '../../support/needs.ts';
import { createPerson, type Person, signIn } from '../../support/people.ts';
import { createAgent, launch, type Service, startService, unchecked } from '../../support/service.ts';

/** One value of each type, in a sentence that gives it away. */
const PLANTED: Readonly<Record<PiiType, readonly [sentence: string, value: string]>> = {
  PERSON: ['My name is Ingrid Svensson and I need help.', 'Ingrid Svensson'],
  EMAIL_ADDRESS: ['Write to m.weber+shop@mail.example.org today.', 'm.weber+shop@mail.example.org'],
  PHONE_NUMBER: ['My phone is (202) 555-0143.', '(202) 555-0143'],
  US_SSN: ['SSN: 536-22-1839', '536-22-1839'],
  CREDIT_CARD: ['Card 4111 1111 1111 1111 expires soon.', '4111 1111 1111 1111'],
  US_BANK_NUMBER: ['my bank account number is 004417230981', '004417230981'],
  US_DRIVER_LICENSE: ["my driver's license number is D4417230", 'D4417230'],
  US_ITIN: ['ITIN 912-70-1234', '912-70-1234'],
  US_PASSPORT: ['passport number 533380006', '533380006'],
  UK_NHS: ['NHS number 943 476 5919', '943 476 5919'],
  IBAN_CODE: ['Pay to DE89 3704 0044 0532 0130 00 please', 'DE89 3704 0044 0532 0130 00'],
  MEDICAL_LICENSE: ['DEA number AB1234563', 'AB1234563'],
  CRYPTO: ['send it to 1BoatSLRHtKNngkdXEeobR76b53LETtpyT', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
};
const BODY = PII_TYPES.map((type) => PLANTED[type][0]).join('\n\n');
const VALUES = PII_TYPES.map((type) => PLANTED[type][1]);

/** Forbidden text, also in its JSON form. */
function leaks(text: string): string[] {
  const flat = text.toLowerCase();
  return VALUES.filter((value) => flat.includes(value.toLowerCase()));
}

interface Item {
  id: string;
  subject: string;
  body_preview: string;
  direction: string;
  thread_id: string;
  state: string;
}

const helper = async (service: Service, admin: string) =>
  (await service.call(admin, api.createMailbox, { name: 'helper' })).body;
const mail = (to: string, subject: string, text = BODY) => ({ from: 'ann@example.org', to, subject, text });

describe('a mailbox that hides personal data', () => {
  let service: Service;
  let admin: string;
  let agent: string;
  let person: Person;
  let receiver: HttpsReceiver;
  let stream: EventSource;
  let messages: Item[];

  const list = async (query = '', key = admin) =>
    (await service.request<{ messages: Item[] }>(key, `GET /v1/mailboxes/helper/messages?${query}`)).body
      .messages;

  beforeAll(async () => {
    const authority = await testAuthority();
    service = await launch({
      config: { allowPrivateWebhooks: true },
      overrides: { extraAuthorities: [authority.certificate] },
    });
    ({ admin } = await createPerson(service));
    person = await signIn(service);
    receiver = await HttpsReceiver.start();
    const { id, address } = await helper(service, admin);
    agent = await createAgent(service, admin, id);
    await service.call(admin, api.createWebhook, {
      url: receiver.url(),
      enabled_events: [
        'message.received',
        'message.quarantined',
        'message.delivered',
        'message.pending_review',
      ],
    });
    stream = await EventSource.open(service, admin);
    // One arrives before anything is hidden, one after.
    await service.deliver(mail(address, 'Before'));
    await service.drain();
    expect(leaks(JSON.stringify(await list('search=svensson')))).not.toEqual([]);
    const changed = await service.call(admin, api.updateMailbox, { id, pii_mode: 'redacted' });
    expect(changed.status).toBe(200);
    // From this moment on, whether or not the index was made anew.
    for (const value of VALUES) expect(await list(`search=${encodeURIComponent(value)}`)).toEqual([]);
    await service.deliver(mail(address, 'After'));
    await service.call(admin, api.send, {
      from_mailbox: 'helper',
      to: 'carol@example.com',
      subject: 'Outgoing',
      body: BODY,
    });
    await service.drain();
    messages = await list();
    expect(messages.map(({ subject }) => subject)).toEqual(['Outgoing', 'After', 'Before']);
  });
  afterAll(async () => {
    stream.close();
    await service.stop();
    await receiver.stop();
  });

  it('plants one value of each type, and each is found where nothing is hidden', async () => {
    const other = await launch();
    try {
      const { admin: key } = await createPerson(other);
      const { address } = await helper(other, key);
      await other.deliver(mail(address, 'Open'));
      await other.drain();
      const { body } = await other.call(key, api.listMessages, { id: 'helper' });
      const shown = await other.call(key, api.getMessage, { id: body.messages[0]?.id ?? '' });
      expect(leaks(shown.body.body.content ?? '')).toEqual(VALUES);
    } finally {
      await other.stop();
    }
  });

  it.each(PII_TYPES)('shows <%s> instead of the value, to keys and to people', async (type) => {
    for (const { id } of messages) {
      for (const reply of [
        await service.call(admin, api.getMessage, { id }),
        await service.call(agent, api.getMessage, { id, view: 'verbose' }),
        await person.call(api.getMessage, { id }),
      ]) {
        expect(reply.body.body.content).toContain(`<${type}>`);
        expect(reply.body.body.char_count).toBe([...(reply.body.body.content ?? '')].length);
      }
    }
  });

  it('leaks nothing on any route that reads, to whoever may call it', async () => {
    const [first] = messages;
    const context = {
      message: first?.id ?? '',
      mailbox: (await service.call(admin, api.getMailbox, { id: 'helper' })).body.id,
      thread: encodeURIComponent(first?.thread_id ?? ''),
    };
    const readable = ENDPOINTS.filter(
      ({ method, who, path }) =>
        method === 'GET' && who !== 'operator' && !/events|deliveries\/stream/.test(path),
    );
    const answered = new Set<string>();
    for (const { id, path } of readable) {
      const url = path
        .replace(':thread_id', context.thread)
        .replace(/(?<=mailboxes\/):\w+/, context.mailbox)
        .replace(/:\w+/g, context.message);
      const query = /\/(?:wait|decision)$/.test(path) ? '?timeout=1' : '';
      for (const call of [
        () => service.request(admin, `GET ${url + query}`),
        () => service.request(agent, `GET ${url + query}`),
        () => service.request(person, `GET ${url + query}`),
      ]) {
        const reply = await call();
        if (reply.status === 200) answered.add(id);
        expect([id, leaks(JSON.stringify(reply.body))]).toEqual([id, []]);
      }
    }
    for (const id of ['messages.list', 'messages.get', 'messages.wait', 'threads.list', 'threads.get']) {
      expect([id, answered.has(id)]).toEqual([id, true]);
    }
  });

  it('leaks nothing through webhooks, the event stream and the export', async () => {
    expect(receiver.requests.length).toBeGreaterThanOrEqual(2);
    const later = receiver.requests.filter(({ event }) => event.data.subject === '<REDACTED>');
    expect(later.length).toBeGreaterThanOrEqual(1);
    expect(leaks(JSON.stringify(receiver.requests.map(({ body }) => body)))).toEqual([]);
    expect(stream.events.length).toBeGreaterThanOrEqual(2);
    expect(leaks(JSON.stringify(stream.events))).toEqual([]);
    const exported = await service.call(admin, api.exportAccount);
    expect(exported.status).toBe(200);
    expect(JSON.stringify(exported.body)).toContain('<CREDIT_CARD>');
    expect(leaks(JSON.stringify(exported.body))).toEqual([]);
  });

  it('leaks nothing on the command line, to programs and on terminals', async () => {
    const [first] = messages;
    const id = first?.id ?? '';
    const env = { AGENTMAIL_KEY: admin, AGENTMAIL_URL: service.daemon.runtime.http };
    for (const argv of [
      ['inbox'],
      ['messages', 'list', '--verbose'],
      ['messages', 'show', id, '--verbose'],
      ['messages', 'show', id, '--extract', 'otp'],
      ['read', id],
      ['search', 'expires'],
      ['threads', 'list'],
      ['threads', 'show', id],
      ['wait', '--since', '2020-01-01T00:00:00Z', '--count', '2'],
      ['account', 'export'],
    ]) {
      for (const terminal of [undefined, 100]) {
        const ran = await agentmail([...argv, '--json'].slice(0, terminal ? -1 : undefined), {
          env,
          home: service.home,
          ...(terminal && { terminal }),
        });
        expect([argv, leaks(ran.stdout + ran.stderr)]).toEqual([argv, []]);
        if (!argv.includes('otp')) expect([argv, ran.exit]).toEqual([argv, 0]);
      }
    }
  });

  it('is searched by what is left: hidden values find nothing, their tags and all else do', async () => {
    for (const value of VALUES) {
      for (const term of [value, value.slice(2, 7), value.slice(-5)]) {
        if (term.trim().length < 3) continue;
        expect([term, await list(`search=${encodeURIComponent(term)}`)]).toEqual([term, []]);
      }
    }
    for (const term of ['<CREDIT_CARD>', 'card <credit_card> expires', 'I need help', '<person>']) {
      expect(await list(`search=${encodeURIComponent(term)}`)).toHaveLength(3);
    }
  });

  it('keeps the hidden values out of the index itself', async () => {
    const { search } = service.daemon.context.store;
    const mailboxId = (await service.call(admin, api.getMailbox, { id: 'helper' })).body.id;
    const everything = { mailboxId, below: Number.MAX_SAFE_INTEGER, atLeast: 0, limit: 10 };
    expect(await search.candidates({ ...everything, term: 'expires soon' })).toHaveLength(3);
    for (const value of VALUES) {
      const matches = await search.candidates({ ...everything, term: value.toLowerCase() });
      expect([value, matches]).toEqual([value, []]);
    }
  });

  it('shows previews of what is left, and no domains of senders', async () => {
    for (const { body_preview, id } of messages) {
      expect(body_preview.startsWith('My name is <PERSON> and I need help.')).toBe(true);
      expect([...body_preview].length).toBe(200);
      const { sender_authentication } = (await service.call(admin, api.getMessage, { id })).body;
      if (sender_authentication) {
        expect(sender_authentication).toMatchObject({ from_domain: null, signing_domain: null });
      }
    }
  });
});

describe('how personal data is hidden', () => {
  it('follows the choice of the mailbox for each type, for the text, the preview and the search', async () => {
    const service = await startService();
    const { admin } = await createPerson(service);
    const { id, address } = await helper(service, admin);
    const text = 'Card 4111 1111 1111 1111 and m.weber@example.org, phone (202) 555-0143.';
    await service.deliver(mail(address, 'Rendering', text));
    await service.drain();
    const set = (config: unknown) =>
      service.call(
        admin,
        api.updateMailbox,
        unchecked({ id, pii_mode: 'redacted', pii_redaction_config: config }),
      );
    const read = async () => {
      await service.drain();
      const { body } = await service.call(admin, api.listMessages, { id });
      const shown = await service.call(admin, api.getMessage, { id: body.messages[0]?.id ?? '' });
      expect(body.messages[0]?.body_preview).toBe(shown.body.body.content);
      return shown.body.body.content;
    };
    const found = async (term: string) =>
      (await service.call(admin, api.listMessages, { id, search: term })).body.messages.length;

    await set(null);
    expect(await read()).toBe('Card <CREDIT_CARD> and <EMAIL_ADDRESS>, phone <PHONE_NUMBER>.');
    await set({ EMAIL_ADDRESS: { visibility: 'show' }, CREDIT_CARD: { operator: 'partial_mask' } });
    expect(await read()).toBe('Card ***************1111 and m.weber@example.org, phone <PHONE_NUMBER>.');
    expect([await found('m.weber@'), await found('4111 1111'), await found('***1111')]).toEqual([1, 0, 1]);
    await set({ EMAIL_ADDRESS: { operator: 'hash_replace' } });
    expect(await read()).toMatch(
      /^Card <CREDIT_CARD> and <EMAIL_ADDRESS:[0-9a-f]{8}>, phone <PHONE_NUMBER>\.$/,
    );
    expect([await found('m.weber@'), await found('<email_address:')]).toEqual([0, 1]);
    await service.call(admin, api.updateMailbox, { id, pii_mode: 'passthrough' });
    expect(await found('4111 1111')).toBe(1);
    expect(await read()).toBe(text);
    expect([await found('4111 1111'), await found('<email_address')]).toEqual([1, 0]);
  });

  it('does not end at U+0000, which is in no text that is read from mail', needsSqlite, async () => {
    const service = await startService();
    const { admin } = await createPerson(service);
    const { id, address } = await helper(service, admin);
    const head = `From: ann@example.org\r\nTo: ${address}\r\nSubject: Zero\r\n`;
    const encoded = Buffer.from('Some pears\0 and anna@example.org \0and plums').toString('base64');
    await service.deliver({
      from: 'ann@example.org',
      to: address,
      raw: `${head}Content-Transfer-Encoding: base64\r\n\r\n${encoded}\r\n`,
    });
    await service.drain();
    await service.call(admin, api.updateMailbox, { id, pii_mode: 'redacted' });
    await service.drain();
    const first = async () => (await service.call(admin, api.listMessages, { id })).body.messages[0];
    expect((await first())?.body_preview).toBe('Some pears and <EMAIL_ADDRESS> and plums');
    const stored = { text: 'Some pears\0 and plums', pii_spans: [] };
    await service.daemon.context.store.write('none', ({ db }) =>
      db.updateTable('message_bodies').set(stored).execute(),
    );
    expect((await first())?.body_preview).toBe('Some pears\0 and plums');
  });

  it('shows no text at all where nobody could look for personal data', async () => {
    const service = await startService();
    const { admin } = await createPerson(service);
    const { id, address } = await helper(service, admin);
    await service.deliver(mail(address, 'Unknown', 'A plain text about pears.'));
    await service.drain();
    const { store } = service.daemon.context;
    await store.write('none', ({ db }) =>
      db.updateTable('message_bodies').set({ pii_spans: null }).execute(),
    );
    await service.call(admin, api.updateMailbox, { id, pii_mode: 'redacted' });
    await service.drain();
    const list = (query: string) =>
      service.request<{ messages: Item[] }>(admin, `GET /v1/mailboxes/${id}/messages?${query}`);
    const [message] = (await list('')).body.messages;
    expect(message?.body_preview).toBe('');
    const shown = await service.call(admin, api.getMessage, { id: message?.id ?? '' });
    expect(shown.body.body).toEqual({
      format: 'text',
      content: null,
      char_count: 0,
      returned_char_count: 0,
      truncated: false,
    });
    expect((await list('search=pears')).body.messages).toEqual([]);
    expect((await list('search=unknown')).body.messages).toHaveLength(1);
  });
});

describe('without the search index', () => {
  it('texts are read instead, with the same result; the index comes back when it is wanted again', async () => {
    const service = await startService();
    const { admin } = await createPerson(service);
    const { id, address } = await helper(service, admin);
    for (const subject of ['one', 'two', 'three']) await service.deliver(mail(address, subject));
    await service.drain();
    await service.call(admin, api.updateMailbox, { id: 'helper', pii_mode: 'redacted' });
    await service.drain();
    const subjects = async (current: Service, query: string) =>
      (
        await current.request<{ messages: Item[] }>(admin, `GET /v1/mailboxes/helper/messages?${query}`)
      ).body.messages.map(({ subject }) => subject);
    const indexed = async ({ daemon }: Service) => {
      const range = { below: Number.MAX_SAFE_INTEGER, atLeast: 0, limit: 10 };
      return (await daemon.context.store.search.candidates({ ...range, mailboxId: id, term: 'expires soon' }))
        .length;
    };
    const check = async (current: Service, extra: readonly string[] = []) => {
      expect(await subjects(current, 'search=expires%20soon')).toEqual([...extra, 'three', 'two', 'one']);
      expect(await subjects(current, 'search=expires%20soon&limit=1')).toHaveLength(1);
      expect(await subjects(current, 'search=THREE')).toEqual(['three']);
      expect(await subjects(current, 'search=4111%201111')).toEqual([]);
    };
    expect(await indexed(service)).toBe(3);
    await check(service);
    await service.operator(api.updateSettings, { 'search.index': 'off' });
    await service.stop();

    const without = await launch({ home: service.home });
    expect(await indexed(without)).toBe(0);
    await without.deliver(mail(address, 'four'));
    await without.drain();
    expect(await indexed(without)).toBe(0);
    await check(without, ['four']);
    await without.operator(api.updateSettings, { 'search.index': null });
    await without.stop();

    const again = await launch({ home: service.home });
    await check(again, ['four']);
    await again.drain();
    expect(await indexed(again)).toBe(4);
    await check(again, ['four']);
    await again.stop();
  });
});

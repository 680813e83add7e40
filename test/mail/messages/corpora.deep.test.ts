import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PiiSpan } from '../../../daemon/content/scanning/types.ts';
import * as api from '../../support/api.ts';
import { agentmail } from '../../support/cli.ts';
import { corpusPath } from '../../support/corpora.ts';
import { corpusMail } from '../../support/corpus-mail.ts';
import { needsCorpora } from '../../support/needs.ts';
import { createAgent, launch, type Service, type Tenant, temporaryHome } from '../../support/service.ts';
import { tenantWith } from '../attachments/support.ts';

/**
 * A mailbox that holds what strangers collected of odd and hostile mail, and hides personal data. `npm test`
 * takes a sample; AGENTMAIL_ALL_CORPORA=1 takes everything, which takes minutes, and prints what it counted.
 */
const everything = process.env.AGENTMAIL_ALL_CORPORA === '1';
const PER_GROUP = everything ? undefined : 3;
/** Of so many messages one goes through the command line, too. */
const CLI_EVERY = everything ? 20 : 4;
const LANES = 8;

interface Item {
  readonly id: string;
  readonly body_preview: string;
  readonly thread_id: string | null;
  readonly subject: string;
}

const root = corpusPath('.');

describe('a mailbox filled with the corpora', { timeout: 3_600_000, ...needsCorpora('.') }, () => {
  let service: Service;
  let tenant: Tenant;
  let agent: string;
  let items: Item[];
  let env: Record<string, string>;
  const home = temporaryHome();
  const counts: Record<string, number> = {};
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };

  beforeAll(async () => {
    service = await launch();
    tenant = await tenantWith(service, 'derived_content');
    agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
    env = { AGENTMAIL_URL: service.daemon.runtime.http, AGENTMAIL_KEY: agent, NO_COLOR: '1' };
    await service.call(tenant.admin, api.updateMailbox, { id: 'helper', pii_mode: 'redacted' });
    const mails = corpusMail(root ?? '', PER_GROUP);
    await inLanes(mails, async ({ raw }) => {
      const reply = await service
        .deliver({ from: 'corpus@example.com', to: tenant.mailbox.address, raw: await raw() })
        .catch((error: { responseCode?: number }) => String(error.responseCode));
      count(reply.startsWith('250') ? 'accepted' : `refused with ${reply}`);
    });
    const rest = await service.operator(api.drain, { timeout_seconds: 600 });
    expect(rest.status).toBe(200);
    items = await listed();
  }, 3_600_000);
  afterAll(async () => {
    await service.stop();
    if (everything) process.stdout.write(`${JSON.stringify(counts, null, 2)}\n`);
  });

  async function listed(): Promise<Item[]> {
    const all: Item[] = [];
    for (let page = {}; ; page = { before: all.at(-1)?.id }) {
      const reply = await service.call(agent, api.listMessages, {
        id: 'helper',
        limit: 200,
        view: 'verbose',
        ...page,
      });
      expect(reply.status).toBe(200);
      all.push(...reply.body.messages);
      if (reply.body.messages.length < 200) return all;
    }
  }

  it('lists all that was accepted, each once, and little is refused', () => {
    expect(items.length).toBe(counts.accepted);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    expect(items.length).toBeGreaterThan(100);
  });

  it('shows each message and its previews, and nothing of what is hidden, to whoever reads', async () => {
    const { read } = service.daemon.context.store;
    const leaks: string[] = [];
    await inLanes(items, async (item) => {
      const detail = await service.call(agent, api.getMessage, { id: item.id });
      expect([item.id, detail.status]).toEqual([item.id, 200]);
      const stored = await read
        .selectFrom('message_bodies')
        .select(['text', 'pii_spans'])
        .where('message_id', '=', item.id)
        .executeTakeFirst();
      const hidden = hiddenValues(stored?.text ?? '', stored?.pii_spans ?? null);
      const { content } = detail.body.body;
      if (stored?.pii_spans === null) expect([item.id, content]).toEqual([item.id, null]);
      for (const value of hidden) {
        count('hidden values');
        if (content?.includes(value) || item.body_preview.includes(value)) leaks.push(`${item.id}: ${value}`);
      }
      for (const index of detail.body.attachments.keys()) {
        const { status } = await service.call(agent, api.getAttachmentPreview, { id: item.id, idx: index });
        count(`preview ${status}`);
        expect([item.id, [200, 403, 404].includes(status), status]).toEqual([item.id, true, status]);
      }
    });
    expect(leaks).toEqual([]);
  });

  it('finds nothing by what is hidden, and what is shown by its words', async () => {
    const { read } = service.daemon.context.store;
    const search = async (term: string) =>
      (
        await service.call(agent, api.listMessages, { id: 'helper', limit: 200, search: term })
      ).body.messages.map(({ id }) => id);
    let asked = 0;
    for (const { id, subject } of items) {
      const stored = await read
        .selectFrom('message_bodies')
        .select(['text', 'pii_spans'])
        .where('message_id', '=', id)
        .executeTakeFirst();
      const [value] = hiddenValues(`${stored?.text}`, stored?.pii_spans ?? null).filter(
        (each) => each.trim().length >= 8 && each.length <= 100 && !subject.includes(each),
      );
      if (value === undefined || asked >= 150) continue;
      asked++;
      // Any other spelling of it that is shown is another matter.
      const shown = (await service.call(agent, api.getMessage, { id })).body.body.content ?? '';
      if (shown.toLowerCase().includes(value.trim().toLowerCase())) continue;
      count('searches for hidden values');
      expect([id, value, (await search(value)).includes(id)]).toEqual([id, value, false]);
    }
    expect(asked).toBeGreaterThan(10);
  });

  it('groups them into threads that can all be read', async () => {
    const threads = [...new Set(items.map(({ thread_id }) => thread_id))].filter((id) => id !== null);
    await inLanes(
      threads.filter((_, index) => index % CLI_EVERY === 0),
      async (id) => {
        const reply = await service.call(agent, api.getThread, { thread_id: id, mailbox: 'helper' });
        expect([id, reply.status, reply.body.messages?.length > 0]).toEqual([id, 200, true]);
        count('threads');
      },
    );
  });

  it('is read on a terminal without anything that drives it', async () => {
    for (const [index, { id }] of items.entries()) {
      if (index % CLI_EVERY !== 0) continue;
      const read = await agentmail(['read', id, '--peek', '--mailbox', 'helper'], {
        home,
        env,
        terminal: 100,
      });
      const files = await agentmail(['attachments', 'list', id], { home, env, terminal: 100 });
      expect([id, read.exit, files.exit]).toEqual([id, 0, 0]);
      expect(read.stdout.replaceAll('\n', '') + files.stdout.replaceAll('\n', '')).not.toMatch(DRIVING);
      count('read on the command line');
      const [file] = files.exit === 0 && /ready/.test(files.stdout) ? ['0'] : [];
      if (file === undefined) continue;
      const shown = await agentmail(['attachments', 'preview', id, file], { home, env, terminal: 100 });
      expect(shown.stdout.replaceAll('\n', '')).not.toMatch(DRIVING);
    }
    const inbox = await agentmail(['inbox', '--limit', '200'], { home, env, terminal: 100 });
    expect([inbox.exit, inbox.stdout.replaceAll('\n', '')]).toEqual([0, expect.not.stringMatching(DRIVING)]);
    expect(inbox.stdout.trimEnd().split('\n').length).toBeGreaterThan(100);
  });
});

/** Controls, and what turns the direction of writing. */
const DRIVING = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/** Texts that were found to be personal, as far as they do not also stand where nobody found them. */
function hiddenValues(text: string, found: readonly PiiSpan[] | null): string[] {
  if (found === null) return [];
  let end = 0;
  let outside = '';
  for (const span of found) {
    outside += `${text.slice(end, span.start)}\n`;
    end = span.end;
  }
  outside += text.slice(end);
  const values = found.map((span) => text.slice(span.start, span.end)).filter((value) => value.length >= 4);
  return [...new Set(values)].filter((value) => !outside.includes(value));
}

async function inLanes<T>(all: readonly T[], work: (each: T) => Promise<unknown>): Promise<void> {
  const queue = all.values();
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (const each of queue) await work(each);
    }),
  );
}

import { describe, expect, it } from 'vitest';
import { withFooter } from '../../../daemon/mail/outbound/footer.ts';
import * as api from '../../support/api.ts';
import { createTenant, startService } from '../../support/service.ts';

const LINE = 'Sent by an AI agent with a trial account of agentmail.';

describe('the footer of trial accounts', () => {
  it('is the last line of what goes out, in text and HTML, and is not stored', async () => {
    const service = await startService();
    const tenant = await createTenant(service, { tier: 'sandbox' });
    const sent = await service.call(tenant.admin, api.send, {
      from_mailbox: 'helper',
      to: 'owner@example.com',
      subject: 'Hello',
      body: 'Good morning.\n',
      html: '<!DOCTYPE html><body bgcolor="#ffffff"><p>Good morning.</p></body>',
    });
    expect(sent.status).toBe(200);
    const { items } = (
      await service.operator(api.listOutbox, { to: 'owner@example.com', purpose: 'message' })
    ).body;
    expect(items[0]?.text).toBe(`Good morning.\n\n${LINE}\n`);
    expect(items[0]?.html).toMatch(new RegExp(`<p>Good morning.</p><p [^>]*>${LINE}</p></body></html>$`));
    const raw = await service.operator(api.getOutboxRaw, { id: items[0]?.id ?? '' });
    expect(String(raw.body)).toContain('helper (trial)');
    const row = await service.call(tenant.admin, api.getMessage, { id: sent.body.message_id });
    expect(row.body.body.content).toBe('Good morning.\n');
  });

  it.each([
    ['of another tier', { tier: 'pro' as const, sender: 'a@agentmail.localhost' }],
    ['from a domain of its own', { tier: 'sandbox' as const, sender: 'a@garden.example' }],
  ])('is missing in mail %s', (_case, from) => {
    const content = { text: 'Hello.', html: '<p>Hello.</p>' };
    expect(withFooter({ ...from, ...content }, 'agentmail.localhost')).toEqual(content);
  });
});

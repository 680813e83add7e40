import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import * as api from '../../support/api.ts';
import { ANN, letterTo } from '../../support/far-provider.ts';
import { type TokenScene, tokenScene } from '../../support/token-program.ts';

function subjects({ service, tenant }: TokenScene, id: string) {
  return async () => {
    const { messages } = await service.must(tenant.admin, api.listMessages, { id, limit: 200 });
    return messages.map(({ subject }) => subject).reverse();
  };
}

function connectionOf({ service, tenant }: TokenScene, id: string) {
  return service.must(tenant.admin, api.getConnection, { id });
}

function send({ service, tenant }: TokenScene, id: string, subject = 'Hi') {
  const mail = { from_mailbox: id, to: 'bob@there.example', subject, body: 'Hi.' };
  return service.must(tenant.admin, api.send, mail);
}

describe('a mailbox that is connected with access tokens', () => {
  test('receives and sends with a token for each server, and shows the program only', async () => {
    const scene = await tokenScene();
    const { imap, smtp } = scene;
    scene.issue('first.token-1=');
    const id = await scene.connect(scene.servers());
    imap.deliver(letterTo('Lunch'));
    await expect.poll(subjects(scene, id)).toEqual(['Lunch']);
    expect(await send(scene, id)).toMatchObject({ status: 'sent' });
    expect(smtp.received.map(({ user, secure }) => [user, secure])).toEqual([[ANN, true]]);
    expect(new Set(imap.givenTokens)).toEqual(new Set([`${ANN} first.token-1=`]));
    // The examination and later sessions share the token of a host.
    expect(scene.runs().sort()).toEqual([
      `${ANN} imap.firm.example a word`,
      `${ANN} smtp.firm.example a word`,
    ]);
    const shown = await connectionOf(scene, id);
    expect([shown.state, shown.imap?.token_program, shown.smtp?.token_program]).toEqual([
      'active',
      'ours',
      'ours',
    ]);
  });

  test('has an expired token replaced once for each server', async () => {
    const scene = await tokenScene();
    const { service, imap, smtp } = scene;
    scene.issue('token-1');
    const id = await scene.connect(scene.servers());
    await expect.poll(() => imap.givenTokens.length).toBe(2);
    scene.issue('token-2');
    imap.drop();
    imap.deliver(letterTo('later'));
    await service.operator(api.advanceClock, { seconds: 2 });
    await expect.poll(subjects(scene, id)).toEqual(['later']);
    expect(imap.givenTokens.slice(2)).toEqual([`${ANN} token-1`, `${ANN} token-2`]);
    expect((await send(scene, id)).status).toBe('sent');
    expect(smtp.received).toHaveLength(1);
    expect(scene.runs()).toHaveLength(4);
    expect((await connectionOf(scene, id)).state).toBe('active');
  });

  test('has a token printed again after half an hour', async () => {
    const scene = await tokenScene();
    scene.issue('token-1');
    await scene.check();
    await scene.service.operator(api.advanceClock, { seconds: 29 * 60 });
    await scene.check();
    expect(scene.runs()).toHaveLength(2);
    await scene.service.operator(api.advanceClock, { seconds: 2 * 60 });
    await scene.check();
    expect(scene.runs()).toHaveLength(4);
  });

  test('waits 5 minutes after a token that is refused at once, and says so', async () => {
    const scene = await tokenScene();
    const { service, imap } = scene;
    scene.issue('token-1');
    const id = await scene.connect(scene.servers());
    await expect.poll(() => imap.givenTokens.length).toBe(2);
    scene.tokens.clear();
    imap.drop();
    await service.operator(api.advanceClock, { seconds: 2 });
    await expect
      .poll(async () => (await connectionOf(scene, id)).imap?.failure)
      .toEqual({ stage: 'login', reason: 'login_refused' });
    expect(imap.givenTokens).toHaveLength(4);
    await service.operator(api.advanceClock, { seconds: 200 });
    expect(imap.givenTokens).toHaveLength(4);
    await scene.allow({ accounts: ['other@example.com'] });
    await service.operator(api.advanceClock, { seconds: 200 });
    await expect
      .poll(async () => (await connectionOf(scene, id)).imap?.failure?.reason)
      .toBe('token_program_not_allowed');
    expect(imap.givenTokens).toHaveLength(4);
  });

  test('has its tokens in no log, answer or file of the daemon', async () => {
    let log = '';
    const logStream = new Writable({
      write(chunk, _encoding, done) {
        log += String(chunk);
        done();
      },
    });
    const scene = await tokenScene({ config: { logLevel: 'trace' }, overrides: { logStream } });
    const { service, imap } = scene;
    scene.issue('seen-nowhere-1');
    const id = await scene.connect(scene.servers());
    imap.deliver(letterTo('Lunch'));
    await expect.poll(subjects(scene, id)).toEqual(['Lunch']);
    await send(scene, id);
    scene.tokens.clear();
    imap.drop();
    await service.operator(api.advanceClock, { seconds: 2 });
    await expect.poll(async () => (await connectionOf(scene, id)).state).toBe('failing');
    const refused = await scene.check();
    expect(refused.body).toMatchObject({ imap: { reason: 'login_refused' }, smtp: { reason: '535' } });
    const answers = [await connectionOf(scene, id), refused, await service.operator(api.listAudit, {})];
    expect(log).toContain('mail folder not read');
    const files = readdirSync(service.home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    expect(files.length).toBeGreaterThan(0);
    const encoded = Buffer.from(`user=${ANN}\x01auth=Bearer seen-nowhere-1`).toString('base64').slice(0, 40);
    for (const text of [log, JSON.stringify(answers), ...files]) {
      expect(text).not.toContain('seen-nowhere');
      expect(text).not.toContain(encoded);
    }
  });
});

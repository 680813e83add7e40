import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as api from '../../support/api.ts';
import { agentmail } from '../../support/cli.ts';
import { sharedTenantCli } from '../../support/tenant-cli.ts';
import { allowFiles } from '../../support/uploads.ts';

const { service, made } = sharedTenantCli();

const call = (...argv: string[]) => agentmail(argv, made.options);
const TO = ['--to', 'bob@example.net'];

async function receive(): Promise<string> {
  const answer = await service.deliver({
    from: 'ann@example.org',
    to: made.tenant.mailbox.address,
    subject: 'Numbers',
    text: 'The numbers of the week are attached.',
    attachments: [{ filename: 'week.csv', content: 'day,count\nmonday,12\n' }],
  });
  await service.drain();
  return /([0-9a-f-]{36})/.exec(answer)?.[1] ?? '';
}
const sent = async (id: string) => (await service.call(made.tenant.admin, api.getMessage, { id })).body;
interface Sent {
  readonly message_id: string;
  readonly forwards: string;
}

describe('agentmail forward', () => {
  test('sends the message on with its files, or without', async () => {
    await allowFiles(service, made.tenant);
    const id = await receive();
    const ran = await call('forward', id.slice(-8), ...TO, '-b', 'For you.');
    expect(ran.exit).toBe(0);
    const { message_id, forwards } = ran.json<Sent>();
    expect(forwards).toBe(id);
    expect(await sent(message_id)).toMatchObject({
      subject: 'Fwd: Numbers',
      attachments: [{ filename: 'week.csv' }],
    });
    const bare = await call('forward', id, ...TO, '--no-files');
    expect((await sent(bare.json<Sent>().message_id)).attachments).toEqual([]);
    const whole = await call('forward', id, ...TO, '--as', 'attachment', '--cc', 'eve@example.net');
    expect(await sent(whole.json<Sent>().message_id)).toMatchObject({
      recipients: [{ role: 'to' }, { role: 'cc' }],
      attachments: [{ content_type: 'message/rfc822' }],
    });
  });

  test('takes own words from a file or stdin only where it is told to', async () => {
    const id = await receive();
    const file = join(made.options.home, 'words.txt');
    writeFileSync(file, 'From a file.');
    const stdin = { ...made.options, stdin: 'From stdin.' };
    for (const [argv, options, words] of [
      [['-f', file], made.options, /^From a file\./],
      [['-f', '-'], stdin, /^From stdin\./],
      [[], stdin, /^---------- Forwarded message/],
    ] as const) {
      const ran = await agentmail(['forward', id, ...TO, '--no-files', ...argv], options);
      expect((await sent(ran.json<Sent>().message_id)).body.content).toMatch(words);
    }
  });

  test('refuses what contradicts itself, before it sends', async () => {
    const id = await receive();
    for (const argv of [
      [],
      [...TO, '--no-files', '--as', 'attachment'],
      [...TO, '--explain'],
      [...TO, '--html', 'x.html'],
    ]) {
      const ran = await call('forward', id, ...argv);
      expect([ran.exit, ran.error().code]).toEqual([2, 'USAGE']);
    }
  });

  test('shows what would happen to that of an agent', async () => {
    const id = await receive();
    const ran = await call('forward', id, ...TO, '--dry-run', '--origin', 'agent', '--no-files');
    expect(ran.exit).toBe(5);
    expect(ran.json<{ result: string }>().result).toBe('would_hold');
  });

  test('names files that stay behind', async () => {
    await allowFiles(service, made.tenant);
    const id = await receive();
    await service.daemon.context.store.write('none', ({ db }) =>
      db.updateTable('attachments').set({ policy_action: 'block' }).where('message_id', '=', id).execute(),
    );
    const ran = await agentmail(['forward', id, ...TO], { ...made.options, terminal: 100 });
    expect(ran.stdout).toContain('week.csv: the scan found something in it');
  });
});

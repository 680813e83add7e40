import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { render } from '../../../cli/output/terminal/render.ts';
import { eventLine } from '../../../cli/output/views/events.ts';
import { agentmail } from '../../support/cli.ts';
import { temporaryHome } from '../../support/temporary.ts';

/* Lines that people read while they look at a running daemon. */

const zone = process.env.TZ;
beforeAll(() => {
  process.env.TZ = 'Asia/Kolkata';
});
afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const LINES = [
  '{"level":30,"time":"2031-05-05T05:05:05.005Z","http":"127.0.0.1:4310","msg":"ready"}',
  '{"level":40,"time":"2031-05-05T20:00:00.000Z","count":3,"error":null,"reason":"no answer","msg":"relay silent"}',
  '{"level":50,"time":"2031-05-06T05:05:05.005Z","err":{"type":"Error","message":"no room","stack":"…"},"msg":"failed"}',
  'not JSON',
];

function homeWithLog(): string {
  const home = temporaryHome();
  writeFileSync(join(home, 'daemon.log'), `${LINES.join('\n')}\n`);
  return home;
}

const noon = { now: () => Date.parse('2031-05-06T06:30:00Z'), sleep: async () => undefined };

test('logs show the local time, the level and the facts of each line', async () => {
  const ran = await agentmail(['logs'], {
    home: homeWithLog(),
    terminal: 80,
    env: { NO_COLOR: '1' },
    clock: noon,
  });
  expect(ran.stdout.split('\n')).toEqual([
    '2031-05-05 10:35:05 ready http=127.0.0.1:4310',
    '01:30:00 warning relay silent count=3 reason="no answer"',
    '10:35:05 error failed err="no room"',
    'not JSON',
    '',
  ]);
});

test('logs for programs stay as the daemon wrote them', async () => {
  const ran = await agentmail(['logs', '--json'], { home: homeWithLog(), clock: noon });
  const [first] = ran.stdout.split('\n');
  expect(first).toBe(LINES[0]);
});

test('an event shows its local time, with the date on another day', () => {
  const event = {
    id: '01a1fdba-3db9-7694-8b95-e0dd57d57dd6',
    event: 'message.received' as const,
    occurred_at: '2031-05-05T20:00:00.000Z',
    data: { sender: 'ann@example.org', recipient: 'helper@example.com', subject: 'Hello', message_id: '1' },
    cursor: '1',
  };
  const lineAt = (now: string) =>
    render(eventLine(event as never), { width: 80, colours: false, now: Date.parse(now) });
  expect(lineAt('2031-05-06T06:30:00Z')).toMatch(/^01:30:00 message\.received ann@example\.org/);
  expect(lineAt('2031-05-09T06:30:00Z')).toMatch(/^2031-05-06 01:30:00 message\.received/);
});

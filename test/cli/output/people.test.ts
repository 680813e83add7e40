import { expect, test } from 'vitest';
import { agentmail } from '../../support/cli.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const PLAIN = { NO_COLOR: '1' };

async function receive(...lines: string[]): Promise<void> {
  const raw = `${lines.join('\r\n')}\r\nSubject: Lunch\r\n\r\nAt noon?\r\n`;
  await service.deliver({ from: 'x@example.org', to: 'support@agentmail.localhost', raw });
  await service.drain();
}

test('a name is shown with its address, and cut before it', async () => {
  await agentmail(['up'], { home: service.home });
  await agentmail(['mailboxes', 'create', 'support'], { home: service.home });
  const name = 'Johanna Magdalena Miller-Lüdenscheidt of the Northern Office';
  await receive(
    `From: =?UTF-8?B?${Buffer.from(`${name}\u202e`).toString('base64')}?= <jo@example.org>`,
    'To: "boss@corp.example" <eve@bad.example>',
    'Reply-To: Helga <helga@example.org>',
  );
  const inbox = async (terminal: number) =>
    (await agentmail(['inbox'], { home: service.home, terminal, env: PLAIN })).stdout;
  expect(await inbox(200)).toContain(`${name} <jo@example.org>`);
  const narrow = await inbox(80);
  expect(narrow).toMatch(/Johanna.*… <jo@example\.org>/);
  expect(narrow).not.toContain('Northern');
  const found = (await agentmail(['inbox', '--from', 'lüdenscheidt'], { home: service.home })).json<{
    messages: { id: string }[];
  }>();
  const id = found.messages[0]?.id ?? '';
  const shown = (await agentmail(['read', id], { home: service.home, terminal: 120, env: PLAIN })).stdout;
  expect(shown).toMatch(/to {2,}"boss@corp\.example" <eve@bad\.example>/);
  expect(shown).toMatch(/envelope {2,}support@agentmail\.localhost/);
  expect(shown).toMatch(/reply-to {2,}Helga <helga@example\.org>/);
  expect(shown).toMatch(/a reply {2,}to helga@example\.org\. Goes to the Reply-To of the message/);
  const reply = ['reply', id, '-b', 'Yes.'];
  const sent = (await agentmail(reply, { home: service.home, terminal: 120, env: PLAIN })).stdout;
  expect(sent).toContain('Goes to the Reply-To of the message, not to its sender.');
});

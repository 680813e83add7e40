import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { type CrashingDaemon, killDaemon, startDaemon } from '../support/crashing-daemon.ts';
import { pdf } from '../support/documents.ts';
import { splitHostPort } from '../support/service.ts';

interface Message {
  readonly id: string;
  readonly state: string;
  readonly attachments: readonly { preview_status: string; preview_page_count: number | null }[];
}

const PAGES = 4000;
/** Takes its reader longer than the verdict waits. */
const book = pdf([...Array.from({ length: PAGES - 1 }, () => ''), 'The end.']);

async function deliver(daemon: CrashingDaemon): Promise<void> {
  const { smtp } = await daemon.operatorGet<{ smtp: string }>('/status');
  const box = await daemon.get<{ address: string }>(daemon.admin, `/v1/mailboxes/${daemon.mailbox}`);
  const [host, port] = splitHostPort(smtp);
  const transport = createTransport({ host, port, secure: false, ignoreTLS: true });
  await transport.sendMail({
    from: 'tom@example.com',
    to: box.address,
    subject: 'A book',
    text: 'Hi Anna, here is the book that we spoke about.',
    attachments: [{ filename: 'book.pdf', content: book }],
  });
  transport.close();
}

async function newest(daemon: CrashingDaemon): Promise<Message> {
  const { messages } = await daemon.get<{ messages: { id: string }[] }>(
    daemon.admin,
    `/v1/mailboxes/${daemon.mailbox}/messages`,
  );
  return daemon.get<Message>(daemon.admin, `/v1/messages/${messages[0]?.id}`);
}

describe('a daemon that is killed while it reads a document', () => {
  it('takes it up again, be it before or after the verdict', async () => {
    let daemon = await startDaemon();
    const { home } = daemon;
    await deliver(daemon);
    expect((await newest(daemon)).state).toMatch(/received|scanning/);
    await killDaemon(daemon);

    daemon = await startDaemon({ home });
    let message = await newest(daemon);
    while (message.state !== 'available') message = await newest(daemon);
    expect(message.attachments[0]?.preview_status).toMatch(/pending|ready/);
    await killDaemon(daemon);

    daemon = await startDaemon({ home });
    await daemon.drain();
    expect((await newest(daemon)).attachments).toEqual([
      expect.objectContaining({ preview_status: 'ready', preview_page_count: PAGES }),
    ]);
    await killDaemon(daemon);
  });
});

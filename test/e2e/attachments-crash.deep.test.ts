import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import * as api from '../support/api.ts';
import { type CrashingDaemon, killDaemon, startDaemon } from '../support/crashing-daemon.ts';
import { pdf } from '../support/documents.ts';
import { splitHostPort } from '../support/service.ts';

const PAGES = 4000;
/** Takes its reader longer than the verdict waits. */
const book = pdf([...Array.from({ length: PAGES - 1 }, () => ''), 'The end.']);

async function deliver(daemon: CrashingDaemon): Promise<void> {
  const { smtp } = await daemon.must(daemon.operatorToken, api.getStatus);
  const box = await daemon.must(daemon.admin, api.getMailbox, { id: daemon.mailbox });
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

async function newest(daemon: CrashingDaemon) {
  const { messages } = await daemon.must(daemon.admin, api.listMessages, { id: daemon.mailbox });
  return daemon.must(daemon.admin, api.getMessage, { id: messages[0]?.id ?? '' });
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

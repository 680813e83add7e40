import { randomUUID } from 'node:crypto';
import { ApiError, connect, reading, sending } from 'agentmail/client';

/** Waits for the next message of a mailbox and answers it. AGENTMAIL_URL and AGENTMAIL_KEY say where and as whom. */

const { AGENTMAIL_URL: url = 'http://127.0.0.1:4310', AGENTMAIL_KEY: key = '' } = process.env;
const [mailbox = 'helper'] = process.argv.slice(2);

const mail = connect({ url, key });
// Without it the newest message that is there already would be the next.
const since = new Date().toISOString();
let message: Awaited<ReturnType<typeof nextMessage>> = null;
while (message === null) message = await nextMessage();

async function nextMessage() {
  // Answers after `timeout` seconds even when nothing came; an answer may take a little longer than that.
  const { message } = await mail.call(reading.waitForMessage, {
    params: { id: mailbox },
    query: { timeout: 30, since },
    timeoutMs: 40_000,
  });
  return message;
}

try {
  const sent = await mail.call(sending.reply, {
    params: { id: message.id },
    body: { body: `Thank you for "${message.subject}".` },
    headers: { 'idempotency-key': randomUUID() },
  });
  process.stdout.write(`${sent.status}: ${sent.message_id}\n`);
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  process.stderr.write(`${error.code}: ${error.message}\n`);
  process.exitCode = 1;
}

import { AgentMail, RefusedError } from 'agentmaild-client';

/** Waits for the next message of a mailbox and answers it. AGENTMAIL_URL and AGENTMAIL_KEY say where and as whom. */

const { AGENTMAIL_URL: url = 'http://127.0.0.1:4310', AGENTMAIL_KEY: key = '' } = process.env;
const [mailbox = 'helper'] = process.argv.slice(2);

const mail = new AgentMail({ url, key });
const message = await mail.messages.waitFor({
  mailbox,
  timeout: Number.POSITIVE_INFINITY,
  skipAutomatic: true,
});
try {
  if (message?.state === 'available') {
    const sent = await mail.messages.reply(message.id, { body: `Thank you for "${message.subject}".` });
    process.stdout.write(`${sent.status}: ${sent.message_id}\n`);
  }
} catch (error) {
  if (!(error instanceof RefusedError)) throw error;
  process.stderr.write(`${error.code}: ${error.message} ${error.hint}\n`);
  process.exitCode = 1;
}

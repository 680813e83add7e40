import { command, result } from '../../command.ts';
import { heldArgument } from '../../reviewing/decide.ts';
import { readFindings } from '../../reviewing/findings.ts';
import { fromDisplay } from '../../reviewing/from.ts';
import { chooseHeld, loadQueueEndpoints, queueMailboxFlag } from '../../reviewing/queue.ts';
import { heldView } from '../../views/review.ts';

export const reviewShow = command({
  name: ['review', 'show'],
  summary: 'Show a held message with its text, HTML and hold reasons.',
  description: "On the daemon's machine, the operator also sees scan findings marked in the text.",
  flags: { mailbox: queueMailboxFlag },
  arguments: { message: heldArgument },
  examples: [{ command: 'agentmail review show 4f1c9a22', about: 'read it before you decide' }],
  endpoints: async () => {
    const [{ getMessage }, { getFindings }, queue] = await Promise.all([
      import('../../../shared/contract/reading.ts'),
      import('../../../shared/contract/findings.ts'),
      loadQueueEndpoints(),
    ]);
    return { getMessage, getFindings, ...queue };
  },
  run: async (context, { message: typed, mailbox }, endpoints) => {
    const id = await chooseHeld(context, { typed, mailbox }, endpoints);
    const client = await context.client();
    const message = await client.call(endpoints.getMessage, { params: { id }, query: {} });
    const found = await readFindings(context, { id }, endpoints.getFindings);
    const { mailboxes } = await client.call(endpoints.listMailboxes, {});
    const from = fromDisplay(
      message,
      mailboxes.find((each) => each.id === message.mailbox_id),
    );
    const shown = { ...message, from_display: from, marked_findings: found?.findings ?? null };
    return result(shown, heldView);
  },
});

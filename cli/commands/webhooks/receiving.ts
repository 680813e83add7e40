import { type Command, command, result } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { CommandError, UsageError } from '../../errors.ts';
import { optionalWebhookWord } from '../../input/lookups/known-ids.ts';
import { duration } from '../../input/options/duration.ts';
import { definedFields, headersOf } from '../../input/options/input.ts';
import { requiredText, text, texts } from '../../input/options/kinds.ts';
import { readBytes } from '../../machine/home/read-file.ts';
import { deliveryLine, forwardedLine, verifiedView } from '../../output/views/events.ts';
import { deliveryFlags, deliveryQuery, eventFlags, eventQuery } from '../../tasks/events/flags.ts';
import { secretFlags, secretOf } from '../../tasks/events/secret.ts';

/** A multiple of 3: Base64 without padding. */
const SECRET_BYTES = 33;

const A_YEAR = 366 * 24 * 3600;

export const webhookReceiving: readonly Command[] = [
  command({
    name: ['webhooks', 'tail'],
    summary: 'Show delivery attempts as they finish, and why one failed, until Ctrl+C.',
    description:
      'On a terminal, the arrow keys or j and k select a delivery (by default the last failed one), d\n' +
      'shows its details, r retries it, q quits. After a lost connection, even a daemon restart, the\n' +
      'view resumes where it stopped.',
    flags: deliveryFlags,
    arguments: { webhook: optionalWebhookWord },
    examples: [
      {
        command: 'agentmail webhooks tail',
        about: 'watch; then, in another terminal: agentmail trigger webhook.test',
      },
      {
        command: 'agentmail webhooks tail | jq \'select(.status == "abandoned")\'',
        about: 'print one line of JSON per attempt',
      },
    ],
    stream: true,
    endpoints: async () => {
      const { streamDeliveries } = await import('../../../shared/contract/event-stream.ts');
      const { retryDelivery } = await import('../../../shared/contract/webhooks.ts');
      return { streamDeliveries, retryDelivery };
    },
    run: async (context, { webhook, since, count }, endpoints) => {
      const query = deliveryQuery({ webhook, since });
      if (count === undefined && hasKeys(context)) {
        const { watchDeliveries } = await import('../../tui/webhook-tail/watch.tsx');
        await watchDeliveries(context, query, endpoints);
        return 'ok';
      }
      const { followDeliveries } = await import('../../tasks/events/follow.ts');
      let seen = 0;
      for await (const delivery of followDeliveries(context, query, endpoints.streamDeliveries)) {
        await context.emit(delivery, deliveryLine);
        seen += 1;
        if (seen === count) break;
      }
      return 'ok';
    },
  }),
  command({
    name: ['webhooks', 'listen'],
    summary: 'Forward events to a local server, signed like webhooks, until Ctrl+C.',
    description:
      "Needs no tunnel and no public URL. Events come over the daemon's event stream; after a lost\n" +
      'connection, forwarding resumes where it stopped. An event keeps its ID when it is forwarded\n' +
      'again. Without a secret, a new one is created and shown at the start.',
    flags: {
      forwardTo: requiredText('--forward-to <URL>', 'Where to post, such as http://localhost:3000/hook.'),
      ...secretFlags,
      ...eventFlags,
    },
    examples: [
      {
        command: 'agentmail webhooks listen --forward-to http://localhost:3000/hook',
        about: 'forward events; then, in another terminal: agentmail trigger message.received',
      },
    ],
    stream: true,
    endpoints: async () => {
      const { streamEvents } = await import('../../../shared/contract/event-stream.ts');
      return { streamEvents };
    },
    run: async (context, input, { streamEvents }) => {
      const [{ randomBytes }, { followEvents }, { forward, receiverOf }] = await Promise.all([
        import('node:crypto'),
        import('../../tasks/events/follow.ts'),
        import('../../tasks/events/forward.ts'),
      ]);
      const given = await secretOf(context, input);
      const secret = given ?? `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
      const query = eventQuery(input);
      const receiver = receiverOf(input.forwardTo, secret);
      if (given === undefined) context.notice(`Signing secret of this run: ${secret}`);
      let seen = 0;
      for await (const event of followEvents(context, { query }, streamEvents)) {
        await context.emit(await forward(context, receiver, event), forwardedLine);
        seen += 1;
        if (seen === input.count) break;
      }
      return 'ok';
    },
  }),
  command({
    name: ['webhooks', 'verify'],
    summary: 'Verify the signature of a webhook request.',
    description: "Exits with 4 if the request isn't genuine; the error says why.",
    flags: {
      ...secretFlags,
      headers: texts(
        '-H, --header <NAME: VALUE>',
        'Header of the request. Repeat for each signature header.',
      ),
      file: text('-f, --file <FILE>', 'File with the raw body. Default: stdin.'),
      tolerance: duration('--tolerance <DURATION>', 'Maximum age of the request. Default: 5m.', {
        min: 0,
        max: A_YEAR,
      }),
    },
    examples: [
      {
        command:
          "agentmail webhooks verify --secret-file secret.txt -H 'X-Service-Signature: t=1767225600,v1=5f0c…' < body.json",
        about: 'check how a receiver should have answered',
      },
    ],
    codes: [
      ...(['SIGNATURE_MISSING', 'SIGNATURE_MALFORMED', 'SIGNATURE_MISMATCH'] as const),
      ...(['TIMESTAMP_OUT_OF_TOLERANCE', 'BODY_MALFORMED'] as const),
    ],
    run: async (context, input) => {
      const { verifyWebhook, WebhookVerificationError } = await import(
        '../../../shared/receiver/webhooks.ts'
      );
      const { clock, stdin } = context.world;
      if (input.secretFile === '-' && input.file === undefined) {
        throw new UsageError("stdin can't be both the body and the secret.", 'pass the body with --file');
      }
      const secret = await secretOf(context, input);
      if (secret === undefined) {
        throw new UsageError('No secret given.', 'set AGENTMAIL_WEBHOOK_SECRET or use --secret-file FILE');
      }
      const request = {
        // Unchanged, because the signature covers these bytes.
        body: input.file === undefined ? await stdin.readAll() : await readBytes(input.file),
        headers: headersOf(input.headers),
        secret,
        now: clock.now(),
      };
      try {
        const { id, event, occurred_at } = verifyWebhook({
          ...request,
          ...definedFields({ tolerance: input.tolerance }),
        });
        return result({ valid: true as const, id, event, occurred_at }, verifiedView);
      } catch (error) {
        if (!(error instanceof WebhookVerificationError)) throw error;
        throw new CommandError(`The request isn't genuine: ${error.message}.`, {
          exit: 'refused',
          code: error.reason.toUpperCase(),
          hint:
            error.reason === 'signature_mismatch'
              ? 'pass the raw, unparsed body and the whole secret, including whsec_'
              : undefined,
        });
      }
    },
  }),
];

/** Whether a person is at a terminal with a screen. */
function hasKeys({ json, world: { stdin, stdout, terminal, env } }: CommandContext): boolean {
  return !json && stdin.isTTY && terminal !== undefined && stdout.isTTY && env.TERM !== 'dumb';
}

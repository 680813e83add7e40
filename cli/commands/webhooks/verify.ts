import { headersOf } from '../../choices.ts';
import { command, noEndpoints, result, text, texts } from '../../command.ts';
import { duration } from '../../duration.ts';
import { CommandError, UsageError } from '../../errors.ts';
import { secretFlags, secretOf } from '../../events/secret.ts';
import { given } from '../../given.ts';
import { readBytes } from '../../read-file.ts';
import { verifiedView } from '../../views/events.ts';

const A_YEAR = 366 * 24 * 3600;

export const webhooksVerify = command({
  name: ['webhooks', 'verify'],
  summary: 'Check the signature of a request that a receiver got; by its raw body.',
  description: 'Exit code 4 when the request is not genuine; the error says what is wrong with it.',
  flags: {
    ...secretFlags,
    headers: texts(
      '-H, --header <NAME: VALUE>',
      'A header of the request; repeat it for each signature header.',
    ),
    file: text('-f, --file <FILE>', 'Read the raw body from a file. Default: stdin.'),
    tolerance: duration('--tolerance <DURATION>', 'How old the request may be. Default: 5m.', {
      min: 0,
      max: A_YEAR,
    }),
  },
  arguments: {},
  examples: [
    {
      command:
        "agentmail webhooks verify --secret-file secret.txt -H 'X-Service-Signature: t=1767225600,v1=5f0c…' < body.json",
      about: 'what a receiver should have answered',
    },
  ],
  codes: [
    ...(['SIGNATURE_MISSING', 'SIGNATURE_MALFORMED', 'SIGNATURE_MISMATCH'] as const),
    ...(['TIMESTAMP_OUT_OF_TOLERANCE', 'BODY_MALFORMED'] as const),
  ],
  endpoints: noEndpoints,
  run: async (context, input) => {
    const { verifyWebhook, WebhookVerificationError } = await import('../../../shared/receiver/webhooks.ts');
    const { clock, stdin } = context.world;
    if (input.secretFile === '-' && input.file === undefined) {
      throw new UsageError('stdin cannot be both the body and the secret.', 'name the body with --file');
    }
    const secret = await secretOf(context, input);
    if (secret === undefined) {
      throw new UsageError('There is no secret.', 'AGENTMAIL_WEBHOOK_SECRET=… or --secret-file FILE');
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
        ...given({ tolerance: input.tolerance }),
      });
      return result({ valid: true as const, id, event, occurred_at }, verifiedView);
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      throw new CommandError(`The request is not genuine: ${error.message}.`, {
        exit: 'refused',
        code: error.reason.toUpperCase(),
        hint:
          error.reason === 'signature_mismatch'
            ? 'the body must be the raw bytes, unparsed, and the secret whole, with its whsec_'
            : undefined,
      });
    }
  },
});

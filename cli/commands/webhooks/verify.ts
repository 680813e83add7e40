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
  summary: 'Verify the signature of a webhook request by its raw body.',
  description: "Exits with 4 if the request isn't genuine; the error says why.",
  flags: {
    ...secretFlags,
    headers: texts('-H, --header <NAME: VALUE>', 'Header of the request. Repeat for each signature header.'),
    file: text('-f, --file <FILE>', 'File with the raw body. Default: stdin.'),
    tolerance: duration('--tolerance <DURATION>', 'Maximum age of the request. Default: 5m.', {
      min: 0,
      max: A_YEAR,
    }),
  },
  arguments: {},
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
  endpoints: noEndpoints,
  run: async (context, input) => {
    const { verifyWebhook, WebhookVerificationError } = await import('../../../shared/receiver/webhooks.ts');
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
        ...given({ tolerance: input.tolerance }),
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
});

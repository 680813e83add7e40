import { describe, expect, it } from 'vitest';
import { launch, type Reply } from '../../support/service.ts';
import { brokenRules, watchStates } from './invariants.ts';
import { chooseRound, type Operation, Player } from './random-operations.ts';
import { Seeded } from './seeded.ts';
import { openDesk } from './support.ts';

/**
 * Several clients do at random whatever there is to do with messages, many at once; after every round the
 * books have to be right. A failure names its seed: AGENTMAIL_SEED=<seed> plays it again,
 * AGENTMAIL_ROUNDS=<n> plays for longer.
 */

const ROUNDS = Number(process.env.AGENTMAIL_ROUNDS ?? 14);
const SEED = Number(process.env.AGENTMAIL_SEED ?? 20_251);
const AT_ONCE = 24;

/** Refusals that parallel requests can cause. */
const EXPECTED: ReadonlySet<string> = new Set([
  'NOT_FOUND',
  'CONFLICT',
  'INSUFFICIENT_SCOPE',
  'MESSAGE_DELETE_NOT_PERMITTED',
  'VALIDATION_ERROR',
  'FORBIDDEN',
  'RECIPIENT_SUPPRESSED',
  'REPORT_OUTBOUND_UNSUPPORTED',
  'IDEMPOTENT_REQUEST_IN_FLIGHT',
  'DISPATCH_DEFERRED',
  'RATE_LIMITED',
]);

const unexpected = ({ reply }: { readonly operation: Operation; readonly reply: Reply | null }) =>
  reply !== null && reply.status >= 300 && !EXPECTED.has(String(reply.body.code));

describe('whatever clients do at once', { tags: 'race' }, () => {
  it(
    'no message goes out twice, no state is illegal, and budget, storage and lists are right',
    async () => {
      const service = await launch();
      try {
        await watchStates(service);
        const desk = await openDesk(service, 'desk@example.com');
        const other = await openDesk(service, 'other@example.com');
        const random = new Seeded(SEED);
        const player = new Player(desk, other);
        for (let round = 1; round <= ROUNDS; round++) {
          const operations = chooseRound(random, player.slots, AT_ONCE);
          const played = await player.play(operations);
          await service.drain();
          const problems = [...played.filter(unexpected), ...(await brokenRules(desk))];
          const where = `seed ${SEED}, round ${round}: ${JSON.stringify(operations)}`;
          expect(problems, where).toEqual([]);
        }
      } finally {
        await service.stop();
      }
    },
    30_000 + ROUNDS * 5_000,
  );
});

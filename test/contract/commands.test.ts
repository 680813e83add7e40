import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Command } from '../../cli/command.ts';
import { COMMANDS } from '../../cli/commands/index.ts';
import { outcomesOf } from '../../cli/guide/help/outcomes.ts';
import { EXITS } from '../../cli/machine/exit-codes.ts';
import { exampleOf } from '../../shared/contract/descriptions/examples.ts';
import { ENDPOINTS } from '../../shared/contract/index.ts';
import { getReadiness } from '../../shared/contract/platform.ts';
import { sendReauthSms } from '../../shared/contract/reauth.ts';
import * as api from '../support/api.ts';
import { testAuthority } from '../support/certificates.ts';
import type { Ran } from '../support/cli.ts';
import { OpenApiChecker, type OpenApiDocument } from '../support/openapi.ts';
import { launch, type Service } from '../support/service.ts';
import { walkConnections } from './walk/connections.ts';
import { examplesOf, placesIn, SAME_AS, writeExamples } from './walk/examples.ts';
import { walkLists, walkRecipients } from './walk/lists.ts';
import { keptOut, walkMail } from './walk/mail.ts';
import { walkMailboxes } from './walk/mailboxes.ts';
import { walkOperation, walkSettings } from './walk/owner.ts';
import { walkPeople } from './walk/people.ts';
import { walkReview } from './walk/review.ts';
import { shortId, startWalk, type Walk } from './walk/walk.ts';
import { walkWebhooks } from './walk/webhooks.ts';

/** Walks the whole command tree against a real daemon and compares the calls with the declarations. */

let service: Service;
let walk: Walk;

beforeAll(async () => {
  const { certificate } = await testAuthority();
  service = await launch({ overrides: { extraAuthorities: [certificate] } });
  walk = startWalk(service);
  await walkMailboxes(walk);
  await walkRecipients(walk);
  await walkWebhooks(walk);
  const mail = await walkMail(walk);
  await walkReview(walk);
  await walkLists(walk);
  await walk.note('messages report', mail);
  await walk.note('messages let-in', await keptOut(walk));
  await walkOperation(walk);
  await walk.refuse('mailboxes delete', shortId(await mailboxNamed(walk, 'support')));
  await walk.note('mailboxes delete', 'support');
  await walkConnections(walk);
  await walkPeople(walk);
  await walkSettings(walk);
  // The daemon accepts nothing after this.
  await walk.note('drain');
}, 180_000);
afterAll(() => service.stop());
afterAll(async () => {
  if (process.env.AGENTMAIL_RECORD_EXAMPLES) await writeExamples(walk.replies);
});

async function mailboxNamed({ prepare }: Walk, wanted: string) {
  const { mailboxes } = (await prepare('mailboxes', 'list')).json<{
    mailboxes: { id: string; name: string }[];
  }>();
  return mailboxes.find(({ name }) => name === wanted);
}

/** Errors of `doctor` about the server of the tests, which keeps nothing for long. */
const OF_TEST_SERVER: readonly string[] = ['database_durability', 'database_vacuum'];

function blamesTestServer(command: string, ran: Ran): boolean {
  if (command !== 'doctor') return false;
  const { checks } = ran.json<{ checks: { id: string; severity: string }[] }>();
  const errors = checks.filter(({ severity }) => severity === 'error');
  return errors.length > 0 && errors.every(({ id }) => OF_TEST_SERVER.includes(id));
}

const nameOf = ({ name }: Pick<Command, 'name'>) => name.join(' ');

/** Asked before each call to the daemon of a home, and before an action that a text message has to prove. */
const ANYWHERE: ReadonlySet<string> = new Set([getReadiness.id, sendReauthSms.id]);

/** Second paths of endpoints that have a command. */
const WITHOUT_COMMAND: readonly string[] = ['account.policy.get', 'account.policy.update'];

/**
 * Streams, files, and operations that the walk only tries in vain: they need more than one person or a real
 * sender.
 */
const WITHOUT_EXAMPLE: readonly string[] = [
  'openapi',
  'metrics',
  'accounts.delete',
  'auth.sessions.end',
  'auth.resend_phone_verification',
  'auth.phone_change.email_code',
  'messages.findings',
  'trusted-sources.grant',
  'trusted-sources.revoke',
  'attachments.content',
  'webhooks.deliveries.retry',
  'webhooks.deliveries.stream',
  'events.stream',
  'operator.outbox.raw',
  'operator.accounts.maildir',
  'operator.accounts.mbox',
  'operator.messages.raw',
];

describe('the commands and the contract', () => {
  test('every endpoint of the contract is declared by some command', async () => {
    const declared = await Promise.all(
      COMMANDS.map(async (command) => Object.values(await command.endpoints())),
    );
    // Readiness is asked before each call to the daemon of a home, whatever the command.
    const driven = new Set([getReadiness, ...declared.flat()].map(({ id }) => id));
    const missing = ENDPOINTS.map(({ id }) => id).filter((id) => !driven.has(id));
    expect(missing.toSorted()).toEqual(WITHOUT_COMMAND.toSorted());
  });

  // `mcp` calls what its model asks for, and a setup what its file does; test/e2e/mcp.test.ts and
  // test/cli/tasks/setup cover them.
  const BY_INPUT = ['mcp', 'plan', 'apply', 'drift', 'export', 'test'];
  const walked = COMMANDS.filter((command) => !BY_INPUT.includes(nameOf(command)));

  test.each(walked.map((command) => [nameOf(command), command] as const))(
    '"%s" calls exactly the endpoints that it declares',
    async (name, command) => {
      const declared = Object.values(await command.endpoints()).map(({ id }) => id);
      const looked = Object.values(await command.lookups()).map(({ id }) => id);
      const elsewhere = new Set([...ANYWHERE, ...looked]);
      const called = [...(walk.calls.get(name) ?? [])].filter(
        (id) => declared.includes(id) || !elsewhere.has(id),
      );
      expect(called.toSorted()).toEqual([...new Set(declared)].toSorted());
    },
  );

  test('every command of the walk prints valid JSON, or one JSON error on stderr', () => {
    for (const [command, all] of walk.documents) {
      // Programs that call sendmail expect nothing.
      if (command === 'sendmail') continue;
      for (const ran of all) {
        const lines = ran.stdout === '' ? [ran.stderr] : [ran.stdout];
        expect(
          () => lines.map((line) => JSON.parse(line)),
          `${command}: ${ran.stdout} ${ran.stderr}`,
        ).not.toThrow();
      }
    }
  });

  test('every answer of the walk is what the OpenAPI document says', async () => {
    const { body } = await service.call(null, api.getOpenApi);
    const checker = new OpenApiChecker(body as unknown as OpenApiDocument);
    const described = walk.replies.filter(({ endpoint }) => checker.describes(endpoint));
    expect(described.length).toBeGreaterThan(100);
    const problems = described.map(({ endpoint, status, reply }) => [
      endpoint,
      checker.problemsOfAnswer(endpoint, status, reply),
    ]);
    expect(problems.filter(([, problem]) => problem !== null)).toEqual([]);
  });

  test('each recorded example has only fields that the walk saw again', () => {
    const fresh = examplesOf(walk.replies);
    const recorded = ENDPOINTS.map((endpoint) => [endpoint.id, exampleOf(endpoint)] as const);
    const missing = recorded.flatMap(([id, example]) => (example === undefined ? [id] : []));
    expect(missing.toSorted()).toEqual(WITHOUT_EXAMPLE.toSorted());
    for (const [id, example] of recorded) {
      if (example === undefined) continue;
      expect(Object.keys(fresh[id]?.replies ?? {}), id).toEqual(Object.keys(example.replies));
      const seen = walk.replies.filter(({ endpoint }) => endpoint === (SAME_AS[id] ?? id));
      const places = new Set(seen.flatMap(({ body, reply }) => [...placesIn(body), ...placesIn(reply)]));
      const shown = [example.body, ...Object.values(example.replies)].flatMap((part) => [...placesIn(part)]);
      expect(
        shown.filter((place) => !places.has(place)),
        id,
      ).toEqual([]);
    }
  });

  test('every exit code of the walk is among those that help tells of the command', async () => {
    for (const command of COMMANDS) {
      const told = (await outcomesOf(command)).exits.map((name) => EXITS[name].code);
      for (const { exit } of walk.documents.get(nameOf(command)) ?? []) {
        expect(told, nameOf(command)).toContain(exit);
      }
    }
  });

  test('the walk ends as expected: held mail with 5, an empty wait with 6, all else with 0', () => {
    const exits = [...walk.documents].flatMap(([command, all]) =>
      all.filter((ran) => !blamesTestServer(command, ran)).map(({ exit }) => [command, exit] as const),
    );
    expect(exits.filter(([, exit]) => exit !== 0)).toEqual([
      // A key is no signed-in person, and nobody is trusted yet.
      ['trust grant', 4],
      ['trust enable', 4],
      ['trust revoke', 2],
      // The first attempts of a delivery are still under way.
      ['webhooks retry', 4],
      ['wait', 6],
      ['wait', 6],
      ['messages wait', 6],
      ['messages wait', 6],
      ['send', 5],
      ['reply', 5],
      ['forward', 5],
      ['calendar accept', 5],
      ['calendar decline', 5],
      ['calendar tentative', 5],
      // The phone is verified, and there is other proof.
      ['verify resend-phone', 4],
      ['account phone email-code', 4],
      // The code by text message is sent first, and proves the second try.
      ['mfa totp setup', 3],
      ['mfa totp enable', 3],
      // There is no such mailbox; that session is nobody's, and the confirmation is wrong.
      ['sessions end', 2],
      ['holds apply', 2],
      ['account delete', 2],
    ]);
  });
});

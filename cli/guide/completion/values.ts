import { TESTABLE_EVENTS } from '../../../shared/contract/values.ts';
import type { Client } from '../../client/client.ts';
import type { ProgramContext } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { NoCredentialError } from '../../errors.ts';
import { definedFields } from '../../input/options/input.ts';
import type { HomeFolder } from '../../machine/home/folder.ts';
import type { Profiles } from '../../machine/home/profiles.ts';
import { shortId } from '../../output/views/short-ids.ts';
import type { Completion, CompletionAnswer, FindValues } from './candidates.ts';
import { type LinePlace, nextWords } from './place.ts';

/** Timeout of names from the daemon. */
const ANSWER_TIMEOUT_MS = 1_500;
const SHOWN_MESSAGES = 20;

type Finder = (place: LinePlace, context: CommandContext) => Promise<readonly Completion[]>;

const plain = (values: readonly string[]): Completion[] => values.map((value) => ({ value, about: '' }));

/** Sources of values, by placeholder. */
const FINDERS: Readonly<Record<string, Finder>> = {
  PROFILE: async (place, context) => {
    const { profiles } = await homeAt(place, context);
    return Object.entries(profiles).map(([value, { account = '' }]) => ({ value, about: account }));
  },
  MAILBOX: async (place, context) => {
    const { listMailboxes } = await import('../../../shared/contract/mailboxes.ts');
    const { client, account } = await clientAt(place, context);
    const { mailboxes } = await client.call(listMailboxes, {}).catch(async (error: unknown) => {
      if (!(error instanceof NoCredentialError)) throw error;
      // The operator needs no key from the keychain.
      const { operatorListMailboxes } = await import('../../../shared/contract/operator-records.ts');
      return client.call(operatorListMailboxes, { query: definedFields({ account }) });
    });
    return mailboxes.map(({ name, address }) => ({ value: name, about: address }));
  },
  MESSAGE: async (place, context) => {
    if (place.path[0] === 'review') return heldMessages(place, context);
    const { listMessages } = await import('../../../shared/contract/reading.ts');
    const { client, mailbox } = await clientAt(place, context);
    const id = await mailbox();
    if (id === undefined) return [];
    const request = { params: { id }, query: { limit: SHOWN_MESSAGES } };
    const { messages } = await client.call(listMessages, request);
    return messages.map(candidateOf);
  },
  EVENT: async (place) => plain(await eventsAt(place)),
  SETTING: async () => {
    const { DAEMON_SETTINGS, PROFILE_SETTINGS } = await import('../../machine/configuration/about.ts');
    const all = Object.entries({ ...PROFILE_SETTINGS, ...DAEMON_SETTINGS });
    return all.map(([value, about]) => ({ value, about }));
  },
  ERROR: async () => {
    const { describeErrors } = await import('../help/tree.ts');
    return describeErrors().map(({ code, message }) => ({ value: code, about: message }));
  },
};

const candidateOf = ({
  id,
  sender,
  subject,
}: {
  id: string;
  sender: string;
  subject: string;
}): Completion => ({
  value: shortId(id),
  about: `${sender}: ${subject}`,
});

/** Messages that wait for the command's decision, or for any. */
async function heldMessages(place: LinePlace, context: CommandContext): Promise<readonly Completion[]> {
  const { loadQueueEndpoints, readQueue, STATE_OF_VERB } = await import('../../tasks/reviewing/queue.ts');
  const { client } = await clientAt(place, context);
  const scope = { mailbox: place.values['--mailbox'], state: STATE_OF_VERB[place.path[1] ?? ''] };
  const asking = { ...context, client: async () => client };
  const held = await readQueue(asking, scope, await loadQueueEndpoints());
  return held.slice(0, SHOWN_MESSAGES).map(candidateOf);
}

/** Events that `trigger` takes: not all can be made to happen, or be made up. */
async function eventsAt({ values }: LinePlace): Promise<readonly string[]> {
  if (values['--webhook'] !== undefined) return [...TESTABLE_EVENTS, 'webhook.test'];
  return Object.keys((await import('../../tasks/events/recipes.ts')).RECIPES);
}

/** Values for a placeholder; silently none when they aren't available at once. */
export function valuesFrom(context: ProgramContext): FindValues {
  return async (name, place): Promise<CompletionAnswer> => {
    if (name === 'FILE') return { kind: 'files', candidates: [] };
    if (name === 'DIR') return { kind: 'folders', candidates: [] };
    if (name === 'WORD') {
      const words = [...nextWords(await context.tree([]), place.positional)].map(([value, about]) => ({
        value,
        about,
      }));
      return { kind: 'values', candidates: words };
    }
    if (name === 'CHANGE') {
      const settings = await found('SETTING', place, context);
      return {
        kind: 'values',
        candidates: settings.map((each) => ({ ...each, value: `${each.value}=` })),
        open: true,
      };
    }
    return { kind: 'values', candidates: await found(name, place, context) };
  };
}

async function found(
  name: string,
  place: LinePlace,
  context: CommandContext,
): Promise<readonly Completion[]> {
  const finder = Object.hasOwn(FINDERS, name) ? FINDERS[name] : undefined;
  return (await finder?.(place, context).catch(() => [])) ?? [];
}

/** Home and profiles of the unfinished line. */
async function homeAt(
  { values }: LinePlace,
  { world }: CommandContext,
): Promise<{ readonly home: HomeFolder; readonly profiles: Profiles }> {
  const [{ homeFolder }, { readProfiles }] = await Promise.all([
    import('../../machine/home/folder.ts'),
    import('../../machine/home/profiles.ts'),
  ]);
  const home = homeFolder(values['--home'] ?? world.env.AGENTMAIL_HOME, world.machine.userHome);
  return { home, profiles: await readProfiles(home) };
}

/** A client with a short timeout. It never opens the keychain, which might prompt for a password. */
async function clientAt(
  place: LinePlace,
  { world }: CommandContext,
): Promise<{
  readonly client: Client;
  readonly account: string | undefined;
  readonly mailbox: () => Promise<string | undefined>;
}> {
  const [{ connect }, { credentialsOf }, { DEFAULT_PROFILE }, { home, profiles }] = await Promise.all([
    import('../../client/connection.ts'),
    import('../../machine/home/credentials.ts'),
    import('../../machine/home/profiles.ts'),
    homeAt(place, { world } as CommandContext),
  ]);
  const late = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const hurried: typeof fetch = (input, init) => {
    const signals = init?.signal ? [init.signal, late] : [late];
    return world.fetch(input, { ...init, signal: AbortSignal.any(signals) });
  };
  const profileName = place.values['--profile'] ?? DEFAULT_PROFILE;
  const profile = profiles[profileName] ?? {};
  const client = await connect({
    world: { ...world, fetch: hurried },
    home,
    profileName,
    profile,
    credentials: credentialsOf(home, async () => undefined),
  });
  const given = place.values['--mailbox'] ?? profile.mailbox;
  return { client, account: profile.account, mailbox: async () => given ?? onlyMailbox(client) };
}

async function onlyMailbox(client: Client): Promise<string | undefined> {
  const { listMailboxes } = await import('../../../shared/contract/mailboxes.ts');
  const { mailboxes } = await client.call(listMailboxes, {});
  return mailboxes.length === 1 ? mailboxes[0]?.id : undefined;
}

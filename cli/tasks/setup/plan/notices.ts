import type { BodyInputOf } from '../../../../shared/contract/endpoint.ts';
import {
  createNoticeTarget,
  deleteNoticeTarget,
  listNoticeTargets,
  updateNoticeTarget,
} from '../../../../shared/contract/notices.ts';
import { NOTICE_RULES } from '../../../../shared/policies/loosening.ts';
import { UsageError } from '../../../errors.ts';
import { callWithProof } from '../../../input/asking/prove.ts';
import type { Actual } from '../actual/read.ts';
import { readSecretAt } from '../file/read.ts';
import type { NoticeSetup, Setup } from '../file/schema.ts';
import {
  type ApplySession,
  afterOf,
  changeOf,
  fieldChanges,
  needsPerson,
  type Planned,
  type PruneKind,
  pruned,
  type SetupStep,
  stateOf,
} from './change.ts';

export const NOTICE_ENDPOINTS = {
  createNoticeTarget,
  deleteNoticeTarget,
  listNoticeTargets,
  updateNoticeTarget,
};

type ActualNotice = Actual['notices'][number];

/** Who is told of held mail: by format and address, of which a posted one shows only its host. */
export function planNotices({ notices }: Setup, actual: Actual, prune: ReadonlySet<PruneKind>): Planned {
  if (notices === undefined) return { steps: [], left: [] };
  const left = new Set(actual.notices);
  const steps = notices.flatMap((wanted) => {
    const known = [...left].find((each) => isSameNotice(wanted, each, actual));
    if (!known) return [noticeCreation(wanted)];
    left.delete(known);
    return noticeUpdate(wanted, known, actual);
  });
  const deletions = [...left].map(
    ({ id, format, address }): SetupStep => ({
      change: changeOf({
        path: `notices.${format} ${address}`,
        action: 'delete',
        direction: 'loosen',
        needs_person: true,
      }),
      phase: 'delete',
      run: async ({ context }) => {
        const request = { params: { id }, body: {} };
        const values = () => ({ notice_id: id });
        const proof = { scope: 'notices_loosen', challenge: undefined, values } as const;
        await callWithProof(context, { ...proof, endpoint: deleteNoticeTarget, request });
        return null;
      },
    }),
  );
  return pruned(steps, deletions, { kind: 'notices', prune });
}

function isSameNotice(
  wanted: NoticeSetup,
  { format, address }: ActualNotice,
  { account }: Pick<Actual, 'account'>,
): boolean {
  if (wanted.format !== format) return false;
  if (wanted.format === 'email') return (wanted.address ?? account.email) === address;
  return address.startsWith(`${wanted.host}/`);
}

const nameOfNotice = (wanted: NoticeSetup) =>
  `notices.${wanted.format} ${wanted.format === 'email' ? (wanted.address ?? 'of the account') : wanted.host}`;

/** Fields with the names of mailboxes, which the file has in place of ids. */
function wantedNotice(wanted: NoticeSetup): Readonly<Record<string, unknown>> {
  const { mailboxes, states, digest_minutes, max_per_hour, enabled } = wanted;
  const named = mailboxes?.toSorted() ?? mailboxes;
  return { mailboxes: named, states: states?.toSorted(), digest_minutes, max_per_hour, enabled };
}

function noticeFields(notice: ActualNotice, { mailboxes }: Pick<Actual, 'mailboxes'>) {
  const names = new Map(Object.values(mailboxes).map(({ view }) => [view.id, view.name]));
  const named = notice.mailbox_ids?.map((id) => names.get(id) ?? id).toSorted() ?? null;
  return { ...notice, mailboxes: named, states: notice.states.toSorted() };
}

/** `mailboxes` of the file follows the rule of the ids. */
const FILE_RULES = { ...NOTICE_RULES, mailboxes: NOTICE_RULES.mailbox_ids };

async function noticeBody(session: ApplySession, fields: Readonly<Record<string, unknown>>) {
  const { mailboxes, ...rest } = fields;
  if (mailboxes === undefined) return rest;
  if (!Array.isArray(mailboxes)) return { ...rest, mailbox_ids: null };
  const { mailboxIds } = await import('../../../input/lookups/mailbox.ts');
  return { ...rest, mailbox_ids: await mailboxIds(session.context, mailboxes) };
}

/** Of another host, it would be created there, and again by each run, which couldn't find it. */
async function postedAddress(
  context: ApplySession['context'],
  { host, address }: Exclude<NoticeSetup, { readonly format: 'email' }>,
): Promise<string> {
  const read = await readSecretAt(context, address);
  if (read.startsWith(`${host}/`)) return read;
  throw new UsageError(
    `The address isn't at ${host}/.`,
    'the file has the host, and the secret the whole URL',
  );
}

function noticeCreation(wanted: NoticeSetup): SetupStep {
  return {
    change: changeOf({
      path: nameOfNotice(wanted),
      action: 'create',
      direction: 'neutral',
      fields: fieldChanges({}, {}, wantedNotice(wanted)),
    }),
    phase: 'neutral',
    run: async (session) => {
      const address =
        wanted.format === 'email' ? wanted.address : await postedAddress(session.context, wanted);
      const fields = Object.entries(wantedNotice(wanted)).filter(([, value]) => value !== undefined);
      const body = {
        format: wanted.format,
        ...(address !== undefined && { address }),
        ...(await noticeBody(session, Object.fromEntries(fields))),
      };
      await session.client.call(createNoticeTarget, { body: body as BodyInputOf<typeof createNoticeTarget> });
      return null;
    },
  };
}

function noticeUpdate(wanted: NoticeSetup, known: ActualNotice, actual: Actual): SetupStep[] {
  const { id } = known;
  const changes = fieldChanges(FILE_RULES, noticeFields(known, actual), wantedNotice(wanted));
  const part = (isLoose: boolean): SetupStep[] => {
    const fields = changes.filter(({ direction }) => (direction === 'loosen') === isLoose);
    if (fields.length === 0) return [];
    return [
      {
        change: changeOf({
          path: nameOfNotice(wanted),
          action: 'update',
          fields,
          needs_person: needsPerson(FILE_RULES, fields),
        }),
        phase: isLoose ? 'loosen' : 'tighten',
        state: async (client) => {
          const { notices } = await client.call(listNoticeTargets, {});
          const now = notices.find((each) => each.id === id);
          return now ? stateOf(fields, noticeFields(now, actual)) : 'changed';
        },
        run: async (session) => {
          const body = await noticeBody(session, afterOf(fields));
          await callWithProof(session.context, {
            scope: 'notices_loosen',
            values: (request) => ({ ...request.body, notice_id: id }),
            challenge: undefined,
            endpoint: updateNoticeTarget,
            request: { params: { id }, body },
          });
          return null;
        },
      },
    ];
  };
  return [...part(false), ...part(true)];
}

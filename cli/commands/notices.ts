import { LIMITS } from '../../shared/contract/limits.ts';
import { NOTICE_FORMATS, NOTICED_STATES } from '../../shared/contract/values.ts';
import { type Command, command } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { UsageError } from '../errors.ts';
import { confirm, yesFlag } from '../input/asking/confirm.ts';
import { challengeFlag, type GatedCall } from '../input/asking/prove.ts';
import { noticeWord } from '../input/lookups/known-ids.ts';
import { mailboxIds, mailboxLookup } from '../input/lookups/mailbox.ts';
import { assertExclusive, definedFields } from '../input/options/input.ts';
import {
  choices,
  choiceWord,
  flag,
  integer,
  onOff,
  optionalWord,
  text,
  texts,
} from '../input/options/kinds.ts';
import { deletedNotice, noticeList, noticeView, testedNotice } from '../output/views/notices.ts';

const timing = {
  digest: integer('--digest <MINUTES>', 'Collect what is held for N minutes; 0 tells at once. Default: 0.', {
    min: 0,
    max: LIMITS.noticeDigestMinutes,
  }),
  most: integer(
    '--max-per-hour <N>',
    `Send at most N notices an hour; the next one tells of the rest. Default: ${LIMITS.noticesPerHour.default}.`,
    { min: 1, max: LIMITS.noticesPerHour.max },
  ),
};

const scope = {
  mailboxes: {
    ...texts('-m, --mailbox <MAILBOX>', 'Only of this mailbox. May be repeated. Default: all mailboxes.'),
    ...mailboxLookup,
  },
  states: choices('--state <STATE>', 'Only of mail in this state. May be repeated.', NOTICED_STATES),
};

const proof: GatedCall = {
  scope: 'notices_loosen',
  values: ({ params, body }) => ({ ...body, notice_id: params?.id }),
};

export const notices: readonly Command[] = [
  command({
    name: ['notices', 'list'],
    summary: 'List notifications of held mail.',
    examples: [
      { command: 'agentmail notices list', about: 'show where notices go, and when the last one was sent' },
    ],
    endpoint: async () => (await import('../../shared/contract/notices.ts')).listNoticeTargets,
    view: noticeList,
  }),
  command({
    name: ['notices', 'add'],
    summary: 'Add a notification of held mail: by email, or in Slack, Discord or ntfy.',
    description:
      'A notice names the mailbox, sender, recipient, subject and reason, and never shows the text of the\n' +
      'message. Its link shows the message and decides nothing.',
    flags: { ...scope, ...timing },
    arguments: {
      format: choiceWord('FORMAT', 'Channel of the notices.', NOTICE_FORMATS),
      address: optionalWord(
        'ADDRESS',
        'Email address, or URL of the webhook or topic. Default for email: the address of your account.',
      ),
    },
    examples: [
      { command: 'agentmail notices add email', about: 'mail yourself whenever a message is held' },
      {
        command: 'agentmail notices add email ann@example.org --digest 30 -m support',
        about: 'notify Ann about one mailbox, at most every half hour',
      },
      {
        command:
          'agentmail notices add slack https://hooks.slack.com/services/T0/B0/x --state pending_review',
        about: 'notify a channel about what agents want to send',
      },
      { command: 'agentmail notices add ntfy https://ntfy.sh/my-topic', about: 'notify your phone' },
    ],
    endpoint: async () => (await import('../../shared/contract/notices.ts')).createNoticeTarget,
    request: async ({ format, address, ...chosen }, context) => ({
      body: { format, ...definedFields({ address }), ...(await settingsOf(context, chosen)) },
    }),
    view: noticeView,
  }),
  command({
    name: ['notices', 'update'],
    summary: 'Change a notification of held mail; fewer notices need a signed-in person.',
    flags: {
      ...scope,
      all: flag('-a, --all-mailboxes', 'Notify about all mailboxes.'),
      ...timing,
      address: text('--address <ADDRESS>', 'Send to this address instead, or post to this URL.'),
      enabled: onOff('--enabled <on|off>', 'Whether notices are sent.'),
      challenge: challengeFlag,
    },
    arguments: { notice: noticeWord },
    examples: [
      {
        command: 'agentmail notices update 1f0a4c11 --digest 0',
        about: 'notify at once',
      },
      { command: 'agentmail notices update 1f0a4c11 --enabled off', about: 'asks for the password' },
    ],
    endpoint: async () => (await import('../../shared/contract/notices.ts')).updateNoticeTarget,
    request: async ({ notice, all, address, enabled, ...chosen }, context) => {
      assertExclusive({ '--mailbox': chosen.mailboxes.length > 0, '--all-mailboxes': all });
      const body = {
        ...(await settingsOf(context, chosen)),
        ...(all && { mailbox_ids: null }),
        ...definedFields({ address, enabled }),
      };
      if (Object.keys(body).length === 0) throw new UsageError('No changes given.');
      return { params: { id: notice }, body };
    },
    proof,
    view: noticeView,
  }),
  command({
    name: ['notices', 'remove'],
    summary: 'Remove a notification of held mail; needs a signed-in person.',
    flags: { yes: yesFlag, challenge: challengeFlag },
    arguments: { notice: noticeWord },
    examples: [{ command: 'agentmail notices remove 1f0a4c11', about: 'asks for the password' }],
    endpoint: async () => (await import('../../shared/contract/notices.ts')).deleteNoticeTarget,
    request: async ({ notice, yes }, context) => {
      await confirm(
        context,
        yes,
        () => `Remove the notice ${notice}? Held mail is not reported there any more.`,
      );
      return { params: { id: notice }, body: {} };
    },
    proof,
    view: deletedNotice,
  }),
  command({
    name: ['notices', 'test'],
    summary: 'Send a sample notice now.',
    arguments: { notice: noticeWord },
    examples: [{ command: 'agentmail notices test 1f0a4c11', about: 'see whether it arrives' }],
    endpoint: async () => (await import('../../shared/contract/notices.ts')).testNoticeTarget,
    request: ({ notice }) => ({ params: { id: notice } }),
    view: testedNotice,
    exit: ({ outcome }) => (outcome === 'failed' ? 'refused' : 'ok'),
  }),
];

interface ChosenSettings {
  readonly mailboxes: readonly string[];
  readonly states: readonly (typeof NOTICED_STATES)[number][];
  readonly digest: number | undefined;
  readonly most: number | undefined;
}

async function settingsOf(context: CommandContext, { mailboxes, states, digest, most }: ChosenSettings) {
  return {
    ...(mailboxes.length > 0 && { mailbox_ids: await mailboxIds(context, mailboxes) }),
    ...(states.length > 0 && { states: [...states] }),
    ...definedFields({ digest_minutes: digest, max_per_hour: most }),
  };
}

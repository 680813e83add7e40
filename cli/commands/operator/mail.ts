import { DKIM_ALGORITHMS } from '../../../shared/contract/values.ts';
import { type Command, command } from '../../command.ts';
import { anyMessageWord } from '../../input/lookups/operator-ids.ts';
import { definedFields } from '../../input/options/input.ts';
import { choice, flag, renamed, text } from '../../input/options/kinds.ts';
import { certificateView, dkimRecordView, mailView, probeView } from '../../output/views/operator-mail.ts';
import { stateView } from '../../output/views/policies.ts';
import { messageFindingsView } from '../../output/views/scan.ts';

/** A silent relay has long timeouts. */
const PROBE_TIMEOUT_MS = 2 * 60_000;

export const operatorMail: readonly Command[] = [
  command({
    name: ['operator', 'mail', 'show'],
    summary: 'Show how the daemon sends mail, and its DKIM records.',
    examples: [
      {
        command: 'agentmail operator mail show',
        about: 'show the transport, the relay and the DKIM records',
      },
    ],
    endpoint: async () => (await import('../../../shared/contract/operator-mail.ts')).getMail,
    view: mailView,
  }),
  command({
    name: ['operator', 'mail', 'probe'],
    summary: 'Connect and sign in to the relay without sending anything.',
    examples: [
      { command: 'agentmail operator mail probe', about: 'test mail.relay before restarting the daemon' },
    ],
    exits: ['transient', 'refused'],
    endpoint: async () => (await import('../../../shared/contract/operator-mail.ts')).probeRelay,
    request: () => ({ timeoutMs: PROBE_TIMEOUT_MS }),
    view: probeView,
    exit: ({ ok, stage }) => (ok ? 'ok' : stage === 'connect' ? 'transient' : 'refused'),
  }),
  command({
    name: ['operator', 'mail', 'dkim-key'],
    summary: 'Create a DKIM key for the platform domain and show its DNS record.',
    flags: { algorithm: choice('--algorithm <NAME>', 'Key algorithm.', DKIM_ALGORITHMS) },
    examples: [
      {
        command: 'agentmail operator mail dkim-key --algorithm ed25519',
        about: 'add a key next to the RSA one',
      },
    ],
    endpoint: async () => (await import('../../../shared/contract/operator-mail.ts')).makeDkimKey,
    request: (input) => ({ body: definedFields({ algorithm: input.algorithm }) }),
    view: dkimRecordView,
  }),
  command({
    name: ['operator', 'mail', 'certificate'],
    summary: 'Create a TLS certificate for the SMTP listener.',
    examples: [
      { command: 'agentmail operator mail certificate', about: 'offer STARTTLS after the next restart' },
    ],
    endpoint: async () => (await import('../../../shared/contract/operator-mail.ts')).makeCertificate,
    view: certificateView,
  }),
  command({
    name: ['operator', 'messages', 'bounce'],
    summary: 'Simulate a bounce of a sent message.',
    flags: {
      soft: flag('--soft', "Temporary failure; doesn't suppress the recipient."),
      diagnostic: renamed(text('--diagnostic <TEXT>', 'Reason that the simulated provider gives.'), {
        flags: '--reason <TEXT>',
      }),
    },
    arguments: { message: anyMessageWord },
    examples: [
      {
        command: 'agentmail operator messages bounce 4f1c9a22',
        about: 'test how your agent handles a bounce',
      },
    ],
    endpoint: async () => (await import('../../../shared/contract/delivery-reports.ts')).reportBounce,
    request: ({ message, soft, diagnostic }) => {
      const body = { type: soft ? 'soft' : 'hard', ...definedFields({ reason: diagnostic }) } as const;
      return { params: { id: message }, body };
    },
    view: stateView,
  }),
  command({
    name: ['operator', 'messages', 'complaint'],
    summary: 'Simulate a spam complaint about a sent message.',
    arguments: { message: anyMessageWord },
    examples: [
      {
        command: 'agentmail operator messages complaint 4f1c9a22',
        about: 'suppress the recipient permanently',
      },
    ],
    endpoint: async () => (await import('../../../shared/contract/delivery-reports.ts')).reportComplaint,
    request: ({ message }) => ({ params: { id: message } }),
    view: stateView,
  }),
  command({
    name: ['operator', 'messages', 'findings'],
    summary: 'Show the scan findings of a message, marked in its text.',
    description: 'If the mailbox hides personal data, the marks refer to the redacted text.',
    arguments: { message: anyMessageWord },
    examples: [
      {
        command: 'agentmail operator messages findings 4f1c9a22',
        about: 'find out why it was held',
      },
    ],
    endpoint: async () => (await import('../../../shared/contract/findings.ts')).getFindings,
    request: ({ message }) => ({ params: { id: message } }),
    view: messageFindingsView,
  }),
];

import { type Command, command, result } from '../command.ts';
import { callWithProof, challengeFlag } from '../input/asking/prove.ts';
import { definedFields } from '../input/options/input.ts';
import { flag } from '../input/options/kinds.ts';
import { enabledFactor } from '../output/views/access.ts';
import { factorState } from '../output/views/factor-state.ts';
import { recordView } from '../output/views/record.ts';

export const mfa: readonly Command[] = [
  command({
    name: ['mfa', 'status'],
    summary: "Show how you sign in and prove it's you.",
    examples: [{ command: 'agentmail mfa status', about: 'show password, second factor and phone' }],
    endpoint: async () => (await import('../../shared/contract/accounts.ts')).getCaller,
    request: () => ({ asPerson: true as const }),
    view: factorState,
  }),
  command({
    name: ['mfa', 'totp', 'setup'],
    summary: 'Set up an authenticator app by its QR code.',
    flags: { challenge: challengeFlag },
    examples: [
      { command: 'agentmail mfa totp setup', about: 'show the QR code; then run agentmail mfa totp enable' },
    ],
    endpoints: async () => {
      const { setUpTotp } = await import('../../shared/contract/factors.ts');
      return { setUpTotp };
    },
    run: async (context, { challenge }, { setUpTotp }) => {
      const call = { scope: 'mfa_change' as const, challenge, endpoint: setUpTotp, request: { body: {} } };
      const reply = await callWithProof(context, call);
      // The view draws QR codes with a package.
      const { totpSetup } = await import('../output/views/totp.ts');
      return result(reply, totpSetup);
    },
  }),
  command({
    name: ['mfa', 'totp', 'enable'],
    summary: 'Turn on the authenticator app as the second factor.',
    flags: { challenge: challengeFlag },
    examples: [
      { command: 'agentmail mfa totp enable', about: "asks for the app's code, then for re-authentication" },
    ],
    endpoint: async () => (await import('../../shared/contract/factors.ts')).enableTotp,
    request: async (_input, { secrets }) => ({ body: { code: await secrets.ask('Code from the new app') } }),
    proof: { scope: 'mfa_change' },
    view: enabledFactor,
  }),
  command({
    name: ['mfa', 'sms', 'enroll'],
    summary: 'Start using text messages as the second factor.',
    flags: { challenge: challengeFlag },
    examples: [{ command: 'agentmail mfa sms enroll', about: "send a code to the account's phone" }],
    endpoint: async () => (await import('../../shared/contract/factors.ts')).enrollSms,
    request: () => ({ body: {} }),
    proof: { scope: 'mfa_change' },
    view: recordView,
  }),
  command({
    name: ['mfa', 'sms', 'confirm'],
    summary: 'Turn on text messages as the second factor.',
    examples: [{ command: 'agentmail mfa sms confirm', about: 'asks for the code that was sent' }],
    endpoint: async () => (await import('../../shared/contract/factors.ts')).confirmSms,
    request: async (_input, { secrets }) => ({
      body: { code: await secrets.ask('Code from the text message') },
    }),
    view: enabledFactor,
  }),
  command({
    name: ['mfa', 'recover'],
    summary: 'Exchange a recovery code for a grant in place of a second factor.',
    examples: [{ command: 'agentmail mfa recover', about: 'recover when the second factor is lost' }],
    endpoint: async () => (await import('../../shared/contract/factors.ts')).recoverMfa,
    request: async (_input, { secrets }) => ({ body: { recovery_code: await secrets.ask('Recovery code') } }),
    view: recordView,
  }),
  command({
    name: ['mfa', 'disable'],
    summary: 'Turn off the second factor.',
    flags: {
      grant: flag('--grant', 'Ask for the grant that agentmail mfa recover returned.'),
      challenge: challengeFlag,
    },
    examples: [{ command: 'agentmail mfa disable', about: 'turn it off after re-authentication' }],
    endpoint: async () => (await import('../../shared/contract/factors.ts')).disableMfa,
    request: async ({ grant }, { secrets }) => ({
      body: definedFields({ grant: grant ? await secrets.ask('Recovery grant') : undefined }),
    }),
    proof: { scope: 'mfa_change', values: () => ({}) },
    view: recordView,
  }),
];

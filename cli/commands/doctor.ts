import { command, result } from '../command.ts';
import { UsageError } from '../errors.ts';
import { flag, text } from '../input/options/kinds.ts';
import { doctorView } from '../tasks/doctor/view.ts';

export const doctor = command({
  name: ['doctor'],
  summary: 'Check the installation and explain how to fix problems.',
  flags: {
    mail: flag('--mail', 'Also check ports, certificate, DNS records and relay, of every node.'),
    offline: flag('--offline', 'Check only this machine; contact neither the daemon nor the network.'),
    reach: text('--reach <DOMAIN>', 'With --mail: connect to the mail server of this domain.'),
  },
  arguments: {},
  examples: [
    { command: 'agentmail doctor --json', about: 'print each check with severity and remedy' },
    {
      command: 'agentmail doctor --mail',
      about: 'find what is missing to exchange mail with other servers',
    },
  ],
  exits: ['unreachable'],
  endpoints: async () => {
    const [{ getHealth }, { getCaller }, { checkIntegrity, getStatus }, { checkMail }, { listMailboxes }] =
      await Promise.all([
        import('../../shared/contract/platform.ts'),
        import('../../shared/contract/accounts.ts'),
        import('../../shared/contract/operator.ts'),
        import('../../shared/contract/operator-mail.ts'),
        import('../../shared/contract/mailboxes.ts'),
      ]);
    return { getHealth, getCaller, getStatus, checkIntegrity, checkMail, listMailboxes };
  },
  run: async (context, input, endpoints) => {
    if (input.reach !== undefined && !input.mail) throw new UsageError('--reach requires --mail.');
    if (input.offline && input.mail)
      throw new UsageError("--mail needs the network and can't be combined with --offline.");
    const { CHECKS, examine } = await import('../tasks/doctor/checks.ts');
    const patient = await examine(context, endpoints, input.offline);
    const findings = [];
    for (const { id, title, look } of CHECKS) findings.push({ id, title, ...(await look(patient)) });
    const { examineDatabase } = await import('../tasks/doctor/database.ts');
    findings.push(...(await examineDatabase(patient)));
    if (input.mail) {
      const { examineMail } = await import('../tasks/doctor/mail.ts');
      findings.push(...(await examineMail(patient, input.reach)));
    }
    const worst = findings.find(({ severity }) => severity === 'error');
    const checks = findings.map(({ exit: _exit, ...finding }, index) => ({ number: index + 1, ...finding }));
    return result({ ok: worst === undefined, checks }, doctorView, worst ? (worst.exit ?? 'internal') : 'ok');
  },
});

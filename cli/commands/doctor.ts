import { command, result } from '../command.ts';
import { doctorView } from '../views/doctor.ts';

export const doctor = command({
  name: ['doctor'],
  summary: 'Check the installation and tell what to do about problems.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail doctor --json', about: 'each check with severity and remedy' }],
  exits: ['unreachable'],
  endpoints: async () => {
    const [{ getHealth }, { getCaller }, { checkIntegrity }] = await Promise.all([
      import('../../shared/contract/platform.ts'),
      import('../../shared/contract/accounts.ts'),
      import('../../shared/contract/operator.ts'),
    ]);
    return { getHealth, getCaller, checkIntegrity };
  },
  run: async (context, _input, endpoints) => {
    const { CHECKS, examine } = await import('../doctor/checks.ts');
    const patient = await examine(context, endpoints);
    const findings = [];
    for (const { id, title, look } of CHECKS) findings.push({ id, title, ...(await look(patient)) });
    const worst = findings.find(({ severity }) => severity === 'error');
    const checks = findings.map(({ exit: _exit, ...finding }, index) => ({ number: index + 1, ...finding }));
    return result({ ok: worst === undefined, checks }, doctorView, worst ? (worst.exit ?? 'internal') : 'ok');
  },
});

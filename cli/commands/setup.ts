import { type Command, command, longResult, result } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { yesFlag } from '../input/asking/confirm.ts';
import { choice, choices, flag, optionalWord, text, texts } from '../input/options/kinds.ts';
import { applyView, planView } from '../output/views/setup.ts';
import { PRUNE_KINDS } from '../tasks/setup/prune-kinds.ts';

const fileWord = optionalWord('FILE', 'Setup file. Default: agentmail.yaml, .yml or .json of this folder.');
const pruneFlag = choices(
  '--prune <WHAT>',
  "Delete what is there and not in the file's section of this kind. May be repeated.",
  PRUNE_KINDS,
);

interface PlanInput {
  readonly file: string | undefined;
  readonly prune: readonly (typeof PRUNE_KINDS)[number][];
}

const readEndpoints = async () => (await import('../tasks/setup/endpoints.ts')).READING;

async function planOf(context: CommandContext, { file, prune }: PlanInput) {
  const [{ assertNoAgent, readActual }, { readSetup }, { planSetup }, { shownPlan }] = await Promise.all([
    import('../tasks/setup/actual/read.ts'),
    import('../tasks/setup/file/read.ts'),
    import('../tasks/setup/plan/plan.ts'),
    import('../tasks/setup/shown.ts'),
  ]);
  const client = await context.client();
  await assertNoAgent(client);
  const setup = await readSetup(context, file);
  return shownPlan(planSetup(setup, await readActual(client, setup), new Set(prune)));
}

/** The whole setup in one file. */
export const setup: readonly Command[] = [
  command({
    name: ['plan'],
    summary: 'Show what applying a file would change.',
    description:
      'Changes nothing. Exits with 2 if there are changes. What the file does not name stays as it is.',
    flags: { prune: pruneFlag },
    arguments: { file: fileWord },
    examples: [
      { command: 'agentmail plan', about: 'review the changes of agentmail.yaml' },
      { command: 'agentmail plan setup.yaml --prune allowlist', about: 'with entries that would be removed' },
    ],
    codes: ['SETUP_INVALID'],
    exits: ['changes', 'refused'],
    endpoints: readEndpoints,
    run: async (context, input) => {
      const plan = await planOf(context, input);
      const outcome = longResult(plan, planView);
      return { ...outcome, exit: plan.changes.length > 0 ? 'changes' : 'ok' };
    },
  }),
  command({
    name: ['apply'],
    summary: 'Apply a file: first the changes that tighten rules, last those that loosen them.',
    description:
      'Asks first. Stops at the first failure, or between two changes after Ctrl-C, and tells what was done;\n' +
      'a second run goes on. What loosens a rule takes the same proof as by hand. Agents can never apply.',
    flags: {
      prune: pruneFlag,
      tightenOnly: flag('--tighten-only', 'Leave every change that loosens a rule.'),
      revision: text('--planned <REVISION>', 'Only if the plan still has this revision.'),
      confirm: texts(
        '--confirm <PATH>',
        'Confirm the loss of what is at this path: a mailbox with mail, or a whole list.',
      ),
      yes: yesFlag,
    },
    arguments: { file: fileWord },
    examples: [
      { command: 'agentmail apply', about: 'apply agentmail.yaml' },
      { command: 'agentmail apply --tighten-only', about: 'in a job that has only a key' },
    ],
    codes: ['SETUP_INVALID', 'SETUP_CHANGED'],
    exits: ['refused', 'transient'],
    endpoints: async () => (await import('../tasks/setup/endpoints.ts')).APPLYING,
    run: async (context, { file, prune, confirm: confirmed, ...options }, endpoints) => {
      const [{ assertNoAgent }, { readSetup }, { applySetup }, { shownPlan, shownReport }] =
        await Promise.all([
          import('../tasks/setup/actual/read.ts'),
          import('../tasks/setup/file/read.ts'),
          import('../tasks/setup/apply/apply.ts'),
          import('../tasks/setup/shown.ts'),
        ]);
      await assertNoAgent(await context.client());
      const report = await applySetup(context, {
        setup: await readSetup(context, file),
        options: { ...options, prune: new Set(prune), confirmed },
        show: async (plan) => {
          if (!context.json) await context.emit(shownPlan(plan), planView);
        },
        budget: endpoints,
      });
      return result(shownReport(report), applyView, report.left === 0 ? 'ok' : 'transient');
    },
  }),
  command({
    name: ['drift'],
    summary: 'Check whether the daemon still matches a file, for a timer.',
    description:
      'Like plan, but what the daemon has beyond a section of the file counts too. Exits with 2 then.\n' +
      'With --notify it tells your desktop.',
    flags: { notify: flag('--notify', 'Show a notification on the desktop if something differs.') },
    arguments: { file: fileWord },
    examples: [
      { command: 'agentmail drift agentmail.yaml --notify', about: 'in a timer of systemd or cron' },
    ],
    codes: ['SETUP_INVALID'],
    exits: ['changes', 'refused'],
    endpoints: readEndpoints,
    run: async (context, { file, notify }) => {
      const plan = await planOf(context, { file, prune: [] });
      const differs = plan.changes.length + plan.left.length;
      if (notify && differs > 0) {
        const { showOnDesktop } = await import('../tasks/reviewing/desktop.ts');
        await showOnDesktop(context.world, {
          title: 'The setup of agentmail differs from its file',
          text: `${differs} differences, ${plan.loosening} loosening: agentmail plan`,
        });
      }
      return result(plan, planView, differs > 0 ? 'changes' : 'ok');
    },
  }),
  command({
    name: ['export'],
    summary: 'Print what is there as a file, without secrets.',
    description:
      'Applying it to the same daemon changes nothing. Its head says what it leaves out. Secrets are references\n' +
      'to variables that you set.',
    flags: {
      format: choice('--format <FORMAT>', 'Format of the file. Default: yaml.', ['yaml', 'json']),
      settings: flag('--settings', "With the service's settings, which all accounts share."),
    },
    examples: [
      { command: 'agentmail export > agentmail.yaml', about: 'begin with what is there' },
      { command: 'agentmail export --format json', about: 'for a program' },
    ],
    endpoints: readEndpoints,
    run: async (context, { format = 'yaml', settings }) => {
      const [{ assertNoAgent }, { exportSetup }] = await Promise.all([
        import('../tasks/setup/actual/read.ts'),
        import('../tasks/setup/export.ts'),
      ]);
      const client = await context.client();
      await assertNoAgent(client);
      context.raw(await exportSetup(context, client, { format, settings }));
      return 'ok';
    },
  }),
];

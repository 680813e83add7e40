import { stat, writeFile } from 'node:fs/promises';
import type { CommandContext } from '../../../context.ts';
import { CommandError, UsageError } from '../../../errors.ts';
import { confirm } from '../../../input/asking/confirm.ts';
import { writeTrouble } from '../../../machine/home/write-trouble.ts';
import { type BudgetEndpoints, renewalFor } from '../../importing/budget.ts';
import { readActual } from '../actual/read.ts';
import type { Setup } from '../file/schema.ts';
import { assertNotInterrupted, InterruptedError } from '../interrupted.ts';
import type { ApplySession, NewSecret, PruneKind, SetupChange, SetupStep } from '../plan/change.ts';
import { planSetup, type SetupPlan } from '../plan/plan.ts';
import { assertMayLose } from './losses.ts';

/** Makes the changes of a plan, one after the other, what tightens first. */

export interface ApplyOptions {
  readonly prune: ReadonlySet<PruneKind>;
  /** Leaves what loosens a rule. */
  readonly tightenOnly: boolean;
  /** Revision of the plan that was reviewed. */
  readonly revision: string | undefined;
  /** Paths whose loss was confirmed. */
  readonly confirmed: readonly string[];
  readonly yes: boolean;
}

export interface ApplyReport {
  readonly applied: readonly SetupChange[];
  /** Changes that a person makes by hand. */
  readonly asked: readonly SetupChange[];
  /** Changes that loosen and were left. */
  readonly skipped: readonly SetupChange[];
  /** Secrets of new keys and webhooks that no file gets. */
  readonly secrets: readonly NewSecret[];
  /** Changes that an interruption left. */
  readonly left: number;
}

interface ApplyRun {
  readonly session: ApplySession;
  readonly applied: SetupChange[];
  readonly secrets: NewSecret[];
}

/** Shows the plan to a person. */
type Show = (plan: SetupPlan) => Promise<void>;

export async function applySetup(
  context: CommandContext,
  { setup, options, show, budget }: ApplyInput,
): Promise<ApplyReport> {
  const client = await context.client();
  const read = async () => planSetup(setup, await readActual(client, setup), options.prune);
  const plan = await read();
  if (options.revision !== undefined) assertRevision(plan, options.revision);
  const { made, asked, skipped } = partsOf(plan, options);
  if (made.length === 0) return { applied: [], asked, skipped, secrets: [], left: 0 };
  await assertCanFinish(context, made);
  await show(plan);
  await confirm(context, options.yes, () => question(made));
  await assertMayLose(context, client, { steps: made, confirmed: options.confirmed });
  assertRevision(await read(), plan.revision);
  const session = {
    context: { ...context, secrets: rememberedPassword(context.secrets) },
    client,
    renew: await renewalFor(context, budget),
  };
  const run: ApplyRun = { session, applied: [], secrets: [] };
  const created = made.filter(({ phase }) => phase === 'create');
  let left = await runAll(run, created);
  if (left > 0) left += made.length - created.length;
  else {
    const rest =
      created.length === 0 ? made : await afterCreation(run, { plan: await read(), made, options });
    left = await runAll(
      run,
      rest.filter(({ phase }) => phase !== 'create'),
    );
  }
  return { applied: run.applied, asked, skipped, secrets: run.secrets, left };
}

export interface ApplyInput {
  readonly setup: Setup;
  readonly options: ApplyOptions;
  readonly show: Show;
  readonly budget: BudgetEndpoints;
}

function partsOf({ steps }: SetupPlan, { tightenOnly }: ApplyOptions) {
  const isAsked = ({ change }: SetupStep) => change.action === 'ask';
  const isLeft = (step: SetupStep) => !isAsked(step) && tightenOnly && step.change.direction === 'loosen';
  return {
    made: steps.filter((step) => !isAsked(step) && !isLeft(step)),
    asked: steps.filter(isAsked).map(({ change }) => change),
    skipped: steps.filter(isLeft).map(({ change }) => change),
  };
}

function assertRevision(plan: SetupPlan, revision: string): void {
  if (plan.revision === revision) return;
  throw changedSince('The setup or the file was changed after it was planned. Nothing was changed.', {
    planned: revision,
    now: plan.revision,
  });
}

function changedSince(message: string, details: Readonly<Record<string, unknown>>): CommandError {
  const hint = 'look at it again: agentmail plan';
  return new CommandError(message, { exit: 'refused', code: 'SETUP_CHANGED', details, hint });
}

/** Refuses at once what would fail halfway. */
async function assertCanFinish(context: CommandContext, steps: readonly SetupStep[]): Promise<void> {
  const files = steps.flatMap(({ writes }) => writes ?? []);
  for (const file of files) {
    if (await stat(file).catch(() => undefined)) {
      throw new UsageError(`${file} already exists.`, 'a new secret never replaces a file');
    }
  }
  const paths = steps.flatMap(({ change }) => (change.needs_person ? [change.path] : []));
  if (paths.length === 0) return;
  const { sessionEntry } = await import('../../../client/connection.ts');
  const session = await context.credentials.get(sessionEntry(context.profileName));
  if (session !== undefined && !context.world.env.AGENTMAIL_KEY) return;
  throw new CommandError('Some changes loosen rules that only a signed-in person may loosen.', {
    exit: 'refused',
    code: 'REAUTH_REQUIRES_SESSION',
    details: { paths: [...new Set(paths)] },
    hint: 'agentmail login EMAIL, or --tighten-only',
  });
}

function question(steps: readonly SetupStep[]): string {
  const count = steps.filter(({ change }) => change.direction === 'loosen').length;
  const loosens = count === 0 ? 'none of which loosens a rule' : `${count} of which loosen a rule`;
  return `Make ${steps.length === 1 ? 'this change' : `these ${steps.length} changes`}, ${loosens}?`;
}

/** Of the plan after creation: it may only loosen what the person saw. */
async function afterCreation(
  { applied }: ApplyRun,
  {
    plan,
    made,
    options,
  }: { readonly plan: SetupPlan; readonly made: readonly SetupStep[]; readonly options: ApplyOptions },
): Promise<readonly SetupStep[]> {
  const seen = new Set(made.flatMap(({ change }) => looseningKeys(change)));
  const rest = partsOf(plan, options).made;
  const unseen = rest.flatMap(({ change }) => looseningKeys(change)).filter((key) => !seen.has(key));
  if (unseen.length === 0) return rest;
  throw changedSince('What was created differs from the plan, and the rest would loosen more.', {
    applied: applied.map(({ path }) => path),
    unseen,
  });
}

function looseningKeys({ path, action, direction, fields }: SetupChange): string[] {
  if (direction !== 'loosen') return [];
  const loose = fields.filter((each) => each.direction === 'loosen');
  return loose.length === 0
    ? [`${path} ${action}`]
    : loose.map(({ field, after }) => `${path} ${field} ${JSON.stringify(after)}`);
}

/** Returns how many steps an interruption left. */
async function runAll(run: ApplyRun, steps: readonly SetupStep[]): Promise<number> {
  for (const [index, step] of steps.entries()) {
    try {
      assertNotInterrupted(run.session.context.world);
      await runStep(run, step);
    } catch (error) {
      if (error instanceof InterruptedError) return steps.length - index;
      if (!(error instanceof CommandError)) throw error;
      throw stopped(error, run, { at: step, left: steps.length - index });
    }
  }
  return 0;
}

async function runStep({ session, applied, secrets }: ApplyRun, step: SetupStep): Promise<void> {
  const state = await step.state?.(session.client);
  if (state === 'changed') throw changedSince(`${step.change.path} was changed meanwhile.`, {});
  // Another person made the same change.
  if (state === 'done') return;
  const secret = await step.run(session);
  if (secret !== null) await keepSecret(secrets, secret);
  applied.push(step.change);
  session.context.say(`${step.change.path}: done`);
}

async function keepSecret(secrets: NewSecret[], secret: NewSecret): Promise<void> {
  const { file } = secret;
  if (file === null) {
    secrets.push(secret);
    return;
  }
  await writeFile(file, `${secret.secret}\n`, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    // It is nowhere else.
    secrets.push(secret);
    throw writeTrouble(file, error);
  });
}

/** The error that stopped the run, with what was done before it. */
function stopped(
  error: CommandError,
  { applied, secrets }: ApplyRun,
  { at, left }: { readonly at: SetupStep; readonly left: number },
): CommandError {
  const { details, hint } = error.failure;
  return new CommandError(`${at.change.path}: ${error.message}`, {
    ...error.failure,
    details: {
      ...details,
      stopped_at: at.change.path,
      applied: applied.map(({ path, action }) => `${action} ${path}`),
      not_applied: left,
      ...(secrets.length > 0 && { secrets }),
    },
    hint: hint ?? 'what was done stays; apply again to go on',
  });
}

/** A person types the password once for all changes; codes work only once. */
function rememberedPassword(secrets: CommandContext['secrets']): CommandContext['secrets'] {
  let password: Promise<string | undefined> | undefined;
  return {
    ask: secrets.ask,
    askIfAny: (asked) => {
      if (asked !== 'Password') return secrets.askIfAny(asked);
      password ??= secrets.askIfAny(asked);
      return password;
    },
  };
}

import type { BodyOf } from '../../../../shared/contract/endpoint.ts';
import * as operator from '../../../../shared/contract/operator.ts';
import * as accounts from '../../../../shared/contract/operator-accounts.ts';
import * as settings from '../../../../shared/contract/settings.ts';
import type { Context } from '../../../context.ts';
import { writeBackup } from '../../../operation/backup/write.ts';
import type { Runtime } from '../../../operation/cluster/runtime.ts';
import {
  createKeyOf,
  createLinkOf,
  eraseNow,
  holdAccount,
  releaseAccount,
  renewListBudget,
  restoreNow,
} from '../../../operation/operator/account-actions.ts';
import {
  createAccount,
  getAccount,
  listAccounts,
  setPassword,
} from '../../../operation/operator/accounts.ts';
import { checkIntegrity } from '../../../operation/operator/integrity.ts';
import { emptyOutbox, getOutboxItem, getOutboxRaw, listOutbox } from '../../../operation/operator/outbox.ts';
import { getSettings, updateSettings } from '../../../operation/operator/settings.ts';
import { getStatus } from '../../../operation/operator/status.ts';
import { updateAccount } from '../../../operation/operator/update-account.ts';
import { advanceClock, drain, endsWithin } from '../../../operation/operator/work.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { isoTime } from '../../../platform/system/iso-time.ts';
import { type Binding, bindOpen, bindRaw } from '../call.ts';

const DRAIN_SECONDS = 60;
const ADVANCE_SECONDS = 600;

export function operatorRoutes(runtime: Runtime): readonly Binding[] {
  return [
    bindOpen(operator.operatorCreateAccount, (context, { body }) => createAccount(context, body)),
    bindOpen(operator.operatorListAccounts, (context, { query }) => listAccounts(context, query)),
    bindOpen(operator.operatorGetAccount, (context, { params }) => getAccount(context, params.id)),
    bindOpen(accounts.operatorUpdateAccount, (context, { params, body }) =>
      updateAccount(context, params.id, body),
    ),
    bindOpen(accounts.operatorCreateApiKey, (context, { params, body }) =>
      createKeyOf(context, params.id, body),
    ),
    bindOpen(accounts.operatorCreatePageLink, (context, { params }) =>
      createLinkOf(context, runtime, params.id),
    ),
    bindOpen(accounts.operatorEraseAccount, (context, { params }) => eraseNow(context, params.id)),
    bindOpen(accounts.operatorRestoreAccount, (context, { params }) => restoreNow(context, params.id)),
    bindOpen(accounts.renewListBudget, (context, { params }) => renewListBudget(context, params.id)),
    bindOpen(accounts.operatorApplyLegalHold, (context, { params, body }) =>
      holdAccount(context, params.id, body),
    ),
    bindOpen(accounts.operatorReleaseLegalHold, (context, { params, body }) =>
      releaseAccount(context, params.id, body.release_reason ?? null),
    ),
    bindOpen(operator.operatorSetPassword, (context, { params, body }) =>
      setPassword(context, params.id, body.password),
    ),
    bindOpen(settings.getSettings, (context, { query }) => getSettings(context, query)),
    bindOpen(settings.updateSettings, (context, { body }) => updateSettings(context, body)),
    bindOpen(operator.listOutbox, (context, { query }) => listOutbox(context, query)),
    bindOpen(operator.getOutboxItem, (context, { params }) => getOutboxItem(context, params.id)),
    bindRaw(operator.getOutboxRaw, 'message/rfc822', (context, { params }) =>
      getOutboxRaw(context, params.id),
    ),
    bindOpen(operator.emptyOutbox, (context) => emptyOutbox(context)),
    bindOpen(operator.createBackup, async (context) => {
      const { file, bytes, createdAt } = await writeBackup(context);
      return { file, bytes, created_at: isoTime(createdAt) };
    }),
    bindOpen(operator.getClock, clockState),
    bindOpen(operator.advanceClock, async (context, { body }) => {
      if (!context.clock.settable) {
        throw new ServiceError(
          'CONFLICT',
          { reason: 'real_clock' },
          { message: 'The daemon uses the real clock. Start it with --test-clock to advance time.' },
        );
      }
      await advanceClock(context, {
        jobs: runtime.jobs,
        seconds: body.seconds,
        signal: AbortSignal.timeout(ADVANCE_SECONDS * 1000),
      });
      return clockState(context);
    }),
    bindOpen(operator.drain, (context, { body }) => drained(context, runtime, body)),
    bindOpen(operator.getStatus, (context) => getStatus(context, runtime)),
    bindOpen(operator.checkIntegrity, checkIntegrity),
  ];
}

async function drained(
  context: Context,
  runtime: Runtime,
  {
    timeout_seconds: seconds = DRAIN_SECONDS,
    stop_accepting: stops = false,
    grace_seconds: grace = 0,
  }: BodyOf<typeof operator.drain>,
): Promise<{ drained: true }> {
  const { log, stopping } = context;
  if (stops && runtime.ready)
    log.warn({ grace_seconds: grace }, 'draining: nothing is accepted until a restart');
  const timeout = AbortSignal.timeout(seconds * 1000);
  const isDrained =
    stops || stopping.aborted
      ? await endsWithin(timeout, runtime.drain(grace * 1000))
      : await drain(context, runtime.jobs, timeout);
  if (isDrained) return { drained: true };
  throw new ServiceError(
    'SERVICE_UNAVAILABLE',
    { retry_after: 1 },
    { message: 'Some work is still unfinished.' },
  );
}

function clockState(context: Context): { now: string; test_clock: boolean } {
  return { now: isoTime(context.clock.now()), test_clock: context.clock.settable };
}

import { LIMITS } from '../../shared/contract/limits.ts';
import { ApiError } from '../client/errors.ts';
import { type Outcome, result } from '../command.ts';
import type { Context } from '../context.ts';
import { readText } from '../read-file.ts';
import type { BulkReply } from '../views/addresses.ts';
import { type ImportReport, importReport } from '../views/imports.ts';
import { type InvalidRow, type Plan, planImport } from './plan.ts';
import { NOTHING_YET, type Progress, SavedProgress } from './progress.ts';

interface ImportInput {
  readonly file: string;
  readonly column: string | undefined;
  readonly dryRun: boolean;
  readonly resume: boolean;
}

/** Puts all entries of a file on a list, as fast as the hourly budget lets it, and tells what became of each line. */
export async function importFile(
  context: Context,
  input: ImportInput,
  target: readonly string[],
  addMany: (emails: string[]) => Promise<BulkReply>,
): Promise<Outcome> {
  const content = await readContent(context, input.file);
  const plan = planImport(content, input.column);
  if (input.dryRun) return finish(plan, NOTHING_YET, [], { dry_run: true, resume_at: null });
  const saved = new SavedProgress(context.home, [context.profileName, ...target], content);
  const start = input.resume ? await saved.load() : NOTHING_YET;
  const run = new Run(context, plan, saved, addMany);
  const resumeAt = await run.from(start);
  return finish(plan, run.progress, run.refused, { dry_run: false, resume_at: resumeAt });
}

async function readContent({ world }: Context, file: string): Promise<string> {
  return file === '-' ? world.stdin.readAll() : readText(file);
}

/** The sending of a plan, batch by batch; its progress is saved after each, so that nothing is sent twice. */
class Run {
  readonly refused: InvalidRow[] = [];
  progress: Progress = NOTHING_YET;
  readonly #context: Context;
  readonly #plan: Plan;
  readonly #saved: SavedProgress;
  readonly #addMany: (emails: string[]) => Promise<BulkReply>;

  constructor(
    context: Context,
    plan: Plan,
    saved: SavedProgress,
    addMany: (emails: string[]) => Promise<BulkReply>,
  ) {
    this.#context = context;
    this.#plan = plan;
    this.#saved = saved;
    this.#addMany = addMany;
  }

  /** Sends what is left; answers when the budget lets it go on, or null when it did not stop for that. */
  async from(start: Progress): Promise<string | null> {
    this.progress = start;
    const { entries } = this.#plan;
    let size: number = LIMITS.bulkEntries;
    while (this.progress.sent < entries.length && !this.#context.world.interrupted.aborted) {
      const { sent } = this.progress;
      try {
        await this.#send(Math.min(size, entries.length - sent));
      } catch (error) {
        const budget = budgetOf(error, this.#context.world.clock.now());
        if (!budget) throw error;
        if (budget.remaining === 0 || budget.remaining >= size) return budget.resetAt;
        size = budget.remaining;
      }
    }
    if (this.progress.sent >= entries.length) await this.#saved.forget();
    return null;
  }

  async #send(count: number): Promise<void> {
    const { sent, added, already_existed } = this.progress;
    const batch = this.#plan.entries.slice(sent, sent + count);
    const reply = await this.#addMany(batch.map(({ pattern }) => pattern));
    const lines = new Map(batch.map(({ pattern, line }) => [pattern, line]));
    for (const { email, reason } of reply.invalid) {
      this.refused.push({ line: lines.get(email) ?? 0, value: email, reason });
    }
    this.progress = {
      sent: sent + count,
      added: added + reply.counts.added,
      already_existed: already_existed + reply.counts.already_existed,
    };
    await this.#saved.save(this.progress);
    this.#context.say(`${this.progress.sent} of ${this.#plan.entries.length}`);
  }
}

interface Budget {
  readonly remaining: number;
  /** ISO 8601. */
  readonly resetAt: string;
}

/** What an answer says about the hourly budget, when it is a refusal for that. */
function budgetOf(error: unknown, now: number): Budget | null {
  if (!(error instanceof ApiError) || error.code !== 'RATE_LIMITED') return null;
  const { remaining = 0, reset_at: resetAt, retry_after: seconds = 1 } = error.details ?? {};
  return {
    remaining: Number(remaining),
    resetAt: typeof resetAt === 'string' ? resetAt : new Date(now + Number(seconds) * 1000).toISOString(),
  };
}

function finish(
  plan: Plan,
  { sent, added, already_existed }: Progress,
  refused: readonly InvalidRow[],
  end: Pick<ImportReport, 'dry_run' | 'resume_at'>,
): Outcome {
  const report: ImportReport = {
    ...end,
    format: plan.format,
    rows: plan.rows,
    entries: plan.entries.length,
    duplicates: plan.duplicates,
    added,
    already_existed,
    left: plan.entries.length - sent,
    hours: Math.ceil((plan.entries.length - sent) / LIMITS.listAddsPerHour),
    invalid: [...plan.invalid, ...refused],
  };
  return result(report, importReport, exitOf(report));
}

/** 0 says that all of the file is in; a dry run says whether it could be. */
function exitOf({ dry_run, left, invalid }: ImportReport): 'ok' | 'usage' | 'transient' {
  if (!dry_run && left > 0) return 'transient';
  return invalid.length > 0 ? 'usage' : 'ok';
}

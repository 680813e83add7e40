import type { BulkReply } from '../../../shared/contract/address-lists.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { type CommandOutcome, result } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { readText } from '../../machine/home/read-file.ts';
import { type ImportReport, importReport } from '../../output/views/imports.ts';
import { sendBatches } from './batches.ts';
import { type BudgetEndpoints, renewalFor } from './budget.ts';
import { type ImportPlan, type InvalidRow, planImport } from './plan.ts';
import { NOTHING_YET, type Progress, SavedProgress } from './progress.ts';

interface ImportInput {
  readonly file: string;
  readonly column: string | undefined;
  readonly dryRun: boolean;
  readonly resume: boolean;
}

/** The list that a file goes into. */
interface ImportTarget {
  /** Names the list, so that the progress of an import belongs to it. */
  readonly list: readonly string[];
  readonly addMany: (emails: string[]) => Promise<BulkReply>;
  readonly budget: BudgetEndpoints;
}

/**
 * Puts all entries of a file on a list and tells what became of each line. The hourly budget stops it, unless
 * the owner of the machine imports.
 */
export async function importFile(
  context: CommandContext,
  input: ImportInput,
  target: ImportTarget,
): Promise<CommandOutcome> {
  const content = await readContent(context, input.file);
  const plan = planImport(content, input.column);
  const renew = await renewalFor(context, target.budget);
  const perHour = renew === undefined ? LIMITS.listAddsPerHour : Number.POSITIVE_INFINITY;
  if (input.dryRun) {
    return finish({ plan, perHour }, NOT_STARTED, { dry_run: true, resume_at: null });
  }
  const saved = new SavedProgress(context.home, [context.profileName, ...target.list], content);
  const start = input.resume ? await saved.load() : NOTHING_YET;
  const run = new ImportRun(context, plan, { saved, renew, addMany: target.addMany });
  const resumeAt = await run.from(start);
  return finish({ plan, perHour }, run, { dry_run: false, resume_at: resumeAt });
}

async function readContent({ world }: CommandContext, file: string): Promise<string> {
  return file === '-' ? world.stdin.readAll() : readText(file);
}

/** Endpoint calls and saved progress of one import run. */
interface Means extends Pick<ImportTarget, 'addMany'> {
  readonly saved: SavedProgress;
  /** Renews the hourly budget; undefined for callers who may not. */
  readonly renew: (() => Promise<void>) | undefined;
}

/** The sending of a plan, batch by batch; its progress is saved after each, so that nothing is sent twice. */
class ImportRun {
  readonly refused: InvalidRow[] = [];
  progress: Progress = NOTHING_YET;
  readonly #context: CommandContext;
  readonly #plan: ImportPlan;
  readonly #means: Means;

  constructor(context: CommandContext, plan: ImportPlan, means: Means) {
    this.#context = context;
    this.#plan = plan;
    this.#means = means;
  }

  /** Sends the rest; returns when the budget resets, or null when it's done. */
  async from(start: Progress): Promise<string | null> {
    this.progress = start;
    const end = await this.#context.progress(
      () => `Importing: ${this.progress.sent} of ${this.#plan.entries.length}`,
    );
    try {
      return await this.#sendAll();
    } finally {
      end();
    }
  }

  async #sendAll(): Promise<string | null> {
    const { entries } = this.#plan;
    const { clock, interrupted } = this.#context.world;
    const resumeAt = await sendBatches(entries.slice(this.progress.sent), {
      send: (batch) => this.#send(batch),
      renew: this.#means.renew,
      clock,
      interrupted,
    });
    if (this.progress.sent >= entries.length) await this.#means.saved.forget();
    return resumeAt;
  }

  async #send(batch: ImportPlan['entries']): Promise<void> {
    const { sent, added, already_existed } = this.progress;
    const reply = await this.#means.addMany(batch.map(({ pattern }) => pattern));
    const lines = new Map(batch.map(({ pattern, line }) => [pattern, line]));
    for (const { email, reason } of reply.invalid) {
      this.refused.push({ line: lines.get(email) ?? 0, value: email, reason });
    }
    this.progress = {
      sent: sent + batch.length,
      added: added + reply.counts.added,
      already_existed: already_existed + reply.counts.already_existed,
    };
    await this.#means.saved.save(this.progress);
  }
}

const NOT_STARTED = { progress: NOTHING_YET, refused: [] };

function finish(
  { plan, perHour }: { readonly plan: ImportPlan; readonly perHour: number },
  { progress: { sent, added, already_existed }, refused }: Pick<ImportRun, 'progress' | 'refused'>,
  end: Pick<ImportReport, 'dry_run' | 'resume_at'>,
): CommandOutcome {
  const report: ImportReport = {
    ...end,
    format: plan.format,
    rows: plan.rows,
    entries: plan.entries.length,
    duplicates: plan.duplicates,
    added,
    already_existed,
    left: plan.entries.length - sent,
    hours: Math.ceil((plan.entries.length - sent) / perHour),
    invalid: [...plan.invalid, ...refused],
  };
  return result(report, importReport, exitOf(report));
}

/** 0 means that the whole file was added, or for a dry run could be. */
function exitOf({ dry_run, left, invalid }: ImportReport): 'ok' | 'usage' | 'transient' {
  if (!dry_run && left > 0) return 'transient';
  return invalid.length > 0 ? 'usage' : 'ok';
}

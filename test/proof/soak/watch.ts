import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '../world/program.ts';

export interface Sample {
  /** Which life of the daemon, from 1. */
  readonly life: number;
  /** Megabytes. */
  readonly memory: number;
  readonly handles: number;
  /** Megabytes of the write-ahead log. */
  readonly log: number;
}

export function sample(program: Program, life: number): Sample {
  const log = join(program.home, 'agentmail.db-wal');
  return {
    life,
    memory: program.memory() / 1e6,
    handles: program.handles(),
    log: existsSync(log) ? statSync(log).size / 1e6 : 0,
  };
}

/** Growth that is none: caches and heaps have sizes of their own. */
const SPARE_MEMORY = 80;
const SPARE_HANDLES = 20;
/** `journal_size_limit` and what one checkpoint may be late. */
const LARGEST_LOG = 100;

/** Compares the end of each life with its middle; sentences about what went on growing. */
export function growth(samples: readonly Sample[]): string[] {
  const problems: string[] = [];
  for (const life of new Set(samples.map((one) => one.life))) {
    const mine = samples.filter((one) => one.life === life);
    const middle = mine.slice(Math.floor(mine.length / 3), Math.floor((mine.length * 2) / 3));
    const end = mine.slice(Math.floor((mine.length * 2) / 3));
    if (middle.length < 2 || end.length < 2) continue;
    const grown = (field: 'memory' | 'handles') => mean(end, field) - mean(middle, field);
    if (grown('memory') > SPARE_MEMORY) problems.push(`life ${life}: memory grew by ${grown('memory')} MB`);
    if (grown('handles') > SPARE_HANDLES) problems.push(`life ${life}: handles grew by ${grown('handles')}`);
    const log = Math.max(...mine.map((one) => one.log));
    if (log > LARGEST_LOG) problems.push(`life ${life}: the write-ahead log had ${log} MB`);
  }
  return problems;
}

function mean(samples: readonly Sample[], field: 'memory' | 'handles'): number {
  return samples.reduce((sum, one) => sum + one[field], 0) / samples.length;
}

export function percentile(times: readonly number[], percent: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0);
}

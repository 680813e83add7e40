import type { Fault } from '../fault.ts';
import { bucket } from './bucket.ts';
import { cli } from './cli.ts';
import { cluster } from './cluster.ts';
import { copies } from './copies.ts';
import { mcp } from './mcp.ts';
import { migrations } from './migrations.ts';
import { notices } from './notices.ts';
import { outbound } from './outbound.ts';
import { page } from './page.ts';

/** The parts of the program that the faults are in. */
export const FAULTS = {
  page,
  mcp,
  notices,
  copies,
  cluster,
  bucket,
  migrations,
  cli,
  outbound,
} as const satisfies Readonly<Record<string, readonly Fault[]>>;

export type Area = keyof typeof FAULTS;
export const AREAS = Object.keys(FAULTS) as readonly Area[];

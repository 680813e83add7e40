import type { Tool } from '../tool.ts';
import { DRAFTS } from './drafts.ts';
import { FILES } from './files.ts';
import { LIMITS_AND_IDENTITY } from './limits.ts';
import { READING } from './reading.ts';
import { SENDING } from './sending.ts';
import { THREADS } from './threads.ts';
import { WAITING } from './waiting.ts';

/**
 * Tools for models. Decisions of people are never among them: approving, releasing, denying, policies, lists,
 * keys, deleting.
 */
export const TOOLS: readonly Tool[] = [
  ...READING,
  ...WAITING,
  ...THREADS,
  ...SENDING,
  ...FILES,
  ...DRAFTS,
  ...LIMITS_AND_IDENTITY,
];

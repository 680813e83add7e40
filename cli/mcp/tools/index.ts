import type { Tool } from '../tool.ts';
import { DRAFTS } from './drafts.ts';
import { LIMITS_AND_IDENTITY } from './limits.ts';
import { READING } from './reading.ts';
import { SENDING } from './sending.ts';
import { THREADS } from './threads.ts';

/**
 * Tools for models. Decisions of people are never among them: approving, releasing, denying, policies, lists,
 * keys, deleting.
 */
export const TOOLS: readonly Tool[] = [...READING, ...THREADS, ...SENDING, ...DRAFTS, ...LIMITS_AND_IDENTITY];

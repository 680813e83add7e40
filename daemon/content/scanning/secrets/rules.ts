import { FORMATS } from './formats.ts';
import type { SecretRule } from './rule.ts';
import { SERVICE_KEYS } from './services.ts';
import { STRUCTURES } from './structures.ts';

/** All kinds of secrets that have a form; the rest is told by what a text calls it (`generic.ts`). */
export const SECRET_RULES: readonly SecretRule[] = [...STRUCTURES, ...FORMATS, ...SERVICE_KEYS];

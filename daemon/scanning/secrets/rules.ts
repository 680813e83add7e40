import { FORMATS } from './formats.ts';
import type { SecretRule } from './rule.ts';
import { SERVICE_KEYS } from './services.ts';

/** All kinds of secrets that have a form; the rest is told by what a text calls it (`generic.ts`). */
export const SECRET_RULES: readonly SecretRule[] = [...FORMATS, ...SERVICE_KEYS];

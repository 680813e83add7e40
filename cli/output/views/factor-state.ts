import type { z } from 'zod';
import type { caller } from '../../../shared/contract/accounts.ts';
import { type Cell, fields, good, orDash, strong, type View, warning } from './document.ts';

type Caller = z.output<typeof caller>;

const FACTORS: Readonly<Record<NonNullable<Caller['mfa_method']>, Cell>> = {
  none: warning('none'),
  totp: good('authenticator app'),
  sms: good('text messages'),
};

/** A person's factors. */
export const factorState: View<Caller> = (each) => [
  fields(
    ['account', strong(each.email)],
    ['password', each.has_password ? 'yes' : warning('none')],
    ['second factor', FACTORS[each.mfa_method ?? 'none']],
    ['phone', orDash(each.phone_number_masked)],
  ),
];

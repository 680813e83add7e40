import * as api from '../../support/api.ts';
import type { Program } from './program.ts';

export interface Account {
  readonly id: string;
  readonly admin: string;
  readonly mailbox: { readonly id: string; readonly address: string };
}

/** An account of the built daemon, with its admin key and one mailbox. */
export async function createAccount(
  program: Program,
  name = 'helper',
  email = 'owner@example.com',
): Promise<Account> {
  const { account_id: id, api_key: admin } = await program.must(null, api.operatorCreateAccount, { email });
  return { id, admin, mailbox: await program.must(admin, api.createMailbox, { name }) };
}

import type { ActionScope } from '../shared/action-scopes.ts';
import type { listMailboxes } from '../shared/contract/mailboxes.ts';
import type { Context } from './context.ts';
import { mailboxIds } from './mailbox.ts';
import { type CallAs, type Proof, withProof } from './prove.ts';
import { secretsOf } from './secrets.ts';

/** A change of a mailbox that may need fresh proof. */
export interface MailboxAction<Body> {
  readonly scope: ActionScope;
  /** Name or id. */
  readonly mailbox: string;
  readonly body: Body;
  readonly challenge: string | undefined;
  /** Resolves the mailbox's id, to which a texted code is bound. */
  readonly listMailboxes: typeof listMailboxes;
}

/** Changes a mailbox; a loosening uses the person's session and fresh proof. */
export function withMailboxProof<Body extends object, Reply>(
  context: Context,
  { scope, mailbox, body, challenge, listMailboxes }: MailboxAction<Body>,
  call: (body: Body & Proof, as: CallAs) => Promise<Reply>,
): Promise<Reply> {
  const values = async () => {
    const [id] = await mailboxIds(context, [mailbox], listMailboxes);
    return { ...body, mailbox_id: id };
  };
  const action = { scope, values, challenge, secrets: secretsOf(context) };
  return withProof(context, action, (proof, as) => call({ ...body, ...proof }, as));
}

import type { ActionScope } from '../shared/action-scopes.ts';
import type { listMailboxes } from '../shared/contract/mailboxes.ts';
import type { Context } from './context.ts';
import { mailboxIds } from './mailbox.ts';
import { type CallAs, type Proof, withProof } from './prove.ts';
import { secretsOf } from './secrets.ts';

/** A change of one mailbox that a person has to prove themselves for. */
export interface MailboxAction<Body> {
  readonly scope: ActionScope;
  /** Name or id. */
  readonly mailbox: string;
  readonly body: Body;
  readonly challenge: string | undefined;
  /** Finds the id of a named mailbox, which a code by text message is bound to. */
  readonly listMailboxes: typeof listMailboxes;
}

/** Changes a mailbox; when that loosens a rule, as the signed-in person with fresh proof. */
export function withMailboxProof<Body extends object, Reply>(
  context: Context,
  { scope, mailbox, body, challenge, listMailboxes }: MailboxAction<Body>,
  call: (body: Body & Proof, as: CallAs) => Promise<Reply>,
): Promise<Reply> {
  const values = async () => {
    const [id] = await mailboxIds(context, [mailbox], listMailboxes);
    return { ...body, mailbox_id: id };
  };
  return withProof(context, secretsOf(context), { scope, values, challenge }, (proof, as) =>
    call({ ...body, ...proof }, as),
  );
}

import assert from 'node:assert';

/** The next call of a model, or its last words. */
export type Turn =
  | { readonly text: string; readonly id?: never; readonly tool?: never; readonly input?: never }
  | { readonly text?: never; readonly id: string; readonly tool: string; readonly input: object };

// biome-ignore lint/suspicious/noExplicitAny: a model looks into the answers of all tools.
type Answer = any;
type Steps<T> = Generator<{ readonly tool: string; readonly input: object }, T, Answer>;

/**
 * A small agent as a model would act: it reads, answers, is denied, revises and sends. Each turn takes the
 * result of the last call, as text that ends with a line of JSON.
 */
export class Job {
  readonly #steps = steps();

  next(lastResult?: string): Turn {
    const json = lastResult?.slice(lastResult.lastIndexOf('\n') + 1);
    const { done, value } = this.#steps.next(json && JSON.parse(json));
    return done ? { text: value } : { id: `call-${crypto.randomUUID()}`, ...value };
  }
}

function* steps(): Steps<string> {
  const { messages } = yield call('list_messages', { unread: true });
  const { id: message_id } = messages[0];
  const read = yield call('read_message', { message_id });
  assert.match(JSON.stringify(read.blocks), /What do you offer/);
  const held = yield call('reply_to_message', { message_id, body: 'We take it for 900.' });
  assert.ok(held.decided || held.email_effect.effect_status === 'held_for_review');
  const denied = yield* decided(held);
  assert.equal(denied.review.resolution, 'denied');
  const body = `We take it for 500, since 900 is ${denied.review.reason}.`;
  const revised = yield call('reply_to_message', { message_id, body, revises: held.message_id });
  const approved = yield* decided(revised);
  assert.equal(approved.review.resolution, 'approved');
  const refused = yield call('send_message', {
    to: 'stranger@elsewhere.example',
    subject: 'Hi',
    body: 'Hi.',
  });
  return JSON.stringify({ sent: revised.message_id, state: approved.state, refused: refused.code });
}

/** The decision, which may already be in the answer of the send. */
function* decided(sent: Answer): Steps<Answer> {
  let answer = sent;
  while (answer.decided !== true) {
    answer = yield call('wait_for_decision', { message_id: sent.message_id });
  }
  return answer;
}

const call = (tool: string, input: object) => ({ tool, input });

export const OPTIONS = { url: process.env.AGENTMAIL_URL, key: process.env.AGENTMAIL_KEY };

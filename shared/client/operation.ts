/** How a method calls the API. */
export interface ClientOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Where its input goes. */
  readonly takes?: 'query' | 'body' | 'form';
  /** Takes an idempotency key. */
  readonly keyed?: true;
  /** Answers with bytes. */
  readonly bytes?: true;
}

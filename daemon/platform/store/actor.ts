/** The party behind an action, as audit rows and list entries name it. */
export interface Actor {
  readonly type: 'admin' | 'agent' | 'user' | 'system';
  readonly id: string;
}

/** The owner of the machine. */
export const OPERATOR: Actor = { type: 'system', id: 'operator' };

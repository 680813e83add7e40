import { deliverability } from './deliverability.ts';
import type { Gate, GateScene } from './gate.ts';
import { storage } from './storage.ts';
import { suspension } from './suspension.ts';

/**
 * What a message passes, in this order; the first refusal answers. Fields, mailbox and idempotency come before
 * them, and the budget after them, in the transaction that stores the message.
 */
export const GATES: readonly Gate[] = [suspension, deliverability, storage];

export async function passGates(scene: GateScene): Promise<void> {
  for (const gate of GATES) await gate.check(scene);
}

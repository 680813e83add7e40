import { isOpen, nextOpening } from '../../../../shared/policies/send-window.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { isoTime } from '../../../platform/system/iso-time.ts';
import type { Gate } from './gate.ts';

/** A closed window that blocks; one that asks for approval holds the message later instead. */
export const sendWindow: Gate = {
  name: 'send_window',
  passed: 'No send window blocks sending at this time.',
  trace: 'send_window',
  remedies: {
    SEND_WINDOW_CLOSED: 'Wait until the window opens. A signed-in person can change it.',
  },
  async check({ context, submission, at }) {
    const { principal, mailbox } = submission;
    const window = mailbox.send_window;
    const now = at ?? context.clock.now();
    if (principal.origin !== 'agent' || window?.outside_action !== 'block' || isOpen(window, now)) return;
    const opening = nextOpening(window, now);
    throw new ServiceError(
      'SEND_WINDOW_CLOSED',
      opening === null ? undefined : { next_open_at: isoTime(opening) },
    );
  },
};

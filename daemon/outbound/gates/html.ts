import type { Gate } from './gate.ts';

/** HTML has no active content, and can be made safe (decisions 7.9). */
export const html: Gate = {
  name: 'html',
  async check({ context, submission }) {
    await submission.html?.sanitized(context);
  },
};

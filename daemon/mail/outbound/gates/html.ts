import type { Gate } from './gate.ts';

/**
 * HTML has no active content and can be sanitized. Removing a script or form would change what the mail does.
 */
export const html: Gate = {
  name: 'html',
  passed: 'The message has no HTML that would be rejected.',
  trace: 'authoring',
  remedies: {},
  async check({ context, submission }) {
    await submission.html?.sanitized(context);
  },
};

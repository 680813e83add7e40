import type { Finding, ScanContext, Scanner } from '../types.ts';

const REMOTE = /^https?:\/\//i;
const LONG_QUERY = 60;
const TRACKER = /(?:\/|\.)(?:open|track|pixel|beacon|wf\/open|o\.gif|t\.gif|spacer|1x1)[./?=_-]/i;

/** Remote images that report to their sender that a message was opened, or carry data in their address. */
export const trackingImages: Scanner = {
  name: 'tracking-images',
  applies: ({ input }) => input.direction === 'inbound' && input.html !== null,
  scan({ message }: ScanContext): Finding[] {
    const beacons = message.images.filter(({ url, width, height, hidden }) => {
      if (!REMOTE.test(url)) return false;
      const tiny = width !== null && height !== null && width <= 3 && height <= 3;
      const query = url.indexOf('?');
      return tiny || hidden || (query !== -1 && url.length - query > LONG_QUERY && TRACKER.test(url));
    });
    if (beacons.length === 0) return [];
    return [
      {
        scanner: 'tracking-images',
        ruleId: 'remote-beacon',
        severity: 'low',
        category: 'image_exfil',
        decision: 'allow_with_warning',
        reason: `The message has tracking images that tell its sender when it is read (${beacons.length}).`,
        spans: [],
        agentInstructions: ["Don't load remote images of this message."],
      },
    ];
  },
};

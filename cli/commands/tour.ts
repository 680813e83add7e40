import { command } from '../command.ts';

export const tour = command({
  name: ['tour'],
  summary: 'Take a tour of agentmail in a temporary home folder.',
  description:
    'Starts a daemon on free ports, receives a message over SMTP, replies to it and stops the daemon.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail tour', about: 'takes a few seconds and leaves nothing behind' }],
  stream: true,
  codes: ['TOUR_BROKEN'],
  run: async (context) => {
    const { takeTour } = await import('../tasks/tour/tour.ts');
    return takeTour(context);
  },
});

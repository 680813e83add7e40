import { expect, it } from 'vitest';
import { SignalHub } from '../../../daemon/platform/store/signals.ts';

it('delivers signals to receivers of the kind and of the id, until they stop watching', () => {
  const hub = new SignalHub();
  const received: string[] = [];
  const ends = [
    hub.watchAll('webhook', (id) => received.push(`all ${id}`)),
    hub.watch({ kind: 'webhook', id: 'a' }, (id) => received.push(`one ${id}`)),
    hub.watch({ kind: 'account', id: 'a' }, () => received.push('other kind')),
  ];
  hub.publish({ kind: 'webhook', id: 'a' });
  hub.publish({ kind: 'webhook', id: 'b' });
  expect(received).toEqual(['all a', 'one a', 'all b']);
  expect([hub.watching('webhook'), hub.watching('account'), hub.watching('jobs')]).toEqual([1, 1, 0]);
  for (const end of ends) end();
  hub.publish({ kind: 'webhook', id: 'a' });
  expect(received).toHaveLength(3);
  expect(hub.watching('webhook')).toBe(0);
});

it('signals every watched id of a kind at once', () => {
  const hub = new SignalHub();
  const received: string[] = [];
  for (const id of ['a', 'b']) hub.watch({ kind: 'mailbox', id }, () => received.push(id));
  hub.watch({ kind: 'account', id: 'c' }, () => received.push('c'));
  hub.publishAll('mailbox');
  expect(received).toEqual(['a', 'b']);
});

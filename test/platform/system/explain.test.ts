import { expect, it } from 'vitest';
import { explain } from '../../../daemon/entry/command-line/explain.ts';
import { engineError } from '../../support/database-file.ts';

const system = (facts: NodeJS.ErrnoException | object) => Object.assign(new Error('failed'), facts);

it.each([
  [engineError('full', 'SQLITE_FULL'), 'the disk of /home/x is full (SQLITE_FULL)'],
  [system({ code: 'ENOSPC', syscall: 'write' }), 'the disk of /home/x is full (ENOSPC)'],
  [engineError('unable to open', 'SQLITE_CANTOPEN'), "can't use /home/x/agentmail.db (SQLITE_CANTOPEN)"],
])('what the disk of a home refuses is told in one line: %s', (error, line) => {
  expect(explain(error, '/home/x')).toBe(line);
});

import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../daemon/entry/http/envelope.ts';
import { ServiceError } from '../../../daemon/platform/errors/service-error.ts';
import { createLog } from '../../../daemon/platform/system/log.ts';

const WARN = 40;
const ERROR = 50;

describe('the log of a request', () => {
  const logged = (thrown: unknown) => {
    const lines: string[] = [];
    const stream = new Writable({
      write: (line, _encoding, done) => {
        lines.push(String(line));
        done();
      },
    });
    refusalOf(thrown, 'req-1', createLog('info', stream));
    return lines.map((line) => JSON.parse(line));
  };

  it('has the stack of a failure nobody expected', () => {
    expect(logged(new Error('broken'))).toMatchObject([
      { level: ERROR, request_id: 'req-1', code: 'INTERNAL_ERROR', err: { message: 'broken' } },
    ]);
  });

  it('has the reason alone when the service is unavailable', () => {
    const lines = logged(
      new ServiceError('SERVICE_UNAVAILABLE', { retry_after: 5 }, { message: 'No database.' }),
    );
    expect(lines).toMatchObject([{ level: WARN, code: 'SERVICE_UNAVAILABLE', reason: 'No database.' }]);
    expect(lines[0].err).toBeUndefined();
  });

  it('has nothing of a refusal that the caller can avoid', () => {
    expect(logged(new ServiceError('NOT_FOUND'))).toEqual([]);
  });
});

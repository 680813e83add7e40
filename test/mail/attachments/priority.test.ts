import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import type { HostAnswer, HostTask } from '../../../daemon/content/extract/messages.ts';
import { docx } from '../../support/documents.ts';

const HOST = new URL('../../../daemon/content/extract/extraction-host.worker.ts', import.meta.url);

/** Priorities of the threads of a process: the 19th field, the name of the thread may hold spaces. */
function prioritiesOf(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.map((thread) => {
    const [, fields = ''] = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(/\) /);
    return Number(fields.split(' ')[16]);
  });
}

// Only root can raise the priority again, and for root it doesn't lower it far enough.
test.runIf(process.platform === 'linux')(
  'a document is read at the lowest priority by every thread of its process',
  async () => {
    const host = new Worker(HOST);
    onTestFinished(async () => {
      await host.terminate();
    });
    const read = new Promise<number[]>((resolve, reject) => {
      let pid = 0;
      host.on('error', reject);
      host.on('message', (answer: HostAnswer) => {
        if ('pid' in answer) pid = answer.pid ?? 0;
        else if ('text' in answer.extraction) resolve(prioritiesOf(pid));
        else reject(new Error(JSON.stringify(answer.extraction)));
      });
    });
    host.postMessage({
      number: 1,
      kind: 'word',
      source: { content: docx(['The parcel is in the hall.']) },
      limits: { cpu: 20_000, timeout: 50_000 },
    } satisfies HostTask);
    expect(new Set(await read)).toEqual(new Set([constants.priority.PRIORITY_LOW]));
  },
);

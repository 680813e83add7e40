import { describe, expect, it } from 'vitest';
import { TaskScheduler } from '../../../daemon/content/analysis/task-scheduler.ts';

/** Turns whose tasks end when the test says so. */
function scene(slots = { all: 2, small: 1, large: 1 }) {
  const turns = new TaskScheduler(slots);
  const running: { readonly name: string; readonly end: () => void }[] = [];
  const started: string[] = [];
  const ask = (party: string, size: 'small' | 'large', name = party) =>
    void turns.take(party, size).then((end) => {
      started.push(name);
      running.push({ name, end });
    });
  const tick = () => new Promise(setImmediate);
  const end = async (): Promise<void> => {
    running.shift()?.end();
    await tick();
  };
  return { ask, end, tick, running, started };
}

describe('tasks that share the analysis threads', () => {
  it('take turns by party', async () => {
    const { ask, end, running, started, tick } = scene();
    for (const name of ['a1', 'a2', 'a3']) ask('a', 'small', name);
    ask('b', 'small');
    ask('c', 'small');
    await tick();
    while (running.length > 0) await end();
    expect(started).toEqual(['a1', 'a2', 'b', 'c', 'a3']);
  });

  it('leave a thread to small ones however many large ones wait, and the other way round', async () => {
    const { ask, end, running, tick } = scene({ all: 3, small: 3, large: 2 });
    for (let index = 0; index < 9; index++) ask('a', 'large');
    await tick();
    expect(running).toHaveLength(2);
    for (let index = 0; index < 9; index++) ask('b', 'small');
    await tick();
    expect(running.map(({ name }) => name)).toEqual(['a', 'a', 'b']);
    await end();
    await end();
    expect(running.filter(({ name }) => name === 'a')).toHaveLength(1);
    expect(running).toHaveLength(3);
  });

  it('run on all threads when no large one waits', async () => {
    const { ask, running, tick } = scene({ all: 3, small: 3, large: 2 });
    for (let index = 0; index < 5; index++) ask('a', 'small');
    await tick();
    expect(running).toHaveLength(3);
  });
});

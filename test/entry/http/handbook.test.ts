import { describe, expect, it } from 'vitest';
import { agentHandbook } from '../../../.config/reference/handbook.ts';
import { ENDPOINTS } from '../../../shared/contract/index.ts';
import { sharedService } from '../../support/service.ts';

const MOST_BYTES = 24_000;

/** Paths with a value in place of each parameter. */
const CALLS = ENDPOINTS.map(({ method, path }) => ({
  method,
  path,
  pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
}));

describe('the handbook for agents', () => {
  const service = sharedService();

  it('has no file of 24 KB or more', async () => {
    const files = Object.entries(await agentHandbook());
    expect(files).toHaveLength(3);
    for (const [name, text] of files) {
      expect(Buffer.byteLength(text), name).toBeLessThan(MOST_BYTES);
    }
  });

  it('is served to anyone as /llms.txt', async () => {
    const reply = await fetch(`${service.daemon.runtime.http}/llms.txt`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(await reply.text()).toBe((await agentHandbook())['llms.txt']);
  });

  it('names only endpoints that exist, with all that they take', async () => {
    const text = (await agentHandbook())['llms.txt'] ?? '';
    const lines = [...text.matchAll(/^- `([A-Z]+) (\S+?)((?: \S+)*)`: /gm)];
    expect(lines.length).toBeGreaterThan(50);
    for (const [line, method, path, fields = ''] of lines) {
      const endpoint = ENDPOINTS.find((each) => each.method === method && each.path === path);
      const { query, body } = endpoint ?? {};
      const names = [query, body].flatMap((schema) =>
        schema && 'shape' in schema ? Object.keys(schema.shape as object) : [],
      );
      expect(fields.replaceAll(/[?*]/g, '').trim(), line).toBe(names.join(' '));
    }
    const inText = [...text.matchAll(/`(GET|POST) (\/[^` ]*)/g)].map(([, method, path]) => ({
      method,
      path,
    }));
    const inCommands = [...text.matchAll(/^curl (.*?) "?\$URL(\/[^\s"?]*)/gm)].map(([, flags, path]) => ({
      method: flags?.includes(' -d ') ? 'POST' : 'GET',
      path,
    }));
    expect(inCommands).toHaveLength(5);
    for (const { method, path = '' } of [...inText, ...inCommands]) {
      const found = CALLS.find(
        (call) => call.method === method && (call.path === path || call.pattern.test(path)),
      );
      expect(found, `${method} ${path}`).toBeDefined();
    }
  });

  it('has the endpoints of agent keys and none that only people call', async () => {
    const text = (await agentHandbook())['llms.txt'] ?? '';
    for (const path of ['/v1/messages/send', '/v1/mailboxes/:id/messages/wait', '/v1/events']) {
      expect(text).toContain(` ${path}`);
    }
    for (const { who, method, path } of ENDPOINTS) {
      if (who === 'admin' || who === 'operator' || who === 'session') {
        expect(text).not.toContain(`- \`${method} ${path}\``);
      }
    }
  });
});

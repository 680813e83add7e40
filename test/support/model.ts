import { expect } from 'vitest';

/** A model's host that talks to the daemon's MCP endpoint over plain HTTP. */
export interface ModelHost {
  /** As `http://127.0.0.1:4310`. */
  readonly http: string;
  readonly key: string;
}

/** Calls a tool, and returns its structured result. Fails when the tool reports an error. */
export async function callTool<Result>(
  { http, key }: ModelHost,
  name: string,
  args: object,
): Promise<Result> {
  const answer = await fetch(`${http}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  const { result } = (await answer.json()) as { result: { isError?: boolean; structuredContent: Result } };
  expect(result.isError ?? false).toBe(false);
  return result.structuredContent;
}

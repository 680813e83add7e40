import { expect, it } from 'vitest';
import { ENDPOINTS } from '../../shared/contract/index.ts';

const namesOf = (schema: object | undefined): string[] =>
  schema && 'shape' in schema ? Object.keys(schema.shape as object) : [];

it('no endpoint uses a name twice, or has a query and a body: the input of a call can be flat', () => {
  for (const { id, params, query, body } of ENDPOINTS) {
    const names = [params, query, body].flatMap(namesOf);
    expect([id, names]).toEqual([id, [...new Set(names)]]);
    expect([id, Boolean(query && body)]).toEqual([id, false]);
  }
});

import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { errorsOf } from '../../../shared/contract/endpoint.ts';
import { ERRORS } from '../../../shared/contract/errors.ts';
import { ENDPOINTS } from '../../../shared/contract/index.ts';
import * as api from '../../support/api.ts';
import { OpenApiChecker, type OpenApiDocument } from '../../support/openapi.ts';
import { createTenant, sharedService } from '../../support/service.ts';

/** Tested parts of the operation that creates a key. */
interface NewKey {
  paths: {
    '/v1/accounts/api-keys': {
      post: {
        requestBody: {
          content: {
            'application/json': { schema: { properties: { mailbox_ids: { items: { pattern: string } } } } };
          };
        };
        description: string;
      };
    };
  };
}

describe('the OpenAPI document', () => {
  const service = sharedService();
  const openApi = () => service.request<OpenApiDocument>(null, 'GET /openapi.json');

  it('is a valid OpenAPI 3.0.3 document that needs no credential', async () => {
    const reply = await openApi();
    expect([reply.status, reply.body.openapi, reply.body.info.version]).toEqual([200, '3.0.3', '1.0.0']);
    const result = await new Validator().validate(reply.body as unknown as Record<string, unknown>);
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  it('describes every customer endpoint and none of the owner', async () => {
    const reply = await openApi();
    const described = Object.values(reply.body.paths).flatMap((path) =>
      Object.values(path).map((operation) => operation.operationId),
    );
    const expected = ENDPOINTS.filter(
      (endpoint) => endpoint.who !== 'operator' && endpoint.who !== 'session' && !endpoint.sameSite,
    );
    expect(described.sort()).toEqual(expected.map((endpoint) => endpoint.id).sort());
  });

  it('marks extensions of the original contract', async () => {
    const { paths } = (await openApi()).body;
    expect(paths['/v1/attachment-content/{token}']?.get).toMatchObject({ 'x-extension': true });
    expect(paths['/v1/messages/{id}/attachments/{idx}']?.get).not.toHaveProperty('x-extension');
  });

  /** The document with its references resolved. */
  async function resolved<T>(): Promise<T> {
    const validator = new Validator();
    await validator.validate((await openApi()).body as unknown as Record<string, unknown>);
    return validator.resolveRefs() as T;
  }

  it('tells ids in either case, and values that do not go together, of a new key', async () => {
    const { paths } = await resolved<NewKey>();
    const { requestBody, description } = paths['/v1/accounts/api-keys'].post;
    const { mailbox_ids: ids } = requestBody.content['application/json'].schema.properties;
    expect('01A1FF44-D4A1-7551-8111-a3ede24e81e9').toMatch(new RegExp(ids.items.pattern));
    expect(description).toContain('422 `VALIDATION_ERROR`');
  });

  it('lists every error of each operation: in its description, or with its callers', async () => {
    const { paths, info } = (await openApi()).body;
    const operations = Object.values(paths).flatMap(Object.values);
    const groups = [...info.description.matchAll(/Errors of (every [\w-]+): ([^.]*)\./g)];
    expect(groups.map(([, name]) => name)).toEqual(['every send', 'every re-authentication']);
    for (const endpoint of ENDPOINTS) {
      const operation = operations.find(({ operationId }) => operationId === endpoint.id);
      if (!operation) continue;
      expect(operation.responses.default, endpoint.id).toEqual({ $ref: '#/components/responses/Error' });
      const ofCallers = new RegExp(`^- \`${endpoint.who}\`: .*$`, 'm').exec(info.description)?.[0];
      const ofBodies = endpoint.method === 'GET' ? '' : '`PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE`';
      const { description = '' } = operation;
      const listed = [
        ofCallers,
        ofBodies,
        description,
        ...groups.flatMap(([, name = '', codes]) => (description.includes(`those of ${name}`) ? codes : [])),
      ].join();
      expect(
        errorsOf(endpoint).filter((code) => !listed.includes(`\`${code}\``)),
        endpoint.id,
      ).toEqual([]);
    }
  });

  it('has a response for every status of every error, and none that the operation can never answer', async () => {
    const operations = Object.values((await openApi()).body.paths).flatMap(Object.values);
    for (const endpoint of ENDPOINTS) {
      const operation = operations.find(({ operationId }) => operationId === endpoint.id);
      if (!operation) continue;
      const statuses = new Set(errorsOf(endpoint).map((code) => String(ERRORS[code].status[0])));
      if (endpoint.fieldProblemStatus || endpoint.unprocessable) statuses.add('422');
      for (const status of Object.keys(endpoint.replies)) statuses.add(status);
      expect(Object.keys(operation.responses).toSorted(), endpoint.id).toEqual(
        [...statuses, 'default'].toSorted(),
      );
    }
  });

  it('has one example of each body and reply, true to its schema', async () => {
    const document = (await openApi()).body;
    const checker = new OpenApiChecker(document);
    const { schemas, parameters } = document.components;
    const examples = [...Object.entries(schemas), ...Object.entries(parameters)].filter(
      ([, component]) => 'example' in component,
    );
    expect(examples.length).toBeGreaterThan(100);
    const problems = examples.map(([name, { example, schema, ...rest }]) => [
      name,
      checker.problemsOfValue(name in schemas ? rest : (schema as typeof rest), example),
    ]);
    expect(problems.filter(([, problem]) => problem !== null)).toEqual([]);
  });

  it('numbers no schema', async () => {
    const { schemas } = (await openApi()).body.components;
    expect(Object.keys(schemas).filter((name) => /\d$/.test(name))).toEqual([]);
    expect(schemas).toHaveProperty('MailboxSendWindow');
  });

  it('names effects that the method does not imply', async () => {
    const { paths } = (await openApi()).body;
    expect(paths['/v1/messages/{id}']?.get).not.toHaveProperty('x-effects');
    expect(paths['/v1/messages/{id}']?.delete).not.toHaveProperty('x-effects');
    expect(paths['/v1/mailboxes/{id}/policy/preview']?.post).toMatchObject({
      'x-effects': ['read-only'],
    });
    expect(paths['/v1/messages/send']?.post).toMatchObject({ 'x-effects': ['send-triggering'] });
  });

  it('takes null for a value of a list where answers and requests may have it', async () => {
    const checker = new OpenApiChecker((await openApi()).body);
    const { admin, mailbox } = await createTenant(service);
    const shown = await service.call(admin, api.getMailbox, { id: mailbox.id });
    expect(shown.body.restricted_by).toBeNull();
    expect(checker.problemsOfAnswer('mailboxes.get', 200, shown.body)).toBeNull();
    const policy = { default_policy_mode: null };
    expect((await service.call(admin, api.updateAccountPolicy, policy)).status).toBe(200);
    expect(checker.problemsOfRequest('accounts.policy.update', policy)).toBeNull();
    expect(checker.problemsOfRequest('accounts.policy.update', { default_policy_mode: 'x' })).not.toBeNull();
  });

  it('names the bytes of attachments besides the link to them', async () => {
    const { paths } = (await openApi()).body;
    const types = (path: string) => paths[path]?.get?.responses[200]?.content ?? {};
    const bytes = { schema: { type: 'string', format: 'binary' } };
    const [link, content] = ['/v1/messages/{id}/attachments/{idx}', '/v1/attachment-content/{token}'].map(
      types,
    );
    expect(Object.keys(link ?? {})).toEqual(['application/json', 'application/octet-stream']);
    expect(link?.['application/octet-stream']).toEqual(bytes);
    expect(content).toEqual({ 'application/octet-stream': bytes });
  });

  it('tells that every operation refuses a foreign Host', async () => {
    const { components, info } = (await openApi()).body;
    const callers = info.description.match(/^- `\w+`: .*$/gm) ?? [];
    expect(callers.filter((line) => line.includes('`FORBIDDEN`'))).toHaveLength(4);
    expect(JSON.stringify(components.schemas.Error)).toMatch(/`FORBIDDEN`: .*host_not_allowed/);
    const status = await new Promise((resolve) => {
      const url = `${service.daemon.runtime.http}/v1/health`;
      request(url, { headers: { host: 'evil.example' } }, (answer) => {
        resolve(answer.resume().statusCode);
      }).end();
    });
    expect(status).toBe(403);
  });

  it('leaves out what takes a signed-in person, which the documentation lists', () => {
    const text = readFileSync(new URL('../../../docs/client.md', import.meta.url), 'utf8');
    const people = ENDPOINTS.filter(({ who }) => who === 'session');
    expect(people.length).toBeGreaterThan(0);
    expect(people.filter(({ method, path }) => !text.includes(`\`${method} ${path}\``))).toEqual([]);
  });

  it('every endpoint of the contract is served', async () => {
    for (const endpoint of ENDPOINTS) {
      const path = endpoint.path.replaceAll(/:[A-Za-z_]+/g, 'x');
      const reply = await service.request(null, `${endpoint.method} ${path}`);
      // A route that does not exist says "Not found." before it asks for a credential.
      expect([endpoint.id, reply.body.error]).not.toEqual([endpoint.id, 'Not found.']);
    }
  });
});

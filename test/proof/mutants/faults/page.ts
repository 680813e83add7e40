import { type Fault, faultsOf } from '../fault.ts';

const SERVING = ['test/web/serving.test.ts'];

export const page: readonly Fault[] = [
  ...faultsOf('daemon/http/web/headers.ts', SERVING, [
    ["    'sandbox',\n", ''],
    ['"script-src \'self\'",', "\"script-src 'self' 'unsafe-inline'\","],
    ['"frame-ancestors \'none\'",', ''],
    ['"frame-ancestors \'self\'",', ''],
    ["'x-frame-options': 'DENY',", ''],
    ["'x-frame-options': 'SAMEORIGIN',", ''],
    ["'cross-origin-opener-policy': 'same-origin',", ''],
    ['"require-trusted-types-for \'script\'",', ''],
    ["  'referrer-policy': 'same-origin',\n", ''],
  ]),
  ...faultsOf('daemon/http/web/routes.ts', SERVING, [
    ["if (!context.settings.get('web.enabled')) throw notFound();", ''],
    ["if (request.headers.authorization !== undefined) throw new ServiceError('SESSION_AUTH_REQUIRED');", ''],
    ["request.routeOptions.url === '/' && ", ''],
    ['      assertFromThisMachine(request);\n', ''],
    ['      assertNoForeignOrigin(clients, request);\n', ''],
    [" || destination !== 'iframe'", ''],
    ["{ ...read, who: 'session' }", 'read'],
    ["if (isFile) reply.header('cache-control', IMMUTABLE);", ''],
  ]),
];

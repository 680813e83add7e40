import { type Fault, faultsOf } from '../fault.ts';

const SERVING = ['test/entry/web/serving.test.ts', 'test/entry/web/mail-frame.test.ts'];
const SESSION = ['test/entry/web/page-session.test.ts'];

export const page: readonly Fault[] = [
  ...faultsOf('daemon/entry/http/web/headers.ts', SERVING, [
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
  ...faultsOf('daemon/entry/http/web/routes.ts', SERVING, [
    ["if (!context.settings.get('web.enabled')) throw notFound();", ''],
    ["if (request.headers.authorization !== undefined) throw new ServiceError('SESSION_AUTH_REQUIRED');", ''],
    ["request.routeOptions.url === '/' && ", ''],
    ['      assertFromThisMachine(request);\n', ''],
    ['      assertNoForeignOrigin(clients, request);\n', ''],
    [" || destination !== 'iframe'", ''],
    ["if (isFile) reply.header('cache-control', IMMUTABLE);", ''],
  ]),
  ...faultsOf('daemon/entry/http/web/mail-frame.ts', SESSION, [
    ['given?.session === session', 'given !== undefined'],
    ['given.message === message && ', ''],
    ['clock.now() < given.expires', 'true'],
  ]),
  ...faultsOf(
    'daemon/entry/http/web/own-name.ts',
    ['test/entry/web/own-name.test.ts'],
    [
      ["isPage && hostname.endsWith('.localhost')", 'isPage'],
      ['isHere && hostname !== name', 'isHere'],
      [' || !URL.canParse(asked)', ''],
    ],
  ),
  ...faultsOf('daemon/access/sessions/authenticate.ts', SESSION, [
    ['  assertSamePage(session.page_secret_hash, pageSecret);\n', ''],
    ['timingSafeEqual(expected, given)', 'true'],
    ['if (expected === null && given === null) return;', 'if (expected === null) return;'],
    ["if (!vouches(session.session_id)) throw new ServiceError('UNAUTHORIZED');", ''],
  ]),
  ...faultsOf('daemon/access/sessions/cookie.ts', SESSION, [['secure && pageSecret !== null', 'false']]),
  ...faultsOf('daemon/entry/http/session-cookie.ts', SESSION, [
    ['if (others.length === 0) return token;', 'return token;'],
    ['if (pageSecret === null || isToken(pageSecret)) return;', 'return;'],
  ]),
  ...faultsOf(
    'daemon/access/reach.ts',
    ['test/access/idle-sessions.test.ts'],
    [['now - LIMITS.sessionIdleSeconds * 1000', '0']],
  ),
];

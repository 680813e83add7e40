import { z } from 'zod';
import { endpointFields, networkMode, serverView } from './domains.ts';
import { endpoint } from './endpoint.ts';
import { mailboxReference, timestamp, timestampInput } from './fields.ts';
import { AFTER_TAKING } from './values.ts';

/** Mailboxes of other servers: mail is read from IMAP and leaves by SMTP. See docs/connecting.md. */

const folder = z.string().min(1).max(500);

export const tokenProgram = z.string().min(1).max(64);

/** A server, with a password or the program that prints access tokens. */
const loggedInServer = z
  .strictObject({
    ...endpointFields,
    password: z.string().min(1).max(1000).optional(),
    token_program: tokenProgram.optional().meta({
      description:
        "Program of the operator's setting `connections.token_programs` that prints an access token, in place of a " +
        'password. The log-in is XOAUTH2.',
    }),
  })
  .refine((server) => (server.password === undefined) !== (server.token_program === undefined), {
    message: 'is required, or token_program in place of it',
    path: ['password'],
  });
export type LoggedInServer = z.output<typeof loggedInServer>;

const servers = {
  imap: loggedInServer,
  smtp: loggedInServer,
  network_mode: networkMode.optional().meta({ description: 'Network of the servers. Default: `public`.' }),
  folder: folder.optional().meta({ description: 'IMAP folder to read. Default: `INBOX`.' }),
  after: z
    .enum(AFTER_TAKING)
    .optional()
    .meta({
      description:
        'Fate of a message on the server once it is stored here. `keep` (default) never changes the folder; `seen` ' +
        'marks it as read, `delete` removes it, `move` puts it into `move_to`.',
    }),
  move_to: folder.optional().meta({ description: 'Folder of `move`, and required with it.' }),
  since: timestampInput.optional().meta({
    description:
      'Import mail that arrived on the server since then, scanned as any other, with the time at which it arrived ' +
      'there, and without events, notices and copies. Default: only mail that arrives from now on.',
  }),
};

type FateFields = { readonly after?: string | undefined; readonly move_to?: string | undefined };
const hasItsFolder = ({ after, move_to }: FateFields): boolean =>
  (after === 'move') === (move_to !== undefined);
const FOLDER_PROBLEM = {
  message: 'is required when after is move, and not allowed otherwise',
  path: ['move_to'],
};

export const connectionInput = z.strictObject(servers).refine(hasItsFolder, FOLDER_PROBLEM);
/** Of a mailbox that is created with it. */
export const newConnection = z
  .strictObject({ address: z.string().min(3).max(320), ...servers })
  .refine(hasItsFolder, FOLDER_PROBLEM);

export const connectionState = z.enum(['active', 'failing', 'disconnected']).meta({
  description:
    '`failing`: the last session with one of its servers failed; the daemon tries again. `disconnected`: nothing is ' +
    'read or sent.',
});

const failure = z.object({ stage: z.string(), reason: z.string() });
const connectedServer = serverView.extend({
  token_program: z
    .string()
    .nullable()
    .meta({ description: 'Program that prints its access tokens; null for a password.' }),
  failure: failure
    .nullable()
    .meta({ description: 'Stage and reason of the last session; null while it works.' }),
});

export const connection = z.object({
  mailbox_id: z.string(),
  address: z.string(),
  state: connectionState,
  failing_since: timestamp
    .nullable()
    .meta({ description: 'Time of the first failure; null while both work.' }),
  /** Null once disconnected, as the other server is. */
  imap: connectedServer.nullable(),
  smtp: connectedServer.nullable(),
  network_mode: networkMode.nullable(),
  folder: z.string().meta({ description: 'IMAP folder that is read.' }),
  after: z
    .enum(AFTER_TAKING)
    .meta({ description: 'Fate of a message on the server once it is stored here.' }),
  move_to: z.string().nullable().meta({ description: 'Folder of `move`.' }),
  since: timestamp
    .nullable()
    .meta({ description: 'Mail is imported that arrived since then; null for none.' }),
  created_at: timestamp,
});
export type ConnectionView = z.output<typeof connection>;

const probe = z.object({
  ok: z.boolean(),
  stage: z.enum(['lookup', 'connect', 'tls', 'login', 'folder', 'ready']),
  reason: z.string().nullable(),
});
export const connectionProbe = z.object({ imap: probe, smtp: probe });
export type ConnectionProbe = z.output<typeof connectionProbe>;

const params = z.strictObject({ id: mailboxReference });

export const checkConnection = endpoint({
  id: 'connections.check',
  method: 'POST',
  path: '/v1/connections/check',
  summary:
    'Log in to the servers of a mailbox and open its folder, without storing, reading or sending anything.',
  who: 'admin',
  effects: ['read-only'],
  body: connectionInput,
  replies: { 200: connectionProbe },
  errors: [],
  extension: true,
});

export const getConnection = endpoint({
  id: 'connections.get',
  method: 'GET',
  path: '/v1/mailboxes/:id/connection',
  summary: 'Show the servers of a connected mailbox and whether they work.',
  who: 'admin',
  effects: ['read-only'],
  params,
  replies: { 200: connection },
  errors: ['NOT_FOUND', 'CONFLICT'],
  extension: true,
});

export const replaceConnection = endpoint({
  id: 'connections.replace',
  method: 'PUT',
  path: '/v1/mailboxes/:id/connection',
  summary: 'Replace the servers and passwords of a connected mailbox after logging in to both.',
  who: 'admin',
  effects: ['mutating'],
  params,
  body: connectionInput,
  replies: { 200: connection },
  errors: ['NOT_FOUND', 'CONFLICT', 'SELF_HOSTED_PROBE_FAILED'],
  extension: true,
});

export const removeConnection = endpoint({
  id: 'connections.remove',
  method: 'DELETE',
  path: '/v1/mailboxes/:id/connection',
  summary: 'Disconnect a mailbox: erase its passwords, and read and send nothing. Its mail stays.',
  who: 'admin',
  effects: ['mutating'],
  params,
  replies: { 200: connection },
  errors: ['NOT_FOUND', 'CONFLICT'],
  extension: true,
});

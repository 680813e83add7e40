import type { AddressInfo, createServer, Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { testAuthority } from './certificates.ts';

/** The IMAP server of a far provider with one folder, as far as a reader of it goes. */

interface Kept {
  readonly uid: number;
  readonly raw: string;
  readonly arrived: Date;
  readonly flags: Set<string>;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAY = 86_400_000;

export class ImapServer {
  port = 0;
  password = 'the right password';
  /** Access tokens that XOAUTH2 takes, and those that it was given. */
  tokens: ReadonlySet<string> = new Set();
  readonly givenTokens: string[] = [];
  capabilities = ['IMAP4rev1', 'UIDPLUS', 'MOVE', 'IDLE'];
  messages: Kept[] = [];
  /** Messages that were moved, by folder. */
  readonly moved = new Map<string, string[]>();
  /** Commands with their arguments, without tags and log-ins. */
  readonly commands: string[] = [];
  logins = 0;
  uidValidity = 7;
  nextUid = 1;
  /** Folders besides INBOX. */
  folders = ['Done'];
  #close: () => void = () => undefined;
  readonly #sockets = new Set<Socket>();
  /** Number of messages that each session knows. */
  readonly #told = new Map<Socket, number>();
  readonly #idle = new Map<Socket, string>();
  /** Log-ins by tag that are refused once the client has answered the challenge. */
  readonly #challenged = new Map<Socket, string>();

  static async start(): Promise<ImapServer> {
    const imap = new ImapServer();
    const credentials = await (await testAuthority()).issue('imap.firm.example', '127.0.0.1');
    const server: ReturnType<typeof createServer> = createTlsServer(credentials, (socket: TLSSocket) =>
      imap.#serve(socket),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    imap.port = (server.address() as AddressInfo).port;
    imap.#close = () => server.close();
    return imap;
  }

  /** Puts a message into the folder and tells whoever waits for it. */
  deliver(raw: string, arrived = new Date()): void {
    this.messages.push({ uid: this.nextUid++, raw, arrived, flags: new Set() });
    for (const socket of this.#idle.keys()) socket.write(this.#news(socket));
  }

  stop(): void {
    this.drop();
    this.#close();
  }

  /** Ends every session. */
  drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Tells a session of messages that it wasn't told of. */
  #news(socket: Socket): string {
    const count = this.messages.length;
    if (count <= (this.#told.get(socket) ?? count)) return '';
    this.#told.set(socket, count);
    return `* ${count} EXISTS\r\n`;
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#sockets.delete(socket);
      this.#idle.delete(socket);
    });
    socket.write('* OK ready\r\n');
    let input = '';
    socket.on('data', (chunk: Buffer) => {
      input += chunk.toString('latin1');
      for (let end = input.indexOf('\r\n'); end >= 0; end = input.indexOf('\r\n')) {
        const line = input.slice(0, end);
        input = input.slice(end + 2);
        this.#hear(socket, line);
      }
    });
  }

  #hear(socket: Socket, line: string): void {
    if (line === 'DONE') {
      socket.write(`${this.#idle.get(socket) ?? ''} OK done\r\n`);
      this.#idle.delete(socket);
      return;
    }
    const challenged = this.#challenged.get(socket);
    if (challenged !== undefined) {
      this.#challenged.delete(socket);
      socket.write(`${challenged} ${line === '' ? 'NO [AUTHENTICATIONFAILED] wrong' : 'BAD answer'}\r\n`);
      return;
    }
    const [tag = '', ...words] = line.split(' ');
    const isUid = words[0]?.toUpperCase() === 'UID';
    const verb = (isUid ? words[1] : words[0])?.toUpperCase() ?? '';
    const rest = words.slice(isUid ? 2 : 1).join(' ');
    if (verb === 'LOGIN' || verb === 'AUTHENTICATE') {
      this.#logIn(socket, tag, rest);
      return;
    }
    this.commands.push(`${verb} ${rest}`.trim());
    if (verb === 'IDLE') {
      this.#idle.set(socket, tag);
      socket.write(`+ idling\r\n${this.#news(socket)}`);
      return;
    }
    const answer = this.#answer(verb, rest);
    // Each answer of these has the number of messages, or changes it.
    if (/^(?:SELECT|EXAMINE|EXPUNGE|MOVE)$/.test(verb)) this.#told.set(socket, this.messages.length);
    socket.write(answer === null ? `${tag} NO refused\r\n` : `${answer}${tag} OK done\r\n`);
  }

  #logIn(socket: Socket, tag: string, rest: string): void {
    this.logins++;
    if (rest.startsWith('XOAUTH2 ')) {
      const proof = Buffer.from(rest.slice(8), 'base64').toString('latin1');
      const [user = '', bearer = ''] = proof.split('\x01');
      const token = bearer.replace('auth=Bearer ', '');
      this.givenTokens.push(`${user.replace('user=', '')} ${token}`);
      if (proof.endsWith('\x01\x01') && this.tokens.has(token)) socket.write(`${tag} OK in\r\n`);
      else {
        this.#challenged.set(socket, tag);
        socket.write(`+ ${Buffer.from('{"status":"401"}').toString('base64')}\r\n`);
      }
      return;
    }
    const isRight = rest.includes(this.password);
    socket.write(`${tag} ${isRight ? 'OK in' : 'NO [AUTHENTICATIONFAILED] wrong'}\r\n`);
  }

  /** Untagged lines, or null to refuse. */
  #answer(verb: string, rest: string): string | null {
    switch (verb) {
      case 'CAPABILITY':
        return `* CAPABILITY ${this.capabilities.join(' ')}\r\n`;
      case 'SELECT':
      case 'EXAMINE':
        if (!this.#has(rest)) return null;
        return `* ${this.messages.length} EXISTS\r\n* OK [UIDVALIDITY ${this.uidValidity}] ok\r\n* OK [UIDNEXT ${this.nextUid}] ok\r\n`;
      case 'STATUS':
        return this.#has(rest.split(' ')[0] ?? '') ? `* STATUS ${rest.split(' ')[0]} (MESSAGES 0)\r\n` : null;
      case 'SEARCH':
        return `* SEARCH ${this.#search(rest).join(' ')}\r\n`;
      case 'FETCH':
        return this.#fetch(rest);
      case 'STORE':
        return this.#store(rest);
      case 'EXPUNGE':
        return this.#remove(Number(rest));
      case 'MOVE':
        return this.#move(rest);
      default:
        return '';
    }
  }

  #has(folder: string): boolean {
    const name = folder.replaceAll('"', '');
    return name === 'INBOX' || this.folders.includes(name);
  }

  #search(query: string): number[] {
    const [, first = '1', last = first] = /UID (\d+)(?::(\d+|\*))?/.exec(query) ?? [];
    const [, day, month = '', year] = /SINCE "?(\d+)-(\w+)-(\d+)/.exec(query) ?? [];
    const since = day === undefined ? 0 : Date.UTC(Number(year), MONTHS.indexOf(month), Number(day));
    return this.messages
      .filter(({ uid }) => uid >= Number(first) && (last === '*' || uid <= Number(last)))
      .filter(({ arrived }) => Math.floor(arrived.getTime() / DAY) * DAY >= since)
      .map(({ uid }) => uid);
  }

  #fetch(rest: string): string {
    const index = this.messages.findIndex(({ uid }) => uid === Number.parseInt(rest, 10));
    const found = this.messages[index];
    if (!found) return '';
    const { uid, raw, arrived } = found;
    if (!rest.includes('BODY')) {
      const day = String(arrived.getUTCDate()).padStart(2, '0');
      const time = arrived.toISOString().slice(11, 19);
      const date = `${day}-${MONTHS[arrived.getUTCMonth()]}-${arrived.getUTCFullYear()} ${time} +0000`;
      return `* ${index + 1} FETCH (UID ${uid} RFC822.SIZE ${raw.length} INTERNALDATE "${date}")\r\n`;
    }
    if (!rest.includes('BODY.PEEK')) found.flags.add('\\Seen');
    return `* ${index + 1} FETCH (UID ${uid} BODY[]<0> {${raw.length}}\r\n${raw})\r\n`;
  }

  #store(rest: string): string | null {
    const found = this.messages.find(({ uid }) => uid === Number.parseInt(rest, 10));
    for (const [flag] of rest.matchAll(/\\\w+/g)) found?.flags.add(flag);
    return '';
  }

  #remove(uid: number): string {
    const index = this.messages.findIndex((each) => each.uid === uid);
    if (index < 0) return '';
    this.messages.splice(index, 1);
    return `* ${index + 1} EXPUNGE\r\n`;
  }

  #move(rest: string): string | null {
    const [uid = '', folder = ''] = rest.replaceAll('"', '').split(' ');
    if (!this.folders.includes(folder)) return null;
    const found = this.messages.find((each) => each.uid === Number(uid));
    if (found) this.moved.set(folder, [...(this.moved.get(folder) ?? []), found.raw]);
    return this.#remove(Number(uid));
  }
}

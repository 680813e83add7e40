import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { unpack } from '../../../daemon/platform/store/packing.ts';
import { ask, connect } from '../../../daemon/platform/store/postgres/client.ts';
import { type DatabaseFile, openHomeFile } from '../../support/database-file.ts';

/** The database of a daemon, read beside it. */
export interface Records {
  /** The rows of a query in SQL that all engines understand. */
  all<T>(sql: string): Promise<T[]>;
  blobs(): Promise<StoredBlob[]>;
  /** Whether bytes of mail that wasn't stored may stay until a later start or a daily round. */
  readonly keepsLeftovers: boolean;
  /** Names of bytes that belong to no blob. */
  leftovers(): Promise<string[]>;
  /**
   * Makes bytes without a blob as old as they must be for the daily round, which asks the database's clock.
   */
  ageLeftovers(): Promise<void>;
  close(): Promise<void>;
}

export interface StoredBlob {
  readonly id: string;
  readonly size: number;
  /** Bytes that are there; -1 if there are none. */
  readonly bytes: number;
}

interface BlobRow {
  readonly id: string;
  readonly size: number;
  readonly content: Buffer | null;
  /** 0 or 1 on SQLite. */
  readonly packed: number | boolean;
}

/** Opens the SQLite database of a home. */
export function openFileRecords(home: string): Records {
  return new FileRecords(home, openHomeFile(home));
}

class FileRecords implements Records {
  readonly keepsLeftovers = false;
  readonly #file: DatabaseFile;
  readonly #folder: string;

  constructor(home: string, file: DatabaseFile) {
    this.#file = file;
    this.#folder = join(home, 'blobs');
  }

  async all<T>(sql: string): Promise<T[]> {
    return this.#file.prepare(sql).all() as T[];
  }

  async blobs(): Promise<StoredBlob[]> {
    const rows = await this.all<BlobRow>('select id, size, content, packed from blobs');
    return rows.map((row) => {
      const path = join(this.#folder, row.id);
      return { ...row, bytes: inlineBytes(row) ?? (existsSync(path) ? statSync(path).size : -1) };
    });
  }

  async leftovers(): Promise<string[]> {
    const known = new Set((await this.all<{ id: string }>('select id from blobs')).map(({ id }) => id));
    return readdirSync(this.#folder).filter((name) => !known.has(name));
  }

  async ageLeftovers(): Promise<void> {}

  async close(): Promise<void> {
    this.#file.close();
  }
}

/** Connects to a PostgreSQL database. */
export async function openPostgresRecords(url: string): Promise<Records> {
  return new PostgresRecords(await connect({ url }));
}

class PostgresRecords implements Records {
  readonly keepsLeftovers = true;
  readonly #client: pg.Client;

  constructor(client: pg.Client) {
    this.#client = client;
  }

  async all<T>(sql: string): Promise<T[]> {
    return (await ask(this.#client, sql)).rows as T[];
  }

  async blobs(): Promise<StoredBlob[]> {
    const rows = await this.all<BlobRow & { chunks: number | null }>(
      `select id, size, content, packed,
        (select sum(length(bytes)) from blob_chunks where blob_id = blobs.id) as chunks from blobs`,
    );
    return rows.map((row) => ({ ...row, bytes: inlineBytes(row) ?? row.chunks ?? -1 }));
  }

  async leftovers(): Promise<string[]> {
    const rows = await this.all<{ blob_id: string }>(
      'select distinct blob_id from blob_chunks where blob_id not in (select id from blobs)',
    );
    return rows.map(({ blob_id }) => blob_id);
  }

  async ageLeftovers(): Promise<void> {
    await ask(this.#client, "update blob_chunks set at = at - interval '2 days'");
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}

function inlineBytes({ content, packed }: BlobRow): number | null {
  return content && (packed ? unpack(content) : content).length;
}

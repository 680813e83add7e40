import { pack } from 'tar-stream';

/** A file of an archive. */
interface TarredFile {
  readonly path: string;
  readonly content: Buffer;
  readonly modifiedAt: Date;
}

/** Packs files, which only their owner may read once they are unpacked, as fast as the archive is read. */
export async function* tarOf(files: AsyncIterable<TarredFile>): AsyncGenerator<Uint8Array> {
  const archive = pack();
  const packed = packAll(archive, files).catch((error: unknown) => archive.destroy(error as Error));
  try {
    for await (const part of archive as AsyncIterable<Uint8Array>) yield part;
    await packed;
  } finally {
    archive.destroy();
  }
}

async function packAll(archive: ReturnType<typeof pack>, files: AsyncIterable<TarredFile>): Promise<void> {
  for await (const { path, content, modifiedAt } of files) {
    await new Promise<void>((resolve, reject) => {
      archive.entry({ name: path, mtime: modifiedAt, mode: 0o600 }, content, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  }
  archive.finalize();
}

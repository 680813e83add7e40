/** The files of a store, below its home. */
export const DATABASE_FILE = 'agentmail.db';
/** Folder of the blobs that are too large for a row. */
export const BLOB_FOLDER = 'blobs';

/** Ordered by bytes, as in SQLite, whatever the collation of the database is. */
export const text = 'text collate "C"';

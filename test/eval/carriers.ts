/** Puts an attack at the start, the end or the middle of a mail (place 0, 1 or 2). */
export function buryAt(attack: string, carrier: string, place: number): string {
  if (place === 0) return `${attack}\n\n${carrier}`;
  if (place === 1) return `${carrier}\n\n${attack}`;
  const half = carrier.indexOf('\n', carrier.length / 2);
  const stop = carrier.indexOf('. ', carrier.length / 2);
  const cut =
    half !== -1 ? half + 1 : stop !== -1 ? stop + 2 : carrier.lastIndexOf(' ', carrier.length / 2) + 1;
  const before = half !== -1 || stop !== -1 ? '' : '\n';
  return `${carrier.slice(0, cut)}${before}${attack}\n${carrier.slice(cut)}`;
}

const LONG = 50_000;

/** Mails one after the other, 50 KB of them. */
export function padded(next: () => string): string {
  let text = '';
  while (text.length < LONG) text += `${next()}\n\n`;
  return text;
}

/** A record of a shop with a text as its note, on one line or on several. */
export function inJson(text: string, id: number): string {
  const record = {
    id,
    status: 'open',
    customer: 'Northwind',
    items: [
      { sku: 'A-1', quantity: 2 },
      { sku: 'B-7', quantity: 1 },
    ],
    note: text,
    updated_at: '2026-03-04T10:00:00Z',
  };
  return id % 2 === 0 ? JSON.stringify(record) : JSON.stringify(record, null, 2);
}

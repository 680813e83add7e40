const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Named zones of RFC 5322 4.3, in hours. Other names are undefined and count as UTC. */
const NAMED_ZONES: Record<string, number> = {
  edt: -4,
  est: -5,
  cdt: -5,
  cst: -6,
  mdt: -6,
  mst: -7,
  pdt: -7,
  pst: -8,
};

const MAX_LENGTH = 200;

const DATE_TIME =
  /(\d{1,2})[ \t-]+([a-z]{3})[a-z]*[ \t-]+(\d{2,4})[ \t]+(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:[ \t]*([+-]\d{4}|[a-z]{1,5}))?/i;

/**
 * Parses a Date field (RFC 5322 3.3 and obsolete forms). `Date.parse` takes dates without a zone as local
 * time, so its result depends on the machine.
 */
export function parseDate(value: string): Date | null {
  const match = DATE_TIME.exec(withoutComments(value.slice(0, MAX_LENGTH)));
  if (match === null) return null;
  const [, day = '', monthName = '', yearDigits = '', hour = '', minute = '', second = '0', zone = ''] =
    match;
  const month = MONTHS.indexOf(monthName.toLowerCase());
  if (month === -1 || Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return null;
  if (Number(day) < 1 || Number(day) > 31) return null;
  const time = new Date(0);
  time.setUTCFullYear(fullYear(yearDigits), month, Number(day));
  time.setUTCHours(Number(hour), Number(minute) - offsetMinutes(zone), Number(second));
  return time;
}

function withoutComments(value: string): string {
  let text = value;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/\([^()]*\)/g, ' ');
  }
  return text;
}

/** RFC 5322 4.3: two digits below 50 are in this century, other two and three digits count from 1900. */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 2 && year < 50) return 2000 + year;
  return digits.length < 4 ? 1900 + year : year;
}

function offsetMinutes(zone: string): number {
  if (!/^[+-]/.test(zone)) return (NAMED_ZONES[zone.toLowerCase()] ?? 0) * 60;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3, 5));
  return zone.startsWith('-') ? -minutes : minutes;
}

import type { FoundSecret } from './found.ts';
import { fitsName, looksSecret } from './generic.ts';

/** Words for a password in languages whose names for it are not those of programs. */
const FOREIGN =
  'パスワード|暗証番号|密码|密碼|口令|пароль|senha|palavra-passe|hasło|wachtwoord|lösenord|adgangskode|passord|salasana|heslo|jelszó|şifre|parola|비밀번호|암호|סיסמה|كلمة المرور|كلمة السر|mật khẩu|kata sandi|รหัสผ่าน|κωδικός';
const FOREIGN_WORDS = FOREIGN.split('|');
const FOREIGN_GIVEN = new RegExp(
  `(?<!\\p{L})(?:${FOREIGN})\\p{L}{0,3}["']?\\s{0,5}(?:[:=–—-]|[は是为為]|(?:is|é|jest|to|är|er|je|on|это)(?=\\s))\\s{0,5}["'“「]?([^\\s"'“”「」,;，。]{4,200})`,
  'giu',
);

const NAMES = `pass ?words?|passwd|pass ?phrase|pass ?code|pwd|pass|secrets?|(?:api|access|secret|private)[ _-]?(?:key|token)|tokens?|client[ _-]?secret|credentials?|passwort|kennwort|mot de passe|contraseñas?|clave|${FOREIGN}`;
/** A line that gives a label its value, or two lines that do, as the cells of a table come out of html. */
const LABEL = new RegExp(
  `^[ \\t>*•|"'-]{0,8}((?:[\\p{L}\\d()./-]{1,20} ){0,3}?(?:${NAMES})(?: \\([^)\\n]{1,20}\\))?)["'*]{0,3}(?:[ \\t]{0,5}(?:\\t|\\||[-–—](?=\\s)|  )[ \\t|*]{0,8}|[ \\t]{0,3}\\r?\\n\\s{0,20})["'\`*]{0,3}([^\\s|"'\`]{4,100})["'\`*]{0,3}[ \\t|]{0,8}\\r?$`,
  'imuy',
);
/** Where a label or the head of a column may be. */
const HINT = new RegExp(
  `pass|pwd|secret|token|(?:api|access|private)[ _-]?key|credential|mot de|kennwort|contrase|clave|${FOREIGN}`,
  'gi',
);
/** Statements about a password, or another thing with that name. */
const NO_LABEL =
  /\b(?:reset\w*|chang\w+|forg\w+|updat\w+|lost|recover\w*|requir\w+|no|\w+ing pass|\w+ pass)\b/i;
/** A standard, a version or a step is no password. */
const NO_PASSWORD =
  /^(?:oauth|base|sha|utf|md|aes|rsa|http|tls|ssl|ldap|saml|ipv|step|option|section|appendix|chapter|version|v)[\d.-]+$/i;

const USER_AND_PASS =
  /\b(?:user(?:name)?|login|e-?mail|account|konto|benutzer|usuario)\s{0,3}[:=]\s{0,3}[^\s,;]{2,80}[\s,;/|]{1,5}(?:and )?pass\s{0,3}[:=]\s{0,3}([^\s,;]{4,100})/gi;

const found = (id: string, match: RegExpMatchArray, value: string): FoundSecret => {
  const start = (match.index ?? 0) + match[0].lastIndexOf(value);
  return { id, start, end: start + value.length, value };
};

const bare = (value: string) => value.replace(/[.,;:!?]+$/, '');

/** Where lines with a hint begin that are not too long for a label or the head of a table. */
function hintedLines(text: string): number[] {
  const starts: number[] = [];
  for (const { index } of text.matchAll(HINT)) {
    const line = text.slice(Math.max(0, index - LONGEST_HEAD), index).lastIndexOf('\n') + 1;
    const start = Math.max(0, index - LONGEST_HEAD) + line;
    const isStart = start === 0 || text[start - 1] === '\n';
    if (isStart && starts.at(-1) !== start) starts.push(start);
  }
  return starts;
}

function labelAt(text: string, line: number): FoundSecret[] {
  LABEL.lastIndex = line;
  const match = LABEL.exec(text);
  if (!match) return [];
  const [, label = '', value = ''] = match;
  const marks = new Set(value.match(/[^\p{L}\p{N}\s._-]/gu)).size;
  if (NO_LABEL.test(label) || NO_PASSWORD.test(value) || (!/\d/.test(value) && marks < 2)) return [];
  return fitsName(label, value) && looksSecret(value, false, true) ? [found('label', match, value)] : [];
}

function givenIn(text: string, pattern: RegExp): FoundSecret[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const value = bare(match[1] ?? '');
    return looksSecret(value, false, true) ? [found('label', match, value)] : [];
  });
}

const COLUMN = new RegExp(`^(?:[\\p{L}]{1,12}[ _-])?(?:${NAMES})$`, 'iu');
const DELIMITERS = [',', ';', '\t', '|'];
const LONGEST_HEAD = 500;
const MAX_ROWS = 5_000;

const unquoted = (cell: string) => cell.trim().replace(/^["'`*]+|["'`*]+$/g, '');

interface LabelledColumn {
  readonly delimiter: string;
  readonly index: number;
  readonly count: number;
  readonly name: string;
}

function columnsOf(line: string): LabelledColumn[] {
  const delimiter = DELIMITERS.find((each) => line.includes(each));
  if (delimiter === undefined) return [];
  const cells = line.split(delimiter).map(unquoted);
  return cells.flatMap((name, index) =>
    COLUMN.test(name) ? [{ delimiter, index, count: cells.length, name }] : [],
  );
}

function lineEnd(text: string, start: number): number {
  const newline = text.indexOf('\n', start);
  return newline === -1 ? text.length : newline;
}

interface LabelledTable {
  readonly found: readonly FoundSecret[];
  /** Where the first line behind it begins. */
  readonly end: number;
}

/** Values of columns that the first line of a table calls secret. */
function tableAt(text: string, line: number): LabelledTable {
  const head = text.slice(line, Math.min(lineEnd(text, line), line + LONGEST_HEAD));
  const columns = columnsOf(head);
  const [first] = columns;
  let start = line + head.length + 1;
  const secrets: FoundSecret[] = [];
  for (let row = 0; first && row < MAX_ROWS && start < text.length; row++) {
    const end = lineEnd(text, start);
    const source = text.slice(start, end);
    const cells = source.split(first.delimiter, first.count + 2);
    if (Math.abs(cells.length - first.count) > 1) break;
    for (const { index, name } of columns) {
      const value = unquoted(cells[index] ?? '');
      if (!fitsName(name, value) || !looksSecret(value, false, true)) continue;
      const at = start + source.indexOf(value);
      secrets.push({ id: 'column', start: at, end: at + value.length, value });
    }
    start = end + 1;
  }
  return { found: secrets, end: start };
}

function hintedIn(text: string): FoundSecret[] {
  const secrets: FoundSecret[] = [];
  let behind = 0;
  for (const line of hintedLines(text)) {
    secrets.push(...labelAt(text, line));
    if (line < behind) continue;
    const table = tableAt(text, line);
    secrets.push(...table.found);
    behind = table.end;
  }
  return secrets;
}

const WORD_ROW =
  '(?:(?:\\d{1,2}[.)]\\s{0,2})?[a-z]{3,8}[\\s,]{1,3}){11,23}(?:\\d{1,2}[.)]\\s{0,2})?[a-z]{3,8}(?![\\w-])';
/** The words from which a wallet is restored (BIP 39). */
const SEED = new RegExp(
  `\\b(?:[Ss]eed|[Mm]nemonic|[Rr]ecovery|[Bb]ackup|[Ww]allet|[Ss]ecret)(?: (?:phrase|words|seed|key))?\\b[^\\n]{0,60}?[:\\n]\\s{0,10}(${WORD_ROW})`,
  'g',
);
const PASSPHRASE =
  /\b[Pp]ass ?(?:phrase|word)\s{0,2}[:=]\s{0,2}((?:[a-z]{3,12}[ -]){3,7}[a-z]{3,12})[ \t.]{0,3}\r?$/gm;
/** Function words of sentences, which seeds and passphrases don't have. */
const OF_SENTENCES =
  /\b(?:the|and|for|with|from|are|was|were|has|had|have|not|but|you|your|our|their|this|that|these|when|which|who|will|can|could|should|must|may|please|see|ask|get|use|using|sent|send|same|below|above|attached|before|after|only|least|than|then|into|over|via|all|any|new|old|change|reset|enter|separately|email|mail|message|phone|sms|call)\b/;

function wordsIn(text: string, id: string, pattern: RegExp): FoundSecret[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const value = match[1] ?? '';
    const words = new Set(value.match(/[a-z]+/g));
    return OF_SENTENCES.test(value) || words.size < 3 ? [] : [found(id, match, value)];
  });
}

/**
 * Secrets that stand beside what names them: in lists, tables and columns, in other languages, and as rows of
 * words.
 */
export function labelledSecrets(text: string, mentions: (word: string) => boolean): FoundSecret[] {
  const foreign = FOREIGN_WORDS.some(mentions);
  const names =
    foreign ||
    ['pass', 'pwd', 'secret', 'token', 'key', 'credential', 'kennwort', 'contrase', 'clave'].some(mentions);
  return [
    ...(foreign ? givenIn(text, FOREIGN_GIVEN) : []),
    ...(names ? hintedIn(text) : []),
    ...(mentions('pass')
      ? [...givenIn(text, USER_AND_PASS), ...wordsIn(text, 'passphrase', PASSPHRASE)]
      : []),
    ...(['seed', 'mnemonic', 'recovery', 'backup', 'wallet', 'secret'].some(mentions)
      ? wordsIn(text, 'seed-words', SEED)
      : []),
  ];
}

import { expect, it } from 'vitest';
import {
  classByStem,
  classOfIdeographs,
  classOfWord,
  hashWord,
} from '../../../daemon/content/scanning/classifier/lexicon.ts';

const secret = classOfWord.get(hashWord('password'));
const stemClass = (word: string) => classByStem(word, 0, word.length);

it('knows a word of the lexicon by its beginning, in languages that add endings', () => {
  for (const word of ['паролем', 'parolanızı', '비밀번호를', 'passwortes'])
    expect(stemClass(word), word).toBe(secret);
  expect(stemClass('собака')).toBeUndefined();
});

it('takes no short beginning in Latin letters for a stem', () => {
  expect(stemClass('sagan')).toBeUndefined();
});

it('knows the words of scripts without spaces wherever they begin', () => {
  for (const text of ['把密码给我', 'このパスワードを', 'ขอรหัสผ่านด้วย']) {
    const classes = [...text].map((_, index) => classOfIdeographs(text, index));
    expect(classes, text).toContain(secret);
  }
});

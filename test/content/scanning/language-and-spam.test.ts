import { describe, expect, it } from 'vitest';
import { inbound, rulesOf, scan } from './support.ts';

const GERMAN =
  'Guten Tag Frau Berger, die Unterlagen für die Besprechung am kommenden Dienstag liegen im gemeinsamen Ordner.';

describe('the language policy', () => {
  it('holds mail that is surely not English', async () => {
    for (const text of [
      GERMAN,
      'Уважаемая госпожа Бергер, документы для встречи во вторник лежат в общей папке.',
      '会议的文件已经放在共享文件夹里，请在星期二之前阅读。',
    ]) {
      const report = await scan(inbound({ text }));
      expect(rulesOf(report, 'language_policy'), text).toHaveLength(1);
      expect(report.verdict).toBe('quarantined');
    }
  });

  it('reports it without holding when all languages are allowed, and is silent when off', async () => {
    const allowed = await scan(inbound({ text: GERMAN, policy: { language_mode: 'allow_all_languages' } }));
    expect(allowed.findings).toContainEqual(
      expect.objectContaining({ category: 'language_policy', decision: 'allow' }),
    );
    const off = await scan(inbound({ text: GERMAN, policy: { language_mode: 'disabled' } }));
    expect(off.categories.map((row) => row.category)).not.toContain('language_policy');
  });

  it.each(['Danke!', 'OK', 'Merci, à demain', '12345 67890', 'Re: Rechnung'])(
    'does not guess at short text: %s',
    async (text) => {
      expect(rulesOf(await scan(inbound({ subject: '', text })), 'language_policy')).toEqual([]);
    },
  );

  it.each([
    'ERROR Build failed: compile error src/main.rs:14 expected token found identifier\nWARN deprecated package left-pad\nINFO retry attempt 3 failed',
    'deploy production succeeded commit 8f31c2a branch main author kim duration 3m12s environment staging rollout complete pods ready',
    'Kim Andersen, Maria Gonzalez, Pierre Dupont, Hans Müller, Giulia Rossi, João Silva',
    'Widget Pro Max 2 Stück EUR 49,90\nVersand DHL Paket EUR 4,90\nGesamt EUR 54,80',
    'alvora rqt 398 bp\nstenka uel 876 dg\ntomrex qrp 394 mv\nborla wix 284 hc\nduvek tqp 482 nb\nbarton ope 736 hy\nonika pcv 768 ek\nwilma mnoo 65 pu\nreliz byh 323 mg\namora ckh 468 om',
    'Nightly backup finished\nexit status nonzero\nduration seconds\nstderr: pg_dump connection refused host port\nstderr: retry attempt failed\nstderr: retry attempt failed\nstderr: giving up',
    'run : 12 ; import download failed . manual intervention required .\nlog messages :\nparsing file - - > > o : \\ plant \\ desk \\ final schedules \\ 2026011612 . txt\nerror retrieving price data - process continuing',
  ])('takes logs and lists for no language: %s', async (text) => {
    expect(rulesOf(await scan(inbound({ subject: '', text })), 'language_policy')).toEqual([]);
  });

  it.each([
    'Vielen Dank für Ihre Bestellung. Ihre Sendung wird morgen zugestellt.',
    'Guten Morgen, anbei wie besprochen die Rechnung vom Oktober. Gruß Klaus',
    'Termin Donnerstag verschoben. Neuer Vorschlag Freitag vierzehn Uhr. Bitte kurz bestätigen.',
    'Commande expédiée. Livraison prévue mardi. Merci de votre confiance.',
  ])('holds short sentences, with capitals and few function words: %s', async (text) => {
    expect(rulesOf(await scan(inbound({ subject: '', text })), 'language_policy')).toHaveLength(1);
  });

  it('takes text that only fills a page for no language', async () => {
    const placeholder =
      'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.';
    const mixed =
      'Welcome to Acme. Maecenas sed ante pellentesque, posuere leo id, eleifend dolor. Praesent laoreet malesuada cursus. Button Text';
    for (const text of [
      placeholder,
      mixed,
      'hello world '.repeat(200),
      'ab'.repeat(200),
      'body '.repeat(50),
    ]) {
      expect(rulesOf(await scan(inbound({ text })), 'language_policy'), text).toEqual([]);
    }
  });

  it('judges what the writer added, not what is quoted', async () => {
    const quoted = GERMAN.split(' ')
      .map((word) => `> ${word}`)
      .join('\n');
    const text = `Thanks, I have read it and will come to the meeting on Tuesday with the numbers.\n\nOn Monday Frau Berger wrote:\n${quoted}`;
    expect(rulesOf(await scan(inbound({ text })), 'language_policy')).toEqual([]);
  });
});

describe('spam', () => {
  it('is held when it carries the test string of spam filters', async () => {
    const gtube = ['XJS*C4JDBQADN1.NSBN3*2IDNEN*', 'GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL', '*C.34X'].join('');
    expect(rulesOf(await scan(inbound({ text: gtube })), 'spam')).toEqual(['gtube']);
  });

  it('is recognised by how it is written', async () => {
    const text =
      'CONGRATULATIONS!!! You have been selected to earn $5000 a week from home with NO RISK.\nMake money fast, 100% guaranteed!\nOrder now, limited time offer, click here. To be removed from our mailing list reply with REMOVE in the subject.';
    expect(rulesOf(await scan(inbound({ subject: 'Earn $$$ now, guaranteed', text })), 'spam')).toEqual([
      'classifier',
    ]);
  });

  it('is explained by the sentence that tells most and by how much is missing', async () => {
    const text =
      'CONGRATULATIONS!!! You have been selected to earn $5000 a week from home with NO RISK.\nMake money fast, 100% guaranteed!\nOrder now, limited time offer, click here. To be removed from our mailing list reply with REMOVE in the subject.';
    const report = await scan(inbound({ subject: 'Earn $$$ now, guaranteed', text }), { explains: true });
    const [finding] = report.findings.filter(({ category }) => category === 'spam');
    const [span] = finding?.spans ?? [];
    expect(finding?.margin).toEqual(expect.any(Number));
    expect(text.slice(span?.start, span?.end)).toMatch(/money|earn|offer|removed/i);
  });
});

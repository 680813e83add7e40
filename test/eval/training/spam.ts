import type { ScanInput } from '../../../daemon/content/scanning/index.ts';
import { SPAM_SENTENCES, spamSentences } from '../../../daemon/content/scanning/spam/judge.ts';
import { seeded } from './grammar.ts';
import { sampleBenignMail } from './samples.ts';
import type { Sources } from './sources.ts';
import { Examples, type FloatModel, train } from './trainer.ts';

const SYNTHETIC = 1500;

function sentencesOf({ subject, text }: Pick<ScanInput, 'subject' | 'text'>): string[] {
  return spamSentences(subject, text);
}

/** Unsolicited mail against legitimate mail. */
export function trainSpam(sources: Sources, heldOutFold: number | null): FloatModel {
  const examples = new Examples();
  for (const { fold, label, input } of sources.mails) {
    if (fold !== heldOutFold)
      examples.add(sentencesOf(input), label === 'spam' ? 1 : 0, label === 'spam' ? 2 : 1);
  }
  for (const entry of [...sources.contexts, ...sources.forwards, ...sources.declarations]) {
    if (entry.fold !== heldOutFold) examples.add(entry.sentences.slice(0, SPAM_SENTENCES), 0, 1);
  }
  const random = seeded(41);
  for (let index = 0; index < SYNTHETIC; index++)
    examples.add(sentencesOf({ subject: '', text: sampleBenignMail(random) }), 0, 0.5);
  return train(examples, { epochs: 12, rate: 0.3, decay: 0.0003, seed: 9 });
}

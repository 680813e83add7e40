import { Link } from 'wouter';
import type { MessageDetail } from '../../../../shared/contract/messages.ts';
import { deniedVersion, versionText } from '../../../../shared/review/sentences.ts';
import { type Difference, wordDiff } from '../../../../shared/review/word-diff.ts';
import { Fact } from '../parts/fact.tsx';
import { MailLine, MailText } from '../parts/mail-text.tsx';

/** The version that was denied and this one side by side, with the words that changed. */
export function Revision({ detail }: { readonly detail: MessageDetail }) {
  const denied = deniedVersion(detail);
  if (denied === undefined) return null;
  const reason = denied.review?.reason ?? null;
  const differences = wordDiff(denied.body.content ?? '', detail.body.content ?? '');
  return (
    <section aria-label="Changes since the version that was denied">
      <h2>Changes since the version that was denied</h2>
      {reason !== null && (
        <p className="warn">
          Denied because: <MailLine text={reason} />
        </p>
      )}
      <div className="versions">
        <Side title="Denied" all={differences} leaves="removed" />
        <Side title="New version" all={differences} leaves="added" />
      </div>
    </section>
  );
}

interface SideOptions {
  readonly title: string;
  readonly all: readonly Difference[];
  /** The changes that this side has. */
  readonly leaves: 'removed' | 'added';
}

function Side({ title, all, leaves }: SideOptions) {
  const Changed = leaves === 'removed' ? 'del' : 'ins';
  const shown = all.filter(({ kind }) => kind === 'same' || kind === leaves);
  return (
    <div>
      <h3>{title}</h3>
      <div className="mail-text" dir="auto">
        {shown.map(({ kind, text }, index) => {
          const Piece = kind === 'same' ? 'span' : Changed;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: stretches have no other name, and never move
            <Piece key={index}>
              <MailText text={text} />
            </Piece>
          );
        })}
      </div>
    </div>
  );
}

/** The fate of each version of a message that was revised. */
export function Versions({ detail: { id, versions = [] } }: { readonly detail: MessageDetail }) {
  if (versions.length === 0) return null;
  return (
    <dl>
      <Fact label="Versions">
        {versions.map((version, index) => (
          <p key={version.id}>
            {version.id === id ? `${index + 1}` : <Link to={`/mail/-/-/${version.id}`}>{index + 1}</Link>}:{' '}
            <MailLine text={versionText(version)} />
          </p>
        ))}
      </Fact>
    </dl>
  );
}

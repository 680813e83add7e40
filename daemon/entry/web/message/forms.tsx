import { useState } from 'react';
import type { MessageDetail } from '../../../../shared/contract/messages.ts';
import type { FoundStretch } from '../../../../shared/review/stretches.ts';
import { Body, HtmlFrame, HtmlText } from './body.tsx';

const FORMS = ['HTML', 'Text', 'Source'] as const;

interface Options {
  readonly detail: MessageDetail;
  readonly stretches: readonly FoundStretch[];
}

/** A message as HTML, as text or as its source; the HTML first, as its recipient sees it. */
export function Forms({ detail, stretches }: Options) {
  const { id, has_html, body, html_text } = detail;
  const forms = FORMS.filter((form) => has_html || form !== 'HTML');
  const [chosen, setChosen] = useState<(typeof FORMS)[number]>(forms[0] ?? 'Text');
  return (
    <>
      <div className="tabs" role="tablist" aria-label="Forms of the message">
        {forms.map((form) => (
          <button
            key={form}
            type="button"
            role="tab"
            aria-selected={form === chosen}
            onClick={() => setChosen(form)}
          >
            {form}
          </button>
        ))}
      </div>
      {chosen === 'HTML' && (
        <div className="html">
          <HtmlFrame key={id} id={id} />
        </div>
      )}
      {chosen === 'Text' && (
        <>
          <Body body={body} stretches={stretches} folds />
          {has_html && <HtmlText text={html_text} />}
        </>
      )}
      {chosen === 'Source' && (
        <p>
          The operator of this machine reads the source in a terminal:{' '}
          <code>agentmail messages raw {id}</code>
        </p>
      )}
    </>
  );
}

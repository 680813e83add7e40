import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../parts/icon-button.tsx';

/** A line to paste elsewhere. */
export function CopyLine({ label, text }: { readonly label: string; readonly text: string }) {
  const [copied, setCopied] = useState('');
  return (
    <div className="copy-line">
      <code aria-label={label} role="note">
        {text}
      </code>
      <IconButton
        icon={copied === text ? Check : Copy}
        label={`Copy: ${label}`}
        onClick={() => navigator.clipboard.writeText(text).then(() => setCopied(text))}
      />
    </div>
  );
}

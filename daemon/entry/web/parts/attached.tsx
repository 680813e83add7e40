import { Paperclip } from 'lucide-react';
import { Icon } from './icon.tsx';

/** Says that a message has attachments. */
export function Attached() {
  return (
    <span className="quiet" title="Has attachments">
      <Icon of={Paperclip} />
      <span className="unseen">, has attachments</span>
    </span>
  );
}

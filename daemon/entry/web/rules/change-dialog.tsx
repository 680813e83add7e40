import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MailboxView } from '../../../../shared/contract/mailboxes.ts';
import { messageOf } from '../api.ts';
import { MAILBOXES } from '../mailboxes.ts';
import { Dialog } from '../parts/dialog.tsx';
import { changeRule, isChosen, type MailboxRule } from './rules.ts';

interface Options {
  readonly mailbox: MailboxView;
  readonly title: string;
  readonly rule: MailboxRule;
  readonly close: () => void;
}

/** Chooses another sentence for a rule. */
export function ChangeDialog({ mailbox, title, rule, close }: Options) {
  const change = useRuleChange(close);
  const submit = (fields: FormData) => {
    const choice = rule.choices[Number(fields.get('choice'))];
    if (choice) void change.run(() => changeRule(mailbox, rule, choice));
  };
  return (
    <Dialog
      title={title}
      confirm="Save"
      close={close}
      submit={submit}
      problem={change.problem}
      isBusy={change.isBusy}
    >
      {rule.choices.map((choice, index) => {
        const sentence = rule.sentence({ ...mailbox, ...choice });
        return (
          <p key={sentence}>
            <label className="choice">
              <input
                type="radio"
                name="choice"
                value={index}
                defaultChecked={isChosen(mailbox, rule, choice)}
                required
              />
              {sentence}
            </label>
          </p>
        );
      })}
    </Dialog>
  );
}

/** Runs a change of a rule; closes when it's made. */
export function useRuleChange(close: () => void) {
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const run = async (act: () => Promise<boolean>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const isMade = await act();
      await queries.invalidateQueries({ queryKey: MAILBOXES });
      if (isMade) close();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { run, problem, isBusy };
}

import { useRef, useState } from 'react';
import { Link } from 'wouter';
import type { EventEnvelope } from '../../../../shared/contract/events.ts';
import { EVENT_TYPES } from '../../../../shared/contract/values.ts';
import { eventTone, summarizeEvent } from '../../../../shared/event-summary.ts';
import { eventWords } from '../../../../shared/event-words.ts';
import { NO_SUBJECT } from '../../../../shared/placeholders.ts';
import { eventsOf, useStream } from '../events.ts';
import { MailLine } from '../parts/mail-text.tsx';
import { Time } from '../parts/time.tsx';

const SHOWN = 50;
const HOUR_MS = 60 * 60_000;

interface Options {
  /** Called after each event. */
  readonly happened: () => void;
}

/** The latest events, as they happen. */
export function EventLog({ happened }: Options) {
  const [stream] = useState(() => eventsOf(EVENT_TYPES, new Date(Date.now() - HOUR_MS)));
  const [isPaused, setPaused] = useState(false);
  const [link, setLink] = useState<'connecting' | 'live' | 'connection lost'>('connecting');
  const { events, add } = useLatest();
  useStream(stream, {
    opened: () => setLink('live'),
    lost: () => setLink('connection lost'),
    happened: (event) => {
      if (!isPaused) add(event);
      happened();
    },
  });
  return (
    <section aria-label="Events">
      <div className="head">
        <h2>Events</h2>
        <span className={link === 'live' ? 'good' : 'bad'}>{link}</span>
        <button type="button" className="plain" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
          Pause
        </button>
      </div>
      {events.length === 0 && <p className="quiet">No events in the last hour. New ones appear here.</p>}
      <ul className="rows short">
        {events.map((event) => (
          <EventLine key={event.id} event={event} />
        ))}
      </ul>
    </section>
  );
}

/** The latest events, the newest first. Those of one frame are shown together. */
function useLatest() {
  const [events, setEvents] = useState<readonly EventEnvelope[]>([]);
  const arrived = useRef<EventEnvelope[]>([]);
  const add = (event: EventEnvelope) => {
    if (arrived.current.push(event) > 1) return;
    requestAnimationFrame(() => {
      const fresh = arrived.current.splice(0).reverse();
      setEvents((before) => {
        // A stream that is opened again begins again.
        const known = new Set(fresh.map(({ id }) => id));
        return [...fresh, ...before.filter(({ id }) => !known.has(id))]
          .sort((one, other) => other.occurred_at.localeCompare(one.occurred_at))
          .slice(0, SHOWN);
      });
    });
  };
  return { events, add };
}

function EventLine({ event: { event: type, data, occurred_at } }: { readonly event: EventEnvelope }) {
  const { about, subject, messageId } = summarizeEvent(data);
  return (
    <li>
      <span>
        <span className={eventTone(type)}>{eventWords(type)}</span> <MailLine text={about} />{' '}
        {subject !== undefined && messageId !== undefined && (
          <Link to={`/mail/-/-/${messageId}`}>
            <MailLine text={subject.trim() || NO_SUBJECT} />
          </Link>
        )}
      </span>
      <span className="quiet">
        <Time at={occurred_at} />
      </span>
    </li>
  );
}

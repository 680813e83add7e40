import { THREAD_VIEW } from '../../migrations/base/threads.ts';

const view = THREAD_VIEW.map((state) => `'${state}'`).join(', ');

/** Time of the first or the last message that counts in a thread. */
const edge = (which: 'min' | 'max', states: string) => `(
        select ${which}(created_at) from messages
        where mailbox_id = m.mailbox_id and thread_id = m.thread_id and state in (${states})
      )`;

/**
 * Triggers that keep `threads` up to date, so that no change of a message can skip it. They count as those of
 * SQLite do.
 */
export const threadTriggers: readonly string[] = [
  // 1 in the default view, 2 refused by the sender policy, 0 not at all.
  `create function thread_kind(thread_id text, state text) returns integer language sql immutable as $$
    select case
      when thread_id is null then 0 when state in (${view}) then 1 when state = 'firewall_blocked' then 2 else 0
    end
  $$`,
  `create function add_to_thread(m messages) returns void language plpgsql as $$
    declare
      kind constant integer := thread_kind(m.thread_id, m.state);
      counts constant integer := (kind = 1)::integer;
    begin
      if kind = 0 then return; end if;
      insert into threads as t (
        account_id, mailbox_id, thread_id, message_count, unread_count, starred_count, inbound_count,
        first_message_at, last_message_at, kept_out_count, kept_out_first_at, kept_out_last_at
      )
      values (
        m.account_id, m.mailbox_id, m.thread_id, counts,
        (kind = 1 and m.direction = 'inbound' and m.read_at is null)::integer, (kind = 1 and m.starred)::integer,
        (kind = 1 and m.direction = 'inbound')::integer,
        case kind when 1 then m.created_at end, case kind when 1 then m.created_at end,
        1 - counts, case kind when 2 then m.created_at end, case kind when 2 then m.created_at end
      )
      on conflict (mailbox_id, thread_id) do update set
        message_count = t.message_count + excluded.message_count,
        unread_count = t.unread_count + excluded.unread_count,
        starred_count = t.starred_count + excluded.starred_count,
        inbound_count = t.inbound_count + excluded.inbound_count,
        first_message_at = least(t.first_message_at, excluded.first_message_at),
        last_message_at = greatest(t.last_message_at, excluded.last_message_at),
        kept_out_count = t.kept_out_count + excluded.kept_out_count,
        kept_out_first_at = least(t.kept_out_first_at, excluded.kept_out_first_at),
        kept_out_last_at = greatest(t.kept_out_last_at, excluded.kept_out_last_at);
    end
  $$`,
  `create function remove_from_thread(m messages) returns void language plpgsql as $$
    declare
      kind constant integer := thread_kind(m.thread_id, m.state);
      counts constant integer := (kind = 1)::integer;
    begin
      if kind = 0 then return; end if;
      update threads set
        message_count = message_count - counts,
        unread_count = unread_count - (kind = 1 and m.direction = 'inbound' and m.read_at is null)::integer,
        starred_count = starred_count - (kind = 1 and m.starred)::integer,
        inbound_count = inbound_count - (kind = 1 and m.direction = 'inbound')::integer,
        first_message_at = case first_message_at
          when m.created_at then ${edge('min', view)} else first_message_at end,
        last_message_at = case last_message_at
          when m.created_at then ${edge('max', view)} else last_message_at end,
        kept_out_count = kept_out_count - (1 - counts),
        kept_out_first_at = case kept_out_first_at
          when m.created_at then ${edge('min', "'firewall_blocked'")} else kept_out_first_at end,
        kept_out_last_at = case kept_out_last_at
          when m.created_at then ${edge('max', "'firewall_blocked'")} else kept_out_last_at end
      where mailbox_id = m.mailbox_id and thread_id = m.thread_id;
      delete from threads
      where mailbox_id = m.mailbox_id and thread_id = m.thread_id and message_count = 0 and kept_out_count = 0;
    end
  $$`,
  `create function count_in_threads() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then perform add_to_thread(new); return null; end if;
      if tg_op = 'DELETE' then perform remove_from_thread(old); return null; end if;
      if thread_kind(old.thread_id, old.state) <> thread_kind(new.thread_id, new.state)
        or old.thread_id is distinct from new.thread_id or old.created_at <> new.created_at then
        perform remove_from_thread(old);
        perform add_to_thread(new);
      elsif thread_kind(new.thread_id, new.state) = 1 and new.direction = 'inbound'
        and (old.read_at is null) <> (new.read_at is null) or old.starred <> new.starred then
        update threads set
          unread_count = unread_count
            + (new.direction = 'inbound' and new.read_at is null)::integer
            - (old.direction = 'inbound' and old.read_at is null)::integer,
          starred_count = starred_count + new.starred::integer - old.starred::integer
        where mailbox_id = new.mailbox_id and thread_id = new.thread_id
          and thread_kind(new.thread_id, new.state) = 1;
      end if;
      return null;
    end
  $$`,
  'create trigger threads_count after insert or delete on messages for each row execute function count_in_threads()',
  `create trigger threads_move after update of state, thread_id, created_at, read_at, starred on messages
    for each row execute function count_in_threads()`,
];

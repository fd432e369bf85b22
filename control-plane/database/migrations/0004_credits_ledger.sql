-- Money: a guarded balance row per bucket, holds, and an append-only ledger of which every balance is the sum (I01).
create table balance (
  account_id text not null references account (id),
  bucket text not null check (bucket in ('plan', 'purchased')),
  -- The wall behind the guarded UPDATE: no code path can sell what is not there (A3).
  available integer not null check (available >= 0),
  held integer not null check (held >= 0),
  -- Plan bucket only: the period that its allowance was opened for (2026-11, lifetime).
  period text,
  primary key (account_id, bucket)
);

-- One reservation for one thing (a scene, an export); settled exactly once (I06).
create table credit_hold (
  id text primary key,
  account_id text not null references account (id),
  api_key_id text references api_key (id),
  -- publish:<publishId>:scene:<sceneId>, publish:<publishId>:export
  subject text not null,
  action text not null,
  plan_credits integer not null check (plan_credits >= 0),
  purchased_credits integer not null check (purchased_credits >= 0),
  state text not null check (state in ('open', 'charged', 'released')),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  check (plan_credits + purchased_credits > 0),
  check ((state = 'open') = (settled_at is null))
);

create unique index credit_hold_subject on credit_hold (subject) where state <> 'released';
create index credit_hold_open on credit_hold (created_at) where state = 'open';

create table credit_ledger (
  id text primary key,
  -- Taken while the account's balance rows are locked, so that its order is the order of the commits of one account.
  seq bigint generated always as identity unique,
  account_id text not null references account (id),
  bucket text not null check (bucket in ('plan', 'purchased')),
  kind text not null check (kind in ('grant', 'reserve', 'charge', 'release', 'refund', 'reset')),
  d_available integer not null,
  d_held integer not null,
  -- The balance of the bucket after this entry.
  available_after integer not null check (available_after >= 0),
  -- Every movement happens once, however often it is asked for (A2, A5, A8).
  op_key text not null unique,
  hold_id text references credit_hold (id),
  subject text,
  action text,
  api_key_id text references api_key (id),
  reason text,
  created_at timestamptz not null default now(),
  check (
    case kind
      when 'grant' then d_available > 0 and d_held = 0
      when 'reserve' then d_available < 0 and d_held = -d_available and hold_id is not null
      when 'charge' then d_available = 0 and d_held < 0 and hold_id is not null
      when 'release' then d_available > 0 and d_held = -d_available and hold_id is not null
      when 'refund' then d_available > 0 and d_held = 0 and hold_id is not null
      when 'reset' then d_held = 0 and bucket = 'plan'
    end
  )
);

create index credit_ledger_of_account on credit_ledger (account_id, seq desc);
create index credit_ledger_of_subject on credit_ledger (subject) where subject is not null;
create index credit_ledger_of_key on credit_ledger (api_key_id, created_at) where api_key_id is not null;

-- Rights alone would not stop the owner of the table, which a small farm connects as.
create function credit_ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the credit ledger is append-only';
end
$$;

create trigger credit_ledger_append_only before update or delete on credit_ledger
  for each row execute function credit_ledger_is_append_only();
create trigger credit_ledger_no_truncate before truncate on credit_ledger
  for each statement execute function credit_ledger_is_append_only();

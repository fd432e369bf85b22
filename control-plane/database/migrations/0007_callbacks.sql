-- Callbacks that publishes asked for: an outbox, written in the transaction that ends the publish (S110, N46).
create table callback (
  publish_id text primary key references publish (id),
  project_id text not null references project (id),
  account_id text not null references account (id),
  environment text not null check (environment in ('live', 'test')),
  url text not null,
  -- Of the url; one slow receiver holds up nobody else.
  host text not null,
  -- Sealed (AES-256-GCM): it signs, so it cannot be a hash, and it is never shown again.
  sealed_secret bytea,
  status text not null check (status in ('pending', 'retrying', 'delivered', 'failed')),
  -- Null until the publish has ended.
  phase text check (phase in ('completed', 'failed', 'render_failed')),
  attempts integer not null default 0 check (attempts between 0 and 4),
  -- Null while there is nothing to send.
  next_attempt_at timestamptz,
  -- A sender is at it; where it died, the attempt is over then.
  claimed_until timestamptz,
  last_attempt_at timestamptz,
  last_status_code integer,
  last_error text,
  delivered_at timestamptz,
  ordered_at timestamptz not null default now(),
  check (next_attempt_at is null or phase is not null),
  check ((status = 'delivered') = (delivered_at is not null))
);

create index callback_of_project on callback (project_id, ordered_at desc);
create index callback_due on callback (next_attempt_at) where next_attempt_at is not null;
create index callback_claimed on callback (host, claimed_until) where claimed_until is not null;

-- Every try, for the one whose receiver does not answer.
create table callback_delivery (
  id bigint generated always as identity primary key,
  publish_id text not null references callback (publish_id),
  attempt integer not null,
  sent_at timestamptz not null,
  status_code integer,
  error text,
  duration_ms integer not null
);

create index delivery_of_callback on callback_delivery (publish_id, id);

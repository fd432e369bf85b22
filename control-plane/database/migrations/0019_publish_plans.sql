-- What a dry run quoted (POST …/publish/plan), so that a publish that names it costs exactly that or is refused. Stored
-- and not signed: the hashes of fifty scenes are no token, and the audit can hold what was charged against the quote.
create table publish_plan (
  id text primary key,
  account_id text not null references account (id),
  project_id text not null references project (id),
  environment text not null check (environment in ('live', 'test')),
  -- The options that it was made with, and what they came to.
  request jsonb not null,
  terms jsonb not null,
  credits integer not null check (credits >= 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The publish that it became; a plan is used once.
  publish_id text references publish (id)
);

create index publish_plan_unused on publish_plan (expires_at) where publish_id is null;

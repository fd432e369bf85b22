-- Features switched apart from the plan (S109), the day's use of test keys, and answers kept for Idempotency-Key.

-- N43: what plans/plan.ts says holds unless a row here says otherwise; a row of an account outweighs one of its plan.
create table plan_feature (
  plan text not null check (plan in ('free', 'pro', 'enterprise')),
  feature text not null check (feature in ('mcp_capture', 'mcp_browse', 'storyboard_draft', 'export_4k')),
  enabled boolean not null,
  primary key (plan, feature)
);

create table account_feature (
  account_id text not null references account (id),
  feature text not null check (feature in ('mcp_capture', 'mcp_browse', 'storyboard_draft', 'export_4k')),
  enabled boolean not null,
  primary key (account_id, feature)
);

-- S120: the renders and exports of an account's test keys since 00:00 UTC are counted from the publishes themselves.
create index publish_of_sandbox on publish (account_id, created_at) where environment = 'test';

-- One row per Idempotency-Key. The answer is kept when the request changed something; while status is null it runs.
create table idempotent_request (
  account_id text not null references account (id),
  environment text not null check (environment in ('live', 'test')),
  idempotency_key text not null,
  -- Keyed hash of method, path and body: bodies hold secrets of callers (callbackSecret).
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  request_id text not null,
  status integer,
  -- The text of the answer; of one that showed a secret only the id of the record.
  body text,
  started_at timestamptz not null default now(),
  primary key (account_id, environment, idempotency_key),
  check ((status is null) = (body is null))
);

create index idempotent_request_age on idempotent_request (started_at);

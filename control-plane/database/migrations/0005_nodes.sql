-- The farm's machines, what of a job nodes must not see, the leases of every attempt, and the files that were accepted.
create table node (
  id text primary key,
  name text not null,
  pool text not null check (pool in ('render', 'capture')),
  version text not null,
  token_sha256 bytea not null unique check (octet_length(token_sha256) = 32),
  state text not null check (state in ('ready', 'draining', 'quarantined', 'offline', 'lost')),
  state_changed_at timestamptz not null default now(),
  capabilities jsonb not null,
  -- Failures in a row that the machine is to blame for; at three it is quarantined (B7).
  failure_streak integer not null default 0,
  registered_at timestamptz not null default now(),
  -- Database time: a node's own clock is never believed (B16).
  seen_at timestamptz not null default now()
);

create index node_present on node (pool, seen_at) where state in ('ready', 'draining', 'quarantined');

-- One row per queued job (pgboss.job has its state and its payload): whose it is, which no node is told.
create table job (
  id uuid primary key,
  kind text not null,
  account_id text not null references account (id),
  -- Jobs of one publish: the scenes of a video want one encoder, so that they may be joined by stream copy.
  batch_id text,
  priority integer not null,
  -- Weight of the account's plan against other accounts.
  weight integer not null check (weight > 0),
  created_at timestamptz not null default now(),
  cancelled_at timestamptz,
  -- Set once, when the job is over.
  ended_at timestamptz,
  outcome text check (outcome in ('completed', 'gave_up', 'cancelled')),
  failure jsonb,
  check ((ended_at is null) = (outcome is null))
);

create index job_of_batch on job (batch_id) where batch_id is not null;
create index job_unfinished on job (kind, created_at) where ended_at is null;

-- A ticket marks the one job that a grant took, so that the queue hands out that job and no other.
create sequence grant_ticket as integer minvalue 1000 cycle;

create table lease (
  job_id uuid not null references job (id),
  -- The fence of every result (B3).
  attempt integer not null check (attempt >= 1),
  node_id text not null references node (id),
  account_id text not null references account (id),
  kind text not null,
  batch_id text,
  encoder text,
  granted_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now(),
  lease_seconds integer not null,
  max_run_seconds integer not null,
  progress_stage text,
  progress_done integer,
  progress_total integer,
  ended_at timestamptz,
  outcome text check (outcome in ('completed', 'failed', 'lost', 'overrun', 'released', 'cancelled')),
  failure jsonb,
  -- Of the accepted result: a repeated completion is told by it (B5).
  files_digest text,
  primary key (job_id, attempt),
  check ((ended_at is null) = (outcome is null))
);

create unique index lease_live on lease (job_id) where ended_at is null;
create index lease_live_of_node on lease (node_id) where ended_at is null;
create index lease_recent on lease (ended_at) where ended_at is not null;

-- Files that a completion named and that were found in the object store with that hash and size (I12).
create table stored_object (
  key text primary key,
  account_id text not null references account (id),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint not null check (size_bytes > 0),
  content_type text not null,
  verified_at timestamptz not null default now()
);

-- Browsing sessions: which node holds one, how long it was used, what was done in it, and the sign-ins that people keep.

-- Where a capture node answers for the sessions that it holds.
alter table node add column sessions_url text;

create table browse_session (
  id text primary key,
  account_id text not null references account (id),
  environment text not null check (environment in ('live', 'test')),
  api_key_id text references api_key (id),
  web_user_id text,
  -- agent: asked for by a caller, limited and billed. capture: made for one capture, neither.
  purpose text not null check (purpose in ('agent', 'capture')),
  -- The wall behind "3 open agent sessions per account": however many ask at once, a number is given once.
  slot integer check (slot between 1 and 3),
  project_id text references project (id),
  scene_id text,
  node_id text not null references node (id),
  viewport_width_px integer not null,
  viewport_height_px integer not null,
  viewport_is_mobile boolean not null,
  -- Whose sign-ins the browser has; null: nobody's. The generation makes a reset final: what a session that was open
  -- at that moment brings home is thrown away.
  profile_holder text,
  profile_generation integer,
  steps_used integer not null default 0 check (steps_used between 0 and 150),
  opened_at timestamptz not null,
  last_used_at timestamptz not null,
  -- One hour after the opening, or the end of the last 5 minutes that can be paid.
  ends_at timestamptz not null,
  -- The sign-in link that is valid is the one with this number; the link itself is made from it and not kept.
  login_issue integer not null default 0,
  login_expires_at timestamptz,
  login_redeemed_at timestamptz,
  -- Of the cookie of the one browser window that redeemed it.
  driver_sha256 bytea,
  human_hold_until timestamptz,
  human_signed_in_at timestamptz,
  closed_at timestamptz,
  close_reason text check (close_reason in ('closed', 'idle', 'hour', 'published', 'key_ended', 'node_lost', 'credits',
                                            'daily_minutes', 'open_failed')),
  billed_seconds integer,
  billed_credits integer,
  -- When the node gave the browser back (or was gone), and the profile was brought home.
  released_at timestamptz,
  check ((api_key_id is null) <> (web_user_id is null)),
  check ((profile_holder is null) = (profile_generation is null)),
  check (environment = 'live' or profile_holder is null),
  check ((closed_at is null) = (close_reason is null)),
  check ((closed_at is null) = (billed_seconds is null)),
  check ((closed_at is null) = (billed_credits is null)),
  check ((purpose = 'agent' and closed_at is null) = (slot is not null)),
  check (released_at is null or closed_at is not null)
);

create unique index browse_session_slot on browse_session (account_id, slot) where slot is not null;
create index browse_session_open on browse_session (last_used_at) where closed_at is null;
create index browse_session_unreleased on browse_session (closed_at) where closed_at is not null and released_at is null;
create index browse_session_of_account on browse_session (account_id, environment, opened_at);
create index browse_session_of_project on browse_session (project_id) where closed_at is null;

-- S83: every step, without what was typed and without addresses, whose paths and queries hold typed text too.
create table browse_step (
  id bigint generated always as identity primary key,
  session_id text not null references browse_session (id),
  project_id text references project (id),
  action text not null check (action in ('goto', 'click', 'type', 'hover', 'scroll', 'wait', 'press', 'back')),
  status text not null check (status in ('ok', 'refused', 'failed')),
  code text,
  host text not null,
  done_at timestamptz not null
);
create index browse_step_of_session on browse_step (session_id, id);
create index browse_step_of_project on browse_step (project_id, id) where project_id is not null;

-- S81, S83: what a person's browser keeps between sessions, sealed; never shared.
create table browse_profile (
  account_id text not null references account (id),
  -- user:<id> of the person, or account for keys that no person made
  holder text not null,
  -- Counts the resets.
  generation integer not null default 0,
  sealed bytea,
  domains text[] not null default '{}',
  created_at timestamptz,
  last_used_at timestamptz,
  primary key (account_id, holder),
  check ((sealed is null) = (created_at is null))
);

-- S115: one record for each agent's session that was closed.
create table browse_usage (
  session_id text primary key references browse_session (id),
  account_id text not null references account (id),
  environment text not null check (environment in ('live', 'test')),
  api_key_id text references api_key (id),
  web_user_id text,
  project_id text references project (id),
  action text not null default 'BROWSE_SESSION' check (action = 'BROWSE_SESSION'),
  opened_at timestamptz not null,
  closed_at timestamptz not null,
  seconds integer not null check (seconds >= 0),
  credits integer not null check (credits >= 0)
);
create index browse_usage_of_account on browse_usage (account_id, closed_at);

-- What was captured of web pages (S70, S74), and what of it the scenes show.
create table capture (
  id text primary key,
  account_id text not null references account (id),
  environment text not null check (environment in ('live', 'test')),
  -- Who asked: counted against the key's cap and the plan's limits.
  api_key_id text references api_key (id),
  web_user_id text,
  -- components: for a slot of a scene, in a browsing session (S70). page: one picture, a queued job (S74).
  kind text not null check (kind in ('components', 'page')),
  state text not null check (state in ('running', 'ready', 'login_required', 'failed')),
  project_id text references project (id),
  scene_id text,
  slot_key text,
  -- Set aside while it runs; charged when it is ready, given back otherwise (N34).
  hold_id text references credit_hold (id),
  -- What was found, with the keys of its pictures.
  result jsonb,
  failure jsonb,
  -- It expired (N34: 24 h) and its files are deleted; what scenes show of it was copied.
  is_swept boolean not null default false,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((api_key_id is null) <> (web_user_id is null)),
  check ((kind = 'components') = (project_id is not null and scene_id is not null and slot_key is not null)),
  check ((state = 'running') = (ended_at is null)),
  check ((result is not null) = (state = 'ready'))
);

create index capture_of_account on capture (account_id, created_at desc);
create index capture_running on capture (created_at) where state = 'running';
create index capture_unswept on capture (ended_at) where not is_swept;

alter table scene
  -- Slot key -> what the slot shows: stored pictures, which are part of the scene's inputs.
  add column captures jsonb not null default '{}',
  -- The template was switched to one that the captures do not fit (N34: reason template_changed).
  add column captures_dropped boolean not null default false;

-- What a caller makes: projects and their scenes, with the template version that each scene was made for (N5).
create table project (
  id text primary key,
  account_id text not null references account (id),
  environment text not null check (environment in ('live', 'test')),
  -- Null = none was given: the shown title is then derived (N20) and no layer draws from it (S46).
  title text,
  status text not null check (status in ('RENDER_PENDING', 'RENDERING', 'RENDERED', 'EXPORTING', 'COMPLETED',
    'RENDER_FAILED', 'EXPORT_FAILED', 'CANCELLED', 'ARCHIVED')),
  aspect_ratio text not null check (aspect_ratio in ('16:9', '16:12')),
  brand_id text,
  music_track_id text,
  voice_id text,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A deleted project answers 404 but stays: publishes, exports and ledger entries point at it.
  deleted_at timestamptz
);

create index project_of_account on project (account_id, environment, id desc) where deleted_at is null;

create table scene (
  id text primary key,
  project_id text not null references project (id),
  position integer not null check (position >= 0),
  template_slug text not null,
  template_version integer not null,
  title text,
  voiceover_text text,
  -- Layer key -> the value that the caller gave (never a brand fill, never a default).
  parameters jsonb not null,
  -- Layer key -> the stored copy of the picture that the parameter names.
  images jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Deferred, so that a renumbering may pass through equal positions.
  constraint scene_position unique (project_id, position) deferrable initially deferred
);

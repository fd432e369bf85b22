-- Publishes with their snapshot of every scene, the renditions that are reused, narration takes, and exports.
create table rendition (
  id text primary key,
  account_id text not null references account (id),
  -- Sandbox renders cost nothing, so that they never pass for live ones.
  environment text not null check (environment in ('live', 'test')),
  -- Reuse key: the scene's inputs at one size, rate and codec.
  rendition_hash text not null,
  -- The inputs alone: another size of the same inputs costs no scene credit.
  input_hash text not null,
  width_px integer not null,
  height_px integer not null,
  mezzanine_key text not null references stored_object (key),
  poster_key text not null references stored_object (key),
  frame_count integer not null check (frame_count > 0),
  duration_seconds double precision not null check (duration_seconds > 0),
  encoder text not null,
  parameter_sets_hash text not null,
  render_ms double precision not null,
  created_at timestamptz not null default now(),
  unique (account_id, environment, rendition_hash)
);

create index rendition_of_inputs on rendition (account_id, environment, input_hash);
create index rendition_recent on rendition (created_at desc);

create table narration_take (
  id text primary key,
  account_id text not null references account (id),
  -- Voice, lines and their places on the timeline.
  script_hash text not null,
  voice_id text not null,
  state text not null check (state in ('building', 'ready', 'failed')),
  job_id uuid references job (id),
  take_key text references stored_object (key),
  duration_seconds double precision,
  segments jsonb,
  failure jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (account_id, script_hash),
  check ((state = 'ready') = (take_key is not null))
);

create table publish (
  id text primary key,
  project_id text not null references project (id),
  account_id text not null references account (id),
  api_key_id text not null references api_key (id),
  environment text not null check (environment in ('live', 'test')),
  -- publish = renders and one export; render = scenes only (S62).
  kind text not null check (kind in ('publish', 'render')),
  state text not null check (state in ('rendering', 'narrating', 'exporting', 'rendered', 'completed', 'render_failed',
    'failed', 'cancelled')),
  title text not null,
  aspect_ratio text not null check (aspect_ratio in ('16:9', '16:12')),
  quality text not null check (quality in ('720p', '1080p', '4K')),
  requested_quality text not null check (requested_quality in ('720p', '1080p', '4K')),
  format text not null check (format in ('mp4', 'webm')),
  watermark boolean not null,
  music jsonb,
  voice_id text,
  include_sound_effects boolean not null,
  -- Of the body as the caller sent it: the same body while one runs is the same publish (N29).
  body_hash text not null,
  -- Of everything that the finished file depends on: the same again is answered with the same export (N18).
  output_hash text not null,
  script_hash text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Last asked for: the latest of a project is the one that its status tells of.
  requested_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((state in ('rendering', 'narrating', 'exporting')) = (finished_at is null))
);

-- B11: two publishes of one project at once cannot be stored, whatever the code does.
create unique index one_live_publish on publish (project_id) where state in ('rendering', 'narrating', 'exporting');
create index publish_of_project on publish (project_id, requested_at desc);
create index publish_of_output on publish (project_id, output_hash, created_at desc) where state = 'completed';
create index publish_of_script on publish (account_id, script_hash) where state in ('rendering', 'narrating');
create index publish_live_of_account on publish (account_id) where state in ('rendering', 'narrating', 'exporting');

create table publish_scene (
  publish_id text not null references publish (id),
  scene_id text not null,
  position integer not null,
  title text not null,
  template_slug text not null,
  template_version integer not null,
  layer_values jsonb not null,
  voiceover_text text,
  input_hash text not null,
  rendition_hash text not null,
  width_px integer not null,
  height_px integer not null,
  fps integer not null,
  frame_count integer not null,
  duration_seconds double precision not null,
  state text not null check (state in ('queued', 'done', 'failed', 'cancelled')),
  -- Nothing was rendered for this publish: a rendition was there.
  reused boolean not null,
  job_id uuid references job (id),
  rendition_id text references rendition (id),
  hold_id text references credit_hold (id),
  failure jsonb,
  credit_refunded boolean not null default false,
  finished_at timestamptz,
  primary key (publish_id, scene_id),
  check ((state = 'done') = (rendition_id is not null))
);

create unique index publish_scene_position on publish_scene (publish_id, position);
create index publish_scene_of_job on publish_scene (job_id) where job_id is not null;

create table export (
  id text primary key,
  publish_id text not null references publish (id),
  project_id text not null references project (id),
  account_id text not null references account (id),
  environment text not null check (environment in ('live', 'test')),
  -- PROCESSING (N13) is derived: a queued export whose job is leased.
  status text not null check (status in ('QUEUED', 'SUCCESS', 'FAILED', 'CANCELLED')),
  title text not null,
  quality text not null check (quality in ('720p', '1080p', '4K')),
  requested_quality text not null check (requested_quality in ('720p', '1080p', '4K')),
  format text not null check (format in ('mp4', 'webm')),
  width_px integer not null,
  height_px integer not null,
  fps integer not null,
  watermarked boolean not null,
  job_id uuid references job (id),
  hold_id text references credit_hold (id),
  credits_charged integer not null default 0,
  file_key text references stored_object (key),
  thumbnail_key text references stored_object (key),
  captions_srt_key text references stored_object (key),
  captions_vtt_key text references stored_object (key),
  sha256 text,
  size_bytes bigint,
  frame_count integer,
  duration_seconds double precision,
  loudness jsonb,
  timings_ms jsonb,
  failure jsonb,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((status = 'SUCCESS') = (file_key is not null))
);

create unique index one_success_per_publish on export (publish_id) where status = 'SUCCESS';
create unique index one_open_export_per_publish on export (publish_id) where status = 'QUEUED';
create index export_of_project on export (project_id, created_at desc);

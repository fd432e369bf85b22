-- Pictures that were taken in, and the brands that use them.

-- A picture as it is stored: re-encoded, under the hash of its own bytes. The same picture is stored once an account.
create table image (
  account_id text not null references account (id),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  storage_key text not null unique,
  mime_type text not null check (mime_type in ('image/png', 'image/jpeg')),
  width_px int not null check (width_px > 0),
  height_px int not null check (height_px > 0),
  created_at timestamptz not null default now(),
  primary key (account_id, sha256)
);

-- What an address (or a data URI) led to when it was last fetched. The address itself is not kept: it may carry a
-- secret in its query. The source's own size and type stay, so that another layer's limits can be checked again.
create table image_source (
  account_id text not null,
  source_sha256 text not null check (source_sha256 ~ '^[0-9a-f]{64}$'),
  image_sha256 text not null,
  mime_type text not null,
  width_px int not null check (width_px > 0),
  height_px int not null check (height_px > 0),
  size_bytes bigint not null check (size_bytes > 0),
  fetched_at timestamptz not null default now(),
  primary key (account_id, source_sha256),
  foreign key (account_id, image_sha256) references image (account_id, sha256)
);

create table brand (
  id text primary key,
  account_id text not null references account (id),
  name text,
  logo_sha256 text,
  primary_color text check (primary_color ~ '^#[0-9a-f]{6}$'),
  secondary_color text check (secondary_color ~ '^#[0-9a-f]{6}$'),
  palette text[] not null default '{}',
  heading_font text,
  body_font text,
  tone text not null check (tone in ('calm', 'warm', 'confident', 'energetic', 'playful', 'serious')),
  -- A tone that the caller gave stays when colours change; a guessed one is guessed again.
  tone_source text not null check (tone_source in ('given', 'guessed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (account_id, logo_sha256) references image (account_id, sha256)
);
create index brand_of_account on brand (account_id, created_at desc, id desc);

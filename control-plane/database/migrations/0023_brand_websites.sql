-- Brands that were read from a website (S20, N12).

-- One reading of a site. What was read is kept apart from the brands that are made of it: fields that a caller gives
-- override it, and two brands of one site share one reading.
create table brand_read (
  id text primary key,
  account_id text not null references account (id),
  -- The registrable domain: with the account the key under which a reading is used again.
  domain text not null,
  state text not null check (state in ('running', 'ready', 'failed')),
  result jsonb,
  failure jsonb,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((state = 'running') = (ended_at is null)),
  check ((state = 'ready') = (result is not null)),
  check ((state = 'failed') = (failure is not null))
);

-- Requests for one domain at the same time share one job.
create unique index brand_read_running on brand_read (account_id, domain) where state = 'running';
create index brand_read_of_domain on brand_read (account_id, domain, ended_at desc);

alter table brand
  add column source text not null default 'manual' check (source in ('website', 'manual')),
  add column website_url text,
  add column domain text,
  add column logo_dark_sha256 text,
  add column icon_sha256 text,
  -- Traits that a caller gave: reading the site again leaves them alone.
  add column given text[] not null default '{}',
  -- The account's brand of the site: what a request that names the site alone gets, as it is by then. A request that
  -- gives more of a brand than its address makes one of its own.
  add column is_site_brand boolean not null default false,
  -- When the site was last read; null where it never could be.
  add column fetched_at timestamptz,
  add foreign key (account_id, logo_dark_sha256) references image (account_id, sha256),
  add foreign key (account_id, icon_sha256) references image (account_id, sha256),
  add check ((source = 'website') = (website_url is not null and domain is not null)),
  add check (source = 'website' or fetched_at is null);

create unique index brand_of_site on brand (account_id, domain) where is_site_brand and deleted_at is null;

-- Money from outside: what was bought by whom, what the provider said of it, and what it gave (S90-S97).

-- One checkout. The row is written before the provider is asked, so that no money can arrive for something unknown.
create table payment (
  id text primary key,
  account_id text not null references account (id),
  -- The person who bought it (S106).
  web_user_id text not null,
  provider text not null check (provider in ('stripe', 'local')),
  -- What was asked for, as it was on sale then: the catalog may change while a checkout is open.
  kind text not null check (kind in ('credits', 'export_pass', 'top_up')),
  pack_id text,
  name text not null,
  units integer not null check (units > 0),
  feature text check (feature in ('scene_render', 'scene_render_revision')),
  amount_cents integer not null check (amount_cents > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  state text not null check (state in ('pending', 'paid', 'failed', 'expired')),
  -- The provider's name for the checkout; null until it has answered.
  provider_session_id text,
  -- The provider's name for the money that moved: refunds and disputes speak of it.
  provider_payment_id text,
  expires_at timestamptz not null,
  paid_at timestamptz,
  -- Together, over all refunds.
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  dispute text not null default 'none' check (dispute in ('none', 'open', 'won', 'lost')),
  -- How much of what was bought is taken back because of refunds and disputes, and how often that changed.
  units_taken_back integer not null default 0 check (units_taken_back between 0 and units),
  reversal_count integer not null default 0 check (reversal_count >= 0),
  -- When the provider is asked for news that no webhook brought; null where none can come.
  next_check_at timestamptz,
  created_at timestamptz not null default now(),
  check ((state = 'paid') = (paid_at is not null)),
  check (state = 'paid' or units_taken_back = 0),
  check ((kind = 'top_up') = (feature is not null)),
  check (kind <> 'export_pass' or units = 1)
);

create unique index payment_session on payment (provider, provider_session_id);
create unique index payment_money on payment (provider, provider_payment_id);
create index payment_of_account on payment (account_id, created_at desc);
create index payment_to_check on payment (next_check_at) where next_check_at is not null;

-- Events of a provider that took effect: one that comes again does nothing (A9).
create table payment_event (
  provider text not null check (provider in ('stripe', 'local')),
  event_id text not null,
  type text not null,
  payment_id text not null references payment (id),
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);

-- S95: one project without watermark and up to 1080p.
create table export_pass (
  id text primary key,
  account_id text not null references account (id),
  payment_id text not null unique references payment (id),
  -- Null until it is redeemed; it never expires.
  project_id text references project (id),
  redeemed_at timestamptz,
  -- The money went back.
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  check ((project_id is null) = (redeemed_at is null))
);

-- A project has one pass, however often and however fast it is redeemed.
create unique index export_pass_of_project on export_pass (project_id) where revoked_at is null;
create index export_pass_to_redeem on export_pass (account_id, id) where project_id is null and revoked_at is null;

-- S97: raises the monthly limit of a feature until it is used up or expires.
create table top_up (
  id text primary key,
  account_id text not null references account (id),
  payment_id text not null unique references payment (id),
  feature text not null check (feature in ('scene_render', 'scene_render_revision')),
  units integer not null check (units > 0),
  drawn integer not null default 0,
  -- Units whose money went back; what was drawn by then is gone.
  taken_back integer not null default 0 check (taken_back between 0 and units),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  check (drawn between 0 and units)
);

create index top_up_of_account on top_up (account_id, feature, expires_at);

-- What of a top-up was used beyond the plan's limit, by UTC calendar month.
create table top_up_draw (
  top_up_id text not null references top_up (id),
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  units integer not null check (units > 0),
  primary key (top_up_id, month)
);

-- The embedded farm's own checkouts, paid with test money: what a real provider would keep on its side.
create table local_checkout (
  id text primary key,
  payment_id text not null unique references payment (id),
  name text not null,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  paid_url text not null,
  cancelled_url text not null,
  state text not null check (state in ('open', 'paid', 'declined')),
  expires_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'open') = (ended_at is null))
);

-- Who may call: accounts with their plan, and the keys that stand for them (only the SHA-256 of a secret is kept, S102).
create table account (
  id text primary key,
  name text not null,
  plan text not null check (plan in ('free', 'pro', 'enterprise')),
  created_at timestamptz not null default now()
);

create table api_key (
  id text primary key,
  account_id text not null references account (id),
  environment text not null check (environment in ('live', 'test')),
  name text not null,
  -- The unique index is the look-up of every request; a secret is never compared as text (G4).
  secret_sha256 bytea not null unique check (octet_length(secret_sha256) = 32),
  prefix text not null,
  last4 text not null,
  scopes text[] not null,
  monthly_credit_cap integer check (monthly_credit_cap >= 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);

create index api_key_account on api_key (account_id, environment);

-- People who sign in to the web app: users, their sessions and logins (columns as better-auth reads them), and whose
-- account each user is in.
create table web_user (
  id text primary key,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  name text not null,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table web_session (
  id text primary key,
  -- Half of the cookie; the other half is its HMAC, so that whoever reads this table cannot make a cookie of it.
  token text not null unique,
  user_id text not null references web_user (id) on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index web_session_of_user on web_session (user_id);
create index web_session_end on web_session (expires_at);

-- How a user may sign in: provider 'credential' has the hash of a password, 'oidc' the subject at the issuer.
create table web_login (
  id text primary key,
  provider_id text not null,
  provider_account_id text not null,
  user_id text not null references web_user (id) on delete cascade,
  password text,
  -- Tokens of an issuer are never kept: the farm asks nothing there after the sign-in.
  access_token text check (access_token is null),
  refresh_token text check (refresh_token is null),
  id_token text check (id_token is null),
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, provider_account_id)
);

create index web_login_of_user on web_login (user_id);

-- Password resets under way and sign-ins at an issuer; only hashes of what the mail or the browser carries.
create table web_verification (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index web_verification_of_identifier on web_verification (identifier);
create index web_verification_end on web_verification (expires_at);

-- A user is in one account; an account may have several users.
create table account_user (
  user_id text primary key references web_user (id) on delete cascade,
  account_id text not null references account (id),
  -- admin = operator of the farm.
  role text not null check (role in ('member', 'admin')),
  created_at timestamptz not null default now()
);

create index account_user_of_account on account_user (account_id);

alter table publish add constraint publish_web_user foreign key (web_user_id) references web_user (id);

-- Tries of passwords and requests for mails within the last minutes, so that limits outlive restarts and hold for
-- several control planes together (G5). Subjects are keyed hashes: people type passwords into the field of the e-mail.
create table sign_in_attempt (
  bucket text not null,
  subject bytea not null check (octet_length(subject) = 32),
  tried_at timestamptz[] not null,
  newest_at timestamptz not null default now(),
  primary key (bucket, subject)
);

create index sign_in_attempt_age on sign_in_attempt (newest_at);

-- Open streams end with their session, in every control plane.
create function tell_of_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('farm_session', old.id);
  return null;
end
$$;

create trigger web_session_told after delete on web_session
  for each row execute function tell_of_session();

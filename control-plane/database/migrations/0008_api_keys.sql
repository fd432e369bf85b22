-- Keys that are managed through the API: who made and revoked them, secrets that a rotation replaced, and word of ends.
alter table api_key
  -- The key in whose name it happened; null where nobody did it through the API (the local farm's own keys).
  add column created_by text,
  add column revoked_by text;

-- The list of an account's keys, newest first, and the count of its active ones (S104).
drop index api_key_account;
create index api_key_of_account on api_key (account_id, environment, created_at desc);

-- Secrets that a rotation replaced. They stay on record after their end: a secret never comes back to life.
create table retired_secret (
  secret_sha256 bytea primary key check (octet_length(secret_sha256) = 32),
  api_key_id text not null references api_key (id),
  -- Until then both secrets are taken.
  ends_at timestamptz not null
);

create index retired_secret_of_key on retired_secret (api_key_id);

-- Open streams end with their key (S103), in every control plane and whoever changed the key: an operator's UPDATE too.
create function tell_of_key() returns trigger language plpgsql as $$
begin
  perform pg_notify('farm_key', new.id);
  return null;
end
$$;

create trigger api_key_told after update of revoked_at, expires_at, secret_sha256 on api_key
  for each row execute function tell_of_key();

-- The admin API (S124): what operators did, nodes that they hold back, and the lists that they read.

-- Every mutation that was asked for. Written by the transaction that has the effect; a refused one has none.
create table admin_act (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- The user who was signed in, or 'admin-token'.
  actor text not null,
  operation text not null,
  -- The id of what it was done to, or the name of a plan.
  target text not null,
  -- As they were sent. No mutation takes a secret.
  arguments jsonb not null,
  -- unchanged: it was so before.
  outcome text not null check (outcome in ('done', 'unchanged', 'refused')),
  -- Why it was refused.
  code text,
  reason text,
  check ((outcome = 'refused') = (code is not null))
);

create index admin_act_of_target on admin_act (target, id);

-- As for the ledger: rights alone would not stop the owner of the table, which a small farm connects as.
create function admin_act_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the log of the operators'' acts is append-only';
end
$$;

create trigger admin_act_append_only before update or delete on admin_act
  for each row execute function admin_act_is_append_only();
create trigger admin_act_no_truncate before truncate on admin_act
  for each statement execute function admin_act_is_append_only();

-- As before, and no act can be changed or removed either.
create or replace function grant_farm_rights(p_role text) returns void language plpgsql as $$
begin
  execute format('grant usage on schema public, inv to %I', p_role);
  execute format('grant select, insert, update, delete on all tables in schema public to %I', p_role);
  execute format('grant usage on all sequences in schema public to %I', p_role);
  execute format('grant select on all tables in schema inv to %I', p_role);
  execute format('grant execute on all functions in schema public, inv to %I', p_role);
  execute format('revoke update, delete on credit_ledger, admin_act from %I', p_role);
  execute format('revoke delete on credit_hold, credit_account, credit_key_use, credit_parked, payment from %I', p_role);
  execute format('revoke insert, update, delete on migration from %I', p_role);
end
$$;

-- What an operator put a node into stays so, over its rest and over a silence; null where nobody did.
alter table node add column held_state text check (held_state in ('draining', 'quarantined'));

-- Pages of the admin API: newest first by id, which is made from the time.
create index job_of_account on job (account_id, id);
create index job_of_kind on job (kind, id);
create index job_of_outcome on job (outcome, id) where outcome in ('gave_up', 'cancelled');
create index publish_of_account on publish (account_id, id);
create index publish_of_state on publish (state, id);
create index node_of_pool on node (pool, id);

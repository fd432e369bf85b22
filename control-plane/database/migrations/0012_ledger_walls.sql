-- Money behind walls: one row an account, entries numbered under its lock, and functions that alone need to write them.

-- The day of the month on which a monthly allowance starts over (S122: by the billing period).
alter table account add column billing_anchor timestamptz not null default now();
update account set billing_anchor = created_at;

-- What an account has, and the running number of its ledger. The sum of its ledger, and checked against it (I01).
create table credit_account (
  account_id text primary key references account (id),
  plan_available integer not null default 0,
  plan_held integer not null default 0,
  purchased_available integer not null default 0,
  purchased_held integer not null default 0,
  -- Credits that were taken back (a refund, a dispute) after they had been spent (A10).
  debt integer not null default 0,
  -- Taken while this row is locked: the order of the entries is the order of their commits.
  entry_count integer not null default 0,
  -- The allowance that is open: of which plan, which period (its start, or 'lifetime'), how much, until when.
  plan text check (plan in ('free', 'pro', 'enterprise')),
  period text,
  period_end timestamptz,
  allowance integer not null default 0,
  -- No code path can sell what is not there (A3), and what comes in pays the debt first. One constraint and not one a
  -- column: PostgreSQL reads the text of each anew for every statement, which cost more than the update.
  constraint never_negative check (least(plan_available, plan_held, purchased_available, purchased_held, debt) >= 0
    and least(debt, purchased_available) = 0)
);

-- What was left of a period when the account changed its plan: whoever comes back finds that and no fresh allowance.
create table credit_parked (
  account_id text not null references account (id),
  plan text not null check (plan in ('free', 'pro', 'enterprise')),
  period text not null,
  credits integer not null check (credits >= 0),
  primary key (account_id, plan, period)
);

-- Net credits that a key holds or has spent, by the UTC month in which they were set aside (S118).
create table credit_key_use (
  api_key_id text not null references api_key (id),
  month text not null check (month ~ '^\d{4}-\d\d$'),
  used integer not null check (used >= 0),
  primary key (api_key_id, month)
);

drop index credit_hold_open;
alter table credit_hold
  -- credit_reserve, which alone makes holds, reads the account and the key and refuses where there is none.
  drop constraint credit_hold_account_id_fkey,
  drop constraint credit_hold_api_key_id_fkey,
  -- The plan's period that the credits are of (N50), and the key's month that they count in.
  add column period text,
  add column key_month text,
  -- The cap as it was at the moment, and the key's use with this hold: evidence that stays when the cap is changed.
  add column key_cap integer,
  add column key_used_after integer,
  add column project_id text;
update credit_hold set key_month = to_char(created_at at time zone 'UTC', 'YYYY-MM') where api_key_id is not null;

insert into credit_account (account_id, plan_available, plan_held, purchased_available, purchased_held, plan, period, allowance)
select b.account_id,
       coalesce(sum(b.available) filter (where bucket = 'plan'), 0), coalesce(sum(held) filter (where bucket = 'plan'), 0),
       coalesce(sum(b.available) filter (where bucket = 'purchased'), 0), coalesce(sum(held) filter (where bucket = 'purchased'), 0),
       case when max(b.period) = 'lifetime' then a.plan end, case when max(b.period) = 'lifetime' then 'lifetime' end,
       case when max(b.period) = 'lifetime' and a.plan = 'free' then 10 else 0 end
  from balance b join account a on a.id = b.account_id group by b.account_id, a.plan;

drop table balance;
-- By bucket, for people.
create view balance as
  select account_id, 'plan' as bucket, plan_available as available, plan_held as held from credit_account
  union all
  select account_id, 'purchased', purchased_available, purchased_held from credit_account;

alter table credit_ledger
  add column entry_no integer,
  add column d_debt integer not null default 0,
  -- What the account has after this entry.
  add column plan_after integer,
  add column purchased_after integer,
  add column debt_after integer not null default 0,
  -- The plan's period that was open.
  add column period text,
  add column project_id text,
  -- The entry that this one takes back.
  add column reverses_id text,
  -- Who did it where no key did: an operator's or a person's id.
  add column actor_id text;

alter table credit_ledger disable trigger user;
update credit_ledger l set entry_no = n.entry_no, plan_after = n.plan_after, purchased_after = n.purchased_after
  from (select id, row_number() over w as entry_no,
               sum(case bucket when 'plan' then d_available else 0 end) over w as plan_after,
               sum(case bucket when 'purchased' then d_available else 0 end) over w as purchased_after
          from credit_ledger window w as (partition by account_id order by seq)) n
 where n.id = l.id;
alter table credit_ledger enable trigger user;
update credit_account a set entry_count = (select count(*) from credit_ledger l where l.account_id = a.account_id);
insert into credit_key_use
select api_key_id, key_month, sum(plan_credits + purchased_credits
       - (select coalesce(sum(d_available), 0) from credit_ledger l where l.hold_id = h.id and l.kind = 'refund'))
  from credit_hold h where api_key_id is not null and state <> 'released' group by 1, 2;

drop index credit_ledger_of_account;
drop index credit_ledger_of_subject;
drop index credit_ledger_of_key;
alter table credit_ledger
  alter column entry_no set not null,
  alter column plan_after set not null,
  alter column purchased_after set not null,
  drop constraint credit_ledger_pkey,
  add primary key (account_id, entry_no),
  drop column available_after,
  drop column seq,
  -- Look-ups and locks for every entry, of rows that the writing functions hold or wrote themselves.
  drop constraint credit_ledger_account_id_fkey,
  drop constraint credit_ledger_hold_id_fkey,
  drop constraint credit_ledger_api_key_id_fkey,
  drop constraint credit_ledger_bucket_check,
  drop constraint credit_ledger_kind_check,
  drop constraint credit_ledger_check;

-- What each kind of entry may change. A function and not a long CHECK: that one took 0.15 ms of every insert.
create function credit_entry_fits(kind text, bucket text, d_available integer, d_held integer, d_debt integer, hold_id text,
  least_after integer) returns boolean language plpgsql immutable as $$
begin
  return least_after >= 0 and bucket in ('plan', 'purchased') and case kind
    when 'reserve' then d_available < 0 and d_held = -d_available and d_debt = 0 and hold_id is not null
    when 'charge' then d_available = 0 and d_held < 0 and d_debt = 0 and hold_id is not null
    when 'release' then d_available > 0 and d_held = -d_available and d_debt = 0 and hold_id is not null
    when 'refund' then d_available > 0 and d_held = 0 and d_debt = 0 and hold_id is not null
    when 'grant' then d_available > 0 and d_held = 0 and d_debt = 0
    when 'purchase' then d_available > 0 and d_held = 0 and d_debt = 0 and bucket = 'purchased'
    when 'reset' then d_held = 0 and d_debt = 0 and bucket = 'plan'
    when 'expiry' then d_available < 0 and d_held = 0 and d_debt = 0 and bucket = 'plan'
    when 'adjustment' then d_available <> 0 and d_held = 0 and d_debt = 0
    when 'takeback' then d_available <= 0 and d_held = 0 and d_debt >= 0 and d_debt > d_available and bucket = 'purchased'
    when 'repay' then d_available < 0 and d_held = 0 and d_debt = d_available and bucket = 'purchased'
    else false end;
end
$$;
alter table credit_ledger add constraint entry_fits_its_kind check (
  credit_entry_fits(kind, bucket, d_available, d_held, d_debt, hold_id, least(plan_after, purchased_after, debt_after)));

create index credit_hold_of_key on credit_hold (api_key_id, key_month) where api_key_id is not null;
-- What was spent and refunded in a month, by the account (N40).
create index credit_ledger_of_time on credit_ledger (account_id, created_at) where kind in ('charge', 'refund');
create index export_of_hold on export (hold_id) where hold_id is not null;
create index credit_ledger_of_project on credit_ledger (project_id, entry_no) where project_id is not null;

-- Sorted by time, as every id of the farm is (N4); uuidv7() came with PostgreSQL 18 only.
create function credit_entry_id() returns text language sql volatile as $$
  select 'led_' || lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
               || substr(replace(gen_random_uuid()::text, '-', ''), 13)
$$;

-- One entry as whoever writes it decided it.
create type credit_entry as (
  bucket text, kind text, d_available integer, d_held integer, d_debt integer, op_key text, hold_id text, subject text,
  action text, api_key_id text, project_id text, reason text, reverses_id text, actor_id text
);

-- Locks the account's row and makes it where it is missing. Everything that moves credits comes through here first.
create function credit_lock(p_account text) returns credit_account language plpgsql as $$
declare a credit_account;
begin
  select * into a from credit_account where account_id = p_account for no key update;
  if not found then
    insert into credit_account (account_id) values (p_account) on conflict do nothing;
    select * into a from credit_account where account_id = p_account for no key update;
  end if;
  return a;
end
$$;

-- Writes one entry and returns the account as it is after it. What comes in pays the debt first.
create function credit_enter(a credit_account, e credit_entry) returns credit_account language plpgsql as $$
declare paid integer;
begin
  if e.bucket = 'plan' then
    a.plan_available := a.plan_available + e.d_available;
    a.plan_held := a.plan_held + e.d_held;
  else
    a.purchased_available := a.purchased_available + e.d_available;
    a.purchased_held := a.purchased_held + e.d_held;
  end if;
  a.debt := a.debt + coalesce(e.d_debt, 0);
  a.entry_count := a.entry_count + 1;
  insert into credit_ledger (id, account_id, entry_no, bucket, kind, d_available, d_held, d_debt, plan_after, purchased_after,
      debt_after, period, op_key, hold_id, subject, action, api_key_id, project_id, reason, reverses_id, actor_id)
    values (credit_entry_id(), a.account_id, a.entry_count, e.bucket, e.kind, e.d_available, e.d_held, coalesce(e.d_debt, 0),
      a.plan_available, a.purchased_available, a.debt, a.period, e.op_key, e.hold_id, e.subject, e.action, e.api_key_id,
      e.project_id, e.reason, e.reverses_id, e.actor_id);
  if a.debt > 0 and a.purchased_available > 0 then
    paid := least(a.debt, a.purchased_available);
    return credit_enter(a, row('purchased', 'repay', -paid, 0, -paid, e.op_key || ':repay', null, null, null, null, null,
      'pays what was taken back after it had been spent', null, null)::credit_entry);
  end if;
  return a;
end
$$;

-- Writes entries that were decided under the lock. A refund also lowers what its key used in the month of the hold.
create function credit_post(p_account text, p_entries jsonb) returns credit_account language plpgsql as $$
declare
  a credit_account := credit_lock(p_account);
  e credit_entry;
begin
  for e in select * from jsonb_populate_recordset(null::credit_entry, p_entries) loop
    a := credit_enter(a, e);
    if e.kind = 'refund' then
      update credit_key_use u set used = u.used - e.d_available from credit_hold h
       where h.id = e.hold_id and u.api_key_id = h.api_key_id and u.month = h.key_month;
    end if;
  end loop;
  update credit_account c
     set plan_available = a.plan_available, plan_held = a.plan_held, purchased_available = a.purchased_available,
         purchased_held = a.purchased_held, debt = a.debt, entry_count = a.entry_count
   where c.account_id = a.account_id;
  return a;
end
$$;

-- Opens a period: what is left of the one before expires, or is kept for the day the account comes back to its plan.
create function credit_open(p_account text, p_plan text, p_period text, p_period_end timestamptz, p_allowance integer,
  p_opens_with integer, p_reason text) returns credit_account language plpgsql as $$
declare
  a credit_account := credit_lock(p_account);
  left_over integer := a.plan_available;
  opens_with integer;
begin
  if a.plan is not null and a.plan <> p_plan then
    insert into credit_parked (account_id, plan, period, credits) values (p_account, a.plan, a.period, left_over)
      on conflict (account_id, plan, period) do update set credits = excluded.credits;
  end if;
  if left_over > 0 then
    a := credit_enter(a, row('plan', 'expiry', -left_over, 0, 0, 'expiry:' || p_account || ':' || a.entry_count + 1, null, null,
      null, null, null, 'the period is over', null, null)::credit_entry);
  end if;
  select credits into opens_with from credit_parked
   where account_id = p_account and plan = p_plan and period = p_period;
  opens_with := coalesce(opens_with, p_opens_with);
  a.plan := p_plan;
  a.period := p_period;
  a.period_end := p_period_end;
  a.allowance := p_allowance;
  if opens_with > 0 then
    a := credit_enter(a, row('plan', 'reset', opens_with, 0, 0, 'reset:' || p_account || ':' || a.entry_count + 1, null, null,
      null, null, null, p_reason, null, null)::credit_entry);
  end if;
  update credit_account c
     set plan_available = a.plan_available, plan_held = a.plan_held, purchased_available = a.purchased_available,
         purchased_held = a.purchased_held, debt = a.debt, entry_count = a.entry_count, plan = a.plan, period = a.period,
         period_end = a.period_end, allowance = a.allowance
   where c.account_id = a.account_id;
  return a;
end
$$;

/*
 * Sets credits aside for every item, plan first, or for none. Null where that is done; else why it is not, with what the
 * caller needs to decide on and with the account locked: key_ended, not_open (the plan or its period is another one),
 * capped, debt, short. The items stand in the order in which plan credits are dealt out; arrays, because they are read
 * without a query.
 */
create function credit_reserve(p_account text, p_key text, p_project text, p_holds text[], p_subjects text[], p_actions text[],
  p_credits integer[]) returns jsonb language plpgsql as $$
declare
  account credit_account;
  now_at timestamptz := now();
  this_month text := to_char(now_at at time zone 'UTC', 'YYYY-MM');
  account_plan text;
  billing_anchor timestamptz;
  key_cap integer;
  key_used integer;
  refused text;
  needed bigint := 0;
  from_plan integer;
  from_purchased integer;
  key_ended boolean;
  key_account text;
begin
  account := credit_lock(p_account);
  select a.plan, a.billing_anchor, k.account_id, k.monthly_credit_cap, coalesce(u.used, 0), least(k.revoked_at, k.expires_at) <= now_at
    into account_plan, billing_anchor, key_account, key_cap, key_used, key_ended
    from account a left join api_key k on k.id = p_key left join credit_key_use u on u.api_key_id = k.id and u.month = this_month
   where a.id = p_account;
  if key_account is distinct from p_account then raise exception 'key % is not of account %', p_key, p_account; end if;
  for i in 1 .. array_length(p_credits, 1) loop
    if p_credits[i] <= 0 then raise exception '% credits cannot be set aside', p_credits[i]; end if;
    needed := needed + p_credits[i];
  end loop;
  refused := case
    -- The time of a browser was used before its key ended, and is billed when it is closed.
    when key_ended and p_actions[1] <> 'BROWSE_SESSION' then 'key_ended'
    when account.plan is distinct from account_plan or account.period_end <= now_at then 'not_open'
    when key_used + needed > key_cap then 'capped'
    when account.debt > 0 then 'debt'
    -- An unlimited plan never draws on what was bought: it is given what it lacks.
    when account.plan_available < needed and (account.allowance = 2147483647
      or account.plan_available::bigint + account.purchased_available < needed) then 'short' end;
  if refused is not null then
    return jsonb_build_object('outcome', refused, 'nowAt', now_at, 'plan', account_plan, 'billingAnchor', billing_anchor,
      'keyCap', key_cap, 'keyUsed', key_used, 'account', to_jsonb(account));
  end if;

  for i in 1 .. array_length(p_credits, 1) loop
    from_plan := least(account.plan_available, p_credits[i]);
    from_purchased := p_credits[i] - from_plan;
    key_used := key_used + p_credits[i];
    insert into credit_hold (id, account_id, api_key_id, subject, action, plan_credits, purchased_credits, state, period,
        key_month, key_cap, key_used_after, project_id)
      values (p_holds[i], p_account, p_key, p_subjects[i], p_actions[i], from_plan, from_purchased, 'open', account.period,
        this_month, key_cap, key_used, p_project);
    if from_plan > 0 then
      account := credit_enter(account, row('plan', 'reserve', -from_plan, from_plan, 0, 'reserve:' || p_holds[i] || ':plan', p_holds[i],
        p_subjects[i], p_actions[i], p_key, p_project, null, null, null)::credit_entry);
    end if;
    if from_purchased > 0 then
      account := credit_enter(account, row('purchased', 'reserve', -from_purchased, from_purchased, 0,
        'reserve:' || p_holds[i] || ':purchased', p_holds[i], p_subjects[i], p_actions[i], p_key, p_project, null, null,
        null)::credit_entry);
    end if;
  end loop;
  update credit_account c
     set plan_available = account.plan_available, plan_held = account.plan_held, purchased_available = account.purchased_available,
         purchased_held = account.purchased_held, debt = account.debt, entry_count = account.entry_count
   where c.account_id = account.account_id;
  insert into credit_key_use (api_key_id, month, used) values (p_key, this_month, needed)
    on conflict (api_key_id, month) do update set used = credit_key_use.used + needed;
  return null;
end
$$;

-- Charges or releases an open hold; null where it was settled before (I06). Raises where there is no such hold.
create function credit_settle(p_hold text, p_state text) returns jsonb language plpgsql as $$
declare
  hold credit_hold;
  account credit_account;
  credits integer;
  owner text;
  kind text := case p_state when 'charged' then 'charge' else 'release' end;
  back integer := case p_state when 'charged' then 0 else 1 end;
begin
  select account_id into owner from credit_hold where id = p_hold;
  if not found then raise exception 'there is no hold %', p_hold; end if;
  -- The account before the hold, as everywhere: two ends of one hold then never wait for each other in a ring.
  account := credit_lock(owner);
  update credit_hold set state = p_state, settled_at = now() where id = p_hold and state = 'open' returning * into hold;
  if not found then return null; end if;
  credits := hold.plan_credits + hold.purchased_credits;
  if hold.plan_credits > 0 then
    account := credit_enter(account, row('plan', kind, back * hold.plan_credits, -hold.plan_credits, 0, kind || ':' || p_hold || ':plan',
      p_hold, hold.subject, hold.action, hold.api_key_id, hold.project_id, null, null, null)::credit_entry);
  end if;
  if hold.purchased_credits > 0 then
    account := credit_enter(account, row('purchased', kind, back * hold.purchased_credits, -hold.purchased_credits, 0,
      kind || ':' || p_hold || ':purchased', p_hold, hold.subject, hold.action, hold.api_key_id, hold.project_id, null, null, null)::credit_entry);
  end if;
  update credit_account c
     set plan_available = account.plan_available, plan_held = account.plan_held, purchased_available = account.purchased_available,
         purchased_held = account.purchased_held, debt = account.debt, entry_count = account.entry_count
   where c.account_id = account.account_id;
  if p_state = 'charged' then return jsonb_build_object('credits', credits); end if;
  update credit_key_use u set used = used - credits where u.api_key_id = hold.api_key_id and u.month = hold.key_month;
  return jsonb_build_object('credits', credits, 'hold', to_jsonb(hold), 'account', to_jsonb(account));
end
$$;

-- What a period's use of a feature came to where the plan limits it: what people make in the web app (S106).
create table feature_use (
  account_id text not null references account (id),
  feature text not null check (feature in ('scene_render', 'scene_render_revision', 'export', 'ui_capture', 'browse_minutes',
    'storyboard_draft')),
  -- The start of the month or of the day that it counts for.
  period text not null,
  used integer not null check (used >= 0),
  primary key (account_id, feature, period)
);

-- N43: what plans/feature-limits.ts says holds unless a row here says otherwise; null = no limit.
create table plan_limit (
  plan text not null check (plan in ('free', 'pro', 'enterprise')),
  feature text not null,
  units integer check (units >= 0),
  primary key (plan, feature)
);

create table account_limit (
  account_id text not null references account (id),
  feature text not null,
  units integer check (units >= 0),
  primary key (account_id, feature)
);

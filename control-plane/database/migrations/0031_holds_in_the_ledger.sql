/*
 * A hold is the entry of the ledger that sets its credits aside, and its end is the entry that charges or releases them.
 * What was a row of its own beside them, written twice, is a view, and what a key used is written with the balance: a pair
 * of reserve and charge writes four rows and no longer eight, and no state can say anything else than the ledger. A hold
 * is named by what it pays for, its subject, and that is the op_key of its first entry; the key of its end is made of it too.
 * So nothing is held twice or ended twice while op_key is unique (I04, I06).
 */
drop view inv.i03_was_negative_once, inv.i05_refunded_more_than_charged, inv.i06_hold_not_settled_once, inv.i07_open_hold_of_something_over,
  inv.i08_purchased_before_plan, inv.i09_sandbox_spent, inv.i10_price_wrong, inv.i18_tenants_mixed, inv.i19_key_cap_exceeded,
  inv.i21_spent_after_its_key_ended, inv.i22_payment_not_given_once, inv.i26_browse_price_wrong;
drop function credit_charge, credit_release, credit_reserve;

alter table publish_scene drop constraint publish_scene_hold_id_fkey;
alter table export drop constraint export_hold_id_fkey;
alter table capture drop constraint capture_hold_id_fkey;

alter table credit_ledger
  -- Of a hold's first entry: what the hold sets aside of both buckets.
  add column holds integer,
  -- Of the same: the cap of its key at that moment, and the key's use with this hold. Evidence that stays when the cap is changed.
  add column key_cap integer,
  add column key_used_after integer;

-- A subject that was released once may have been held again: the released one keeps its old name behind its subject.
create temporary table renamed as
  select id, case when taken_subject is null then subject || '#' || id else subject end as name, plan_credits, plan_credits + purchased_credits as credits,
         key_cap, key_used_after
    from credit_hold;
create unique index on renamed (id);
alter table credit_ledger disable trigger user;
update credit_ledger l
   set subject = r.name,
       op_key = case
         when l.kind = 'refund' then 'refund:' || r.name || ':' || l.bucket
         else case l.kind when 'reserve' then '' else 'end:' end
           || case when l.bucket = 'purchased' and r.plan_credits > 0 then 'rest:' else '' end || r.name end,
       holds = case when l.kind = 'reserve' and (l.bucket = 'plan' or r.plan_credits = 0) then r.credits end,
       key_cap = case when l.kind = 'reserve' and (l.bucket = 'plan' or r.plan_credits = 0) then r.key_cap end,
       key_used_after = case when l.kind = 'reserve' and (l.bucket = 'plan' or r.plan_credits = 0) then r.key_used_after end
  from renamed r where r.id = l.hold_id;
alter table credit_ledger enable trigger user;
update publish_scene s set hold_id = r.name from renamed r where r.id = s.hold_id;
update export e set hold_id = r.name from renamed r where r.id = e.hold_id;
update capture c set hold_id = r.name from renamed r where r.id = c.hold_id;
drop table renamed;
drop table credit_hold;
drop function credit_hold_wall;
alter table credit_ledger drop column hold_id,
  drop column id;
-- Of what makes an entry the one that it is: it costs an entry nothing, and nobody looks for one by it.
alter table credit_ledger add column id text generated always as ('led_' || substr(account_id, 5) || '_' || entry_no) virtual;
drop function credit_entry_id;
-- Entries are numbered in the order of their commits: credit_entry_since finds where a time begins without an index for it.
drop index credit_ledger_of_time;
-- The filters of the ledger walk the account's entries, as that of a key always did: a third of a second in a million.
drop index credit_ledger_of_project;

/*
 * The number of an account's entry from which on all that were written at `p_time` or later are; after it are some that are
 * older. By halving: twenty looks in a million. Who waits for the account began, and tells the time, before whoever
 * comes first, at most as long as statements and transactions may last (30 and 60 s); ten minutes are more than that.
 */
create function credit_entry_since(p_account text, p_time timestamptz) returns integer language plpgsql stable as $$
declare
  low integer := 1;
  high integer := 1 + (select entry_count from credit_account where account_id = p_account);
  middle integer;
begin
  while low < high loop
    middle := (low + high) / 2;
    if (select created_at < p_time - interval '10 minutes' from credit_ledger where account_id = p_account and entry_no = middle) then
      low := middle + 1;
    else
      high := middle;
    end if;
  end loop;
  return low;
end
$$;

-- What the account's keys hold or have spent, net, of the UTC month in which it was set aside (S118): with the balance, and not
-- in a table of its own, whose row took as long to write as the balance does. What months before came to is in the ledger.
alter table credit_account
  add column key_month text not null default '',
  -- {key: credits}
  add column key_use jsonb not null default '{}';
update credit_account c set key_month = u.month, key_use = u.used
  from (select k.account_id, u.month, jsonb_object_agg(k.id, u.used) as used
          from credit_key_use u join api_key k on k.id = u.api_key_id
         where u.month = to_char(now() at time zone 'UTC', 'YYYY-MM') group by 1, 2) u
 where u.account_id = c.account_id;
drop table credit_key_use;
-- An allowance that was never open is over.
update credit_account set period_end = 'epoch' where plan is null;
alter table credit_account alter column period_end set default 'epoch';
alter type credit_entry rename attribute hold_id to holds;
alter type credit_entry alter attribute holds type integer;

alter table publish_scene add foreign key (hold_id) references credit_ledger (op_key);
alter table export add foreign key (hold_id) references credit_ledger (op_key);
alter table capture add foreign key (hold_id) references credit_ledger (op_key);

-- Found by id as fast as any entry: id is the op_key.
create view credit_hold as
  select first.op_key as id, first.account_id, first.api_key_id, first.op_key as subject, first.action,
         case first.bucket when 'plan' then first.d_held else 0 end as plan_credits,
         first.holds - case first.bucket when 'plan' then first.d_held else 0 end as purchased_credits,
         case ending.kind when 'charge' then 'charged' when 'release' then 'released' else 'open' end as state,
         first.created_at, ending.created_at as settled_at, first.period,
         to_char(first.created_at at time zone 'UTC', 'YYYY-MM') as key_month, first.key_cap, first.key_used_after, first.project_id
    from credit_ledger first left join credit_ledger ending on ending.op_key = 'end:' || first.op_key
   where first.holds is not null;

-- Locks the account's row and makes it where it is missing. Everything that moves credits comes through here, credit_reserve or
-- credit_charge first, and in line: of those who wait for a row each wakes at every change of it, of those in line the next one.
create or replace function credit_lock(p_account text) returns credit_account language plpgsql as $$
declare
  turn text := pg_advisory_xact_lock(hashtextextended(p_account, 0));
  a credit_account;
begin
  select * into a from credit_account where account_id = p_account for no key update;
  if not found then
    insert into credit_account (account_id) values (p_account) on conflict do nothing;
    select * into a from credit_account where account_id = p_account for no key update;
  end if;
  return a;
end
$$;

-- As before, in line like everything that writes an account's credits.
create or replace function credit_plan_changed() returns trigger language plpgsql as $$
declare turn text := pg_advisory_xact_lock(hashtextextended(new.id, 0));
begin
  update credit_account set period_end = 'epoch' where account_id = new.id and plan is distinct from new.plan;
  return null;
end
$$;

-- What a key used of the running UTC month, of an account that is locked.
create function credit_use_of_key(a credit_account, p_key text) returns integer language sql stable as $$
  select case a.key_month when to_char(now() at time zone 'UTC', 'YYYY-MM') then coalesce((a.key_use ->> p_key)::int, 0) else 0 end
$$;

-- Takes credits that come back off what their key used, where their month is the one that is counted.
create function credit_use_less(p_account text, p_key text, p_month text, p_credits integer) returns void language sql as $$
  update credit_account
     set key_use = jsonb_set(key_use, array[p_key], to_jsonb((key_use ->> p_key)::int - p_credits))
   where account_id = p_account and key_month = p_month and key_use ? p_key
$$;

/*
 * What each kind of entry may change, and what its key is. The two of every hold come first and in small steps: every field that
 * a step names is made ready anew in every transaction, and was a tenth of the cost of a pair.
 */
create or replace function credit_entry_wall() returns trigger language plpgsql as $$
begin
  if new.kind = 'reserve' then
    if new.d_held > 0 and new.d_available + new.d_held = 0 and new.d_debt = 0 and new.bucket in ('plan', 'purchased') then
      if new.holds >= new.d_held and new.op_key = new.subject then return new; end if;
      if new.holds is null and new.op_key = 'rest:' || new.subject then return new; end if;
    end if;
  elsif new.kind = 'charge' then
    if new.d_held < 0 and new.d_available = 0 and new.d_debt = 0 and new.holds is null and new.bucket in ('plan', 'purchased')
      and new.op_key in ('end:' || new.subject, 'end:rest:' || new.subject) then return new; end if;
  elsif new.holds is null and new.bucket in ('plan', 'purchased') and (case new.kind
    when 'release' then new.d_available > 0 and new.d_held = -new.d_available and new.d_debt = 0
      and new.op_key in ('end:' || new.subject, 'end:rest:' || new.subject)
    when 'refund' then new.d_available > 0 and new.d_held = 0 and new.d_debt = 0
      and new.op_key = 'refund:' || new.subject || ':' || new.bucket
    when 'grant' then new.d_available > 0 and new.d_held = 0 and new.d_debt = 0
    when 'purchase' then new.d_available > 0 and new.d_held = 0 and new.d_debt = 0 and new.bucket = 'purchased'
    when 'reset' then new.d_held = 0 and new.d_debt = 0 and new.bucket = 'plan'
    when 'expiry' then new.d_available < 0 and new.d_held = 0 and new.d_debt = 0 and new.bucket = 'plan'
    when 'adjustment' then new.d_available <> 0 and new.d_held = 0 and new.d_debt = 0
    when 'takeback' then new.d_available <= 0 and new.d_held = 0 and new.d_debt >= 0 and new.d_debt > new.d_available
      and new.bucket = 'purchased'
    when 'repay' then new.d_available < 0 and new.d_held = 0 and new.d_debt = new.d_available and new.bucket = 'purchased'
  end) then return new;
  end if;
  raise check_violation using constraint = 'entry_fits_its_kind', table = 'credit_ledger',
    message = format('entry_fits_its_kind: no %s of the %s bucket moves %s, %s held, %s owed under %s', new.kind, new.bucket,
      new.d_available, new.d_held, new.d_debt, new.op_key);
end
$$;

-- Writes one entry and returns the account as it is after it. What comes in pays the debt first.
create or replace function credit_enter(a credit_account, e credit_entry) returns credit_account language plpgsql as $$
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
  insert into credit_ledger (account_id, entry_no, bucket, kind, d_available, d_held, d_debt, plan_after, purchased_after,
      debt_after, period, op_key, holds, subject, action, api_key_id, project_id, reason, reverses_id, actor_id)
    values (a.account_id, a.entry_count, e.bucket, e.kind, e.d_available, e.d_held, coalesce(e.d_debt, 0),
      a.plan_available, a.purchased_available, a.debt, a.period, e.op_key, e.holds, e.subject, e.action, e.api_key_id,
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
create or replace function credit_post(p_account text, p_entries jsonb) returns credit_account language plpgsql as $$
declare
  a credit_account := credit_lock(p_account);
  e credit_entry;
begin
  for e in select * from jsonb_populate_recordset(null::credit_entry, p_entries) loop
    a := credit_enter(a, e);
    if e.kind = 'refund' then
      perform credit_use_less(p_account, h.api_key_id, h.key_month, e.d_available) from credit_hold h where h.id = e.subject;
    end if;
  end loop;
  update credit_account c
     set plan_available = a.plan_available, plan_held = a.plan_held, purchased_available = a.purchased_available,
         purchased_held = a.purchased_held, debt = a.debt, entry_count = a.entry_count
   where c.account_id = a.account_id;
  return a;
end
$$;

/*
 * Why an account cannot set `p_needed` credits aside, with what the caller needs to decide on and with the account locked;
 * null where nothing is in the way. Of several reasons the first: key_ended, not_open (the plan or its period is another
 * one), capped, debt, short.
 */
create or replace function credit_refusal(p_account text, p_key text, p_action text, p_needed bigint) returns jsonb language plpgsql as $$
declare
  account credit_account := credit_lock(p_account);
  key_used integer := credit_use_of_key(account, p_key);
  facts record;
  refused text;
begin
  select a.plan, a.billing_anchor, k.monthly_credit_cap as cap, least(k.revoked_at, k.expires_at) <= now() as is_over
    into facts
    from account a join api_key k on k.account_id = a.id and k.id = p_key
   where a.id = p_account;
  if not found then raise exception 'key % is not of account %', p_key, p_account; end if;
  refused := case
    -- The time of a browser was used before its key ended, and is billed when it is closed.
    when facts.is_over and p_action <> 'BROWSE_SESSION' then 'key_ended'
    when account.plan is distinct from facts.plan or account.period_end <= now() then 'not_open'
    when key_used + p_needed > facts.cap then 'capped'
    when account.debt > 0 then 'debt'
    -- An unlimited plan never draws on what was bought: it is given what it lacks.
    when account.plan_available < p_needed and (account.allowance = 2147483647
      or account.plan_available::bigint + account.purchased_available < p_needed) then 'short' end;
  if refused is null then return null; end if;
  return jsonb_build_object('outcome', refused, 'nowAt', now(), 'plan', facts.plan, 'billingAnchor', facts.billing_anchor,
    'keyCap', facts.cap, 'keyUsed', key_used, 'account', to_jsonb(account));
end
$$;

/*
 * Sets credits aside for every item, plan first, or for none: null where that is done, else credit_refusal. The items
 * stand in the order in which plan credits are dealt out; arrays, because they are read without a query.
 */
create function credit_reserve(p_account text, p_key text, p_project text, p_subjects text[], p_actions text[],
  p_credits integer[]) returns jsonb language plpgsql as $$
declare
  this_month text := to_char(now() at time zone 'UTC', 'YYYY-MM');
  items integer := cardinality(p_credits);
  needed bigint := p_credits[1];
  item integer := 0;
  -- Single values and no records: those are built and taken apart again at every use.
  plan_period text;
  plan_left integer;
  purchased_left integer;
  entry_number integer;
  key_limit integer;
  key_used integer;
  credits integer;
  subject text;
  from_plan integer;
  bounds bigint[];
  refusal jsonb;
begin
  if items > 1 then needed := (select sum(each) from unnest(p_credits) each); end if;
  if pg_advisory_xact_lock(hashtextextended(p_account, 0)) is null then return null; end if;

  -- Read in line for the account: what ended the key or changed its cap before this moment counts. What the plan has is a
  -- guess, which the statement that it chooses checks: what is of one bucket, as nearly all is, takes three fifths of the time
  -- of what may be of both.
  select c.plan_available, k.monthly_credit_cap into plan_left, key_limit
    from api_key k join credit_account c on c.account_id = k.account_id
   where k.id = p_key and k.account_id = p_account
     and (least(k.revoked_at, k.expires_at) > now() is not false or p_actions[1] = 'BROWSE_SESSION');
  if plan_left >= needed then
    update credit_account c
       set plan_available = c.plan_available - needed, plan_held = c.plan_held + needed, entry_count = c.entry_count + items,
           key_use = jsonb_set(c.key_use, array[p_key], to_jsonb(coalesce((c.key_use ->> p_key)::int, 0) + needed))
     where c.account_id = p_account and c.plan_available >= needed and c.period_end > now() is not false and c.debt = 0
       and c.key_month = this_month and (key_limit is null or coalesce((c.key_use ->> p_key)::int, 0) + needed <= key_limit)
    returning c.period, c.plan_available + needed, c.purchased_available, c.entry_count - items, (c.key_use ->> p_key)::int - needed
         into plan_period, plan_left, purchased_left, entry_number, key_used;
  elsif plan_left = 0 then
    -- Without a look at the debt: no debt stands beside credits that were bought.
    update credit_account c
       set purchased_available = c.purchased_available - needed, purchased_held = c.purchased_held + needed,
           entry_count = c.entry_count + items,
           key_use = jsonb_set(c.key_use, array[p_key], to_jsonb(coalesce((c.key_use ->> p_key)::int, 0) + needed))
     where c.account_id = p_account and c.plan_available = 0 and c.purchased_available >= needed
       and c.period_end > now() is not false and c.allowance < 2147483647
       and c.key_month = this_month and (key_limit is null or coalesce((c.key_use ->> p_key)::int, 0) + needed <= key_limit)
    returning c.period, 0, c.purchased_available + needed, c.entry_count - items, (c.key_use ->> p_key)::int - needed
         into plan_period, plan_left, purchased_left, entry_number, key_used;
  end if;

  if entry_number is null then
    -- A refusal; or of both buckets, the first of a month, or an account that another writes past the line.
    refusal := credit_refusal(p_account, p_key, p_actions[1], needed);
    if refusal is not null then return refusal; end if;
    -- The account is locked and nothing is in the way.
    select monthly_credit_cap into key_limit from api_key where id = p_key;
    update credit_account set key_month = this_month, key_use = '{}' where account_id = p_account and key_month <> this_month;
    -- What is needed up to each item but the last: plan credits that end there split no item in two.
    bounds := array(select sum(p_credits[n]) over (order by n) from generate_series(1, items - 1) n);
    update credit_account c
       set last_from_plan = least(c.plan_available, needed),
           plan_available = c.plan_available - least(c.plan_available, needed),
           plan_held = c.plan_held + least(c.plan_available, needed),
           purchased_available = c.purchased_available - needed + least(c.plan_available, needed),
           purchased_held = c.purchased_held + needed - least(c.plan_available, needed),
           entry_count = c.entry_count + items + (c.plan_available > 0 and c.plan_available < needed and c.plan_available <> all (bounds))::int,
           key_use = jsonb_set(c.key_use, array[p_key], to_jsonb(coalesce((c.key_use ->> p_key)::int, 0) + needed))
     where c.account_id = p_account
    returning c.period, c.plan_available + c.last_from_plan, c.purchased_available + needed - c.last_from_plan,
              c.entry_count - items - (c.last_from_plan > 0 and c.last_from_plan < needed and c.last_from_plan <> all (bounds))::int,
              (c.key_use ->> p_key)::int - needed
         into plan_period, plan_left, purchased_left, entry_number, key_used;
  end if;

  -- One item of one bucket without the loop, whose steps took as long as the entry.
  if items = 1 and (plan_left = 0 or plan_left >= needed) then
    insert into credit_ledger (account_id, entry_no, bucket, kind, d_available, d_held, plan_after, purchased_after, period,
        op_key, holds, subject, action, api_key_id, project_id, key_cap, key_used_after)
      values (p_account, entry_number + 1, case plan_left when 0 then 'purchased' else 'plan' end, 'reserve', -needed, needed,
        case plan_left when 0 then 0 else plan_left - needed end, case plan_left when 0 then purchased_left - needed else purchased_left end,
        plan_period, p_subjects[1], needed, p_subjects[1], p_actions[1], p_key, p_project, key_limit, key_used + needed);
    return null;
  end if;
  foreach subject in array p_subjects loop
    item := item + 1;
    credits := p_credits[item];
    entry_number := entry_number + 1;
    key_used := key_used + credits;
    if plan_left = 0 then
      purchased_left := purchased_left - credits;
      insert into credit_ledger (account_id, entry_no, bucket, kind, d_available, d_held, plan_after, purchased_after, period,
          op_key, holds, subject, action, api_key_id, project_id, key_cap, key_used_after)
        values (p_account, entry_number, 'purchased', 'reserve', -credits, credits, 0, purchased_left, plan_period, subject, credits,
          subject, p_actions[item], p_key, p_project, key_limit, key_used);
    else
      from_plan := least(plan_left, credits);
      plan_left := plan_left - from_plan;
      insert into credit_ledger (account_id, entry_no, bucket, kind, d_available, d_held, plan_after, purchased_after, period,
          op_key, holds, subject, action, api_key_id, project_id, key_cap, key_used_after)
        values (p_account, entry_number, 'plan', 'reserve', -from_plan, from_plan, plan_left, purchased_left, plan_period, subject,
          credits, subject, p_actions[item], p_key, p_project, key_limit, key_used);
      if from_plan < credits then
        purchased_left := purchased_left - (credits - from_plan);
        entry_number := entry_number + 1;
        insert into credit_ledger (account_id, entry_no, bucket, kind, d_available, d_held, plan_after, purchased_after, period,
            op_key, subject, action, api_key_id, project_id)
          values (p_account, entry_number, 'purchased', 'reserve', from_plan - credits, credits - from_plan, 0, purchased_left,
            plan_period, 'rest:' || subject, subject, p_actions[item], p_key, p_project);
      end if;
    end if;
  end loop;
  return null;
end
$$;

/*
 * Ends a hold as a whole, by a charge or a release: {hold, account after that}, null where it was ended before (I06). Raises
 * where there is no such hold.
 */
create function credit_end(p_hold text, p_kind text) returns jsonb language plpgsql as $$
declare
  owner text := (select account_id from credit_hold where id = p_hold);
  hold credit_hold;
  account credit_account;
  back integer := case p_kind when 'release' then 1 else 0 end;
begin
  if owner is null then raise exception 'there is no hold %', p_hold; end if;
  account := credit_lock(owner);
  select * into hold from credit_hold where id = p_hold;
  if hold.state <> 'open' then return null; end if;
  if hold.plan_credits > 0 then
    account := credit_enter(account, row('plan', p_kind, back * hold.plan_credits, -hold.plan_credits, 0, 'end:' || p_hold,
      null, hold.subject, hold.action, hold.api_key_id, hold.project_id, null, null, null)::credit_entry);
  end if;
  if hold.purchased_credits > 0 then
    account := credit_enter(account, row('purchased', p_kind, back * hold.purchased_credits, -hold.purchased_credits, 0,
      case when hold.plan_credits > 0 then 'end:rest:' else 'end:' end || p_hold,
      null, hold.subject, hold.action, hold.api_key_id, hold.project_id, null, null, null)::credit_entry);
  end if;
  update credit_account c
     set plan_available = account.plan_available, plan_held = account.plan_held, purchased_available = account.purchased_available,
         purchased_held = account.purchased_held, debt = account.debt, entry_count = account.entry_count
   where c.account_id = account.account_id;
  if p_kind = 'release' then
    perform credit_use_less(hold.account_id, hold.api_key_id, hold.key_month, hold.plan_credits + hold.purchased_credits);
  end if;
  return jsonb_build_object('hold', to_jsonb(hold), 'account', to_jsonb(account));
end
$$;

/*
 * Charges an open hold: its credits, or null where it was ended before (I06). Raises where there is no such hold. A hold of
 * one bucket, as nearly all are, in two statements; the account is locked by the first.
 */
create function credit_charge(p_hold text) returns integer language plpgsql as $$
declare
  owner text;
  from_bucket text;
  whole integer;
  credits integer;
  hold_action text;
  hold_key text;
  hold_project text;
  entry_number integer;
  plan_period text;
  plan_left integer;
  purchased_left integer;
  owed integer;
  ended jsonb;
begin
  select account_id, bucket, holds, d_held, action, api_key_id, project_id
    into owner, from_bucket, whole, credits, hold_action, hold_key, hold_project from credit_ledger where op_key = p_hold;
  if whole is null then raise exception 'there is no hold %', p_hold; end if;
  if pg_advisory_xact_lock(hashtextextended(owner, 0)) is null then return null; end if;
  if whole = credits then
    if from_bucket = 'plan' then
      update credit_account c set plan_held = c.plan_held - credits, entry_count = c.entry_count + 1
       where c.account_id = owner and c.plan_held >= credits
      returning c.entry_count, c.period, c.plan_available, c.purchased_available, c.debt
           into entry_number, plan_period, plan_left, purchased_left, owed;
    else
      update credit_account c set purchased_held = c.purchased_held - credits, entry_count = c.entry_count + 1
       where c.account_id = owner and c.purchased_held >= credits
      returning c.entry_count, c.period, c.plan_available, c.purchased_available, c.debt
           into entry_number, plan_period, plan_left, purchased_left, owed;
    end if;
  end if;
  if entry_number is null then
    -- Of both buckets; or ended before, and its account holds less.
    ended := credit_end(p_hold, 'charge');
    return (ended #>> '{hold,plan_credits}')::int + (ended #>> '{hold,purchased_credits}')::int;
  end if;
  insert into credit_ledger (account_id, entry_no, bucket, kind, d_available, d_held, plan_after, purchased_after, debt_after,
      period, op_key, subject, action, api_key_id, project_id)
    values (owner, entry_number, from_bucket, 'charge', 0, -credits, plan_left, purchased_left, owed,
      plan_period, 'end:' || p_hold, p_hold, hold_action, hold_key, hold_project)
    on conflict (op_key) do nothing;
  if found then return credits; end if;
  update credit_account c
     set plan_held = c.plan_held + case from_bucket when 'plan' then credits else 0 end,
         purchased_held = c.purchased_held + case from_bucket when 'plan' then 0 else credits end, entry_count = c.entry_count - 1
   where c.account_id = owner;
  return null;
end
$$;

-- Gives an open hold back to the buckets that it came from.
create function credit_release(p_hold text) returns jsonb language sql as $$
  select credit_end(p_hold, 'release')
$$;

-- The audit, told from the entries.

create view inv.i03_was_negative_once as
  select id, format('entry %s of %s: available %s/%s, held %s/%s, debt %s', entry_no, account_id, pa, ba, ph, bh, owed) as detail
    from (select id, account_id, entry_no, plan_after, purchased_after, debt_after, sum(d_debt) over w as owed,
                 coalesce(sum(d_available) filter (where bucket = 'plan') over w, 0) as pa,
                 coalesce(sum(d_held) filter (where bucket = 'plan') over w, 0) as ph,
                 coalesce(sum(d_available) filter (where bucket = 'purchased') over w, 0) as ba,
                 coalesce(sum(d_held) filter (where bucket = 'purchased') over w, 0) as bh
            from credit_ledger window w as (partition by account_id order by entry_no)) x
   where least(pa, ph, ba, bh, owed) < 0 or (pa, ba, owed) is distinct from (plan_after, purchased_after, debt_after);
comment on view inv.i03_was_negative_once is 'No balance was negative at any moment, and every entry says what was left after it';

create view inv.i05_refunded_more_than_charged as
  select subject as id, format('charged %s, refunded %s', coalesce(-sum(d_held) filter (where kind = 'charge'), 0),
         sum(d_available) filter (where kind = 'refund')) as detail
    from credit_ledger where kind in ('charge', 'refund') group by subject, bucket
   having coalesce(sum(d_available) filter (where kind = 'refund'), 0) > coalesce(-sum(d_held) filter (where kind = 'charge'), 0);
comment on view inv.i05_refunded_more_than_charged is 'Nothing is refunded that was not charged, to the bucket that it came from';

create view inv.i06_hold_not_settled_once as
  select subject as id, format('holds %s of %s, %s of them of the plan, after %s ends', held, holds, plan_held, ends) as detail
    from (select subject, sum(holds) as holds, sum(d_held) filter (where kind = 'reserve') as reserved, sum(d_held) as held,
                 coalesce(sum(d_held) filter (where bucket = 'plan'), 0) as plan_held,
                 (count(*) filter (where kind = 'charge') > 0)::int + (count(*) filter (where kind = 'release') > 0)::int as ends
            from credit_ledger where kind in ('reserve', 'charge', 'release') group by subject) h
   where holds is distinct from reserved
      or case ends when 0 then held <> reserved when 1 then held <> 0 or plan_held <> 0 else true end;
comment on view inv.i06_hold_not_settled_once is 'Every hold is charged or released once, as a whole';

create view inv.i07_open_hold_of_something_over as
  select h.id, format('%s is %s', h.subject, p.state) as detail
    from credit_hold h join publish p on p.id = split_part(h.subject, ':', 2)
   where h.state = 'open' and h.subject like 'publish:%' and p.state not in ('rendering', 'narrating', 'exporting')
  union all
  select h.id, format('%s is %s', h.subject, c.state) from credit_hold h join capture c on c.hold_id = h.id
   where h.state = 'open' and c.state <> 'running'
  union all
  select h.id, h.subject || ' is nothing' from credit_hold h
   where h.state = 'open' and h.subject like 'publish:%' and not exists (select from publish p where p.id = split_part(h.subject, ':', 2));
comment on view inv.i07_open_hold_of_something_over is 'What is over holds no credits';

create view inv.i08_purchased_before_plan as
  select id, format('entry %s of %s took purchased credits while the plan had %s', entry_no, account_id, plan_left) as detail
    from (select id, account_id, entry_no, bucket, kind,
                 coalesce(sum(d_available) filter (where bucket = 'plan') over (partition by account_id order by entry_no), 0) as plan_left
            from credit_ledger) x
   where bucket = 'purchased' and kind = 'reserve' and plan_left > 0;
comment on view inv.i08_purchased_before_plan is 'The plan is spent before what was bought';

create view inv.i09_sandbox_spent as
  select l.id, 'key ' || k.id || ' is a test key' as detail
    from credit_ledger l join api_key k on k.id = l.api_key_id where k.environment = 'test'
  union all
  select h.id, h.subject || ' is sandboxed' from credit_hold h join publish p on p.id = split_part(h.subject, ':', 2)
   where h.subject like 'publish:%' and p.environment = 'test'
  union all
  select h.id, h.subject || ' was asked for in the web app' from credit_hold h join publish p on p.id = split_part(h.subject, ':', 2)
   where h.subject like 'publish:%' and p.web_user_id is not null;
comment on view inv.i09_sandbox_spent is 'Test keys and the web app spend no credits';

-- Want: the export by its quality, and every scene drawn whose inputs nobody had paid for. Got: charges less refunds.
create view inv.i10_price_wrong as
  with finished as (
    select p.id, p.account_id, p.created_at, p.quality,
           exists (select from credit_hold h where h.id = 'publish:' || p.id || ':export') as pays_export,
           exists (select from export_pass e where e.project_id = p.project_id and e.redeemed_at <= p.created_at) as has_pass
      from publish p
     where p.state = 'completed' and p.environment = 'live' and p.api_key_id is not null
  )
  select f.id, format('scenes drawn for credits %s and export %s, charged %s', scenes.want, export.want, paid.got) as detail
    from finished f
    cross join lateral (
      select count(*) filter (where hold_id is not null and not reused)::int as want,
             count(*) filter (where hold_id is not null and reused) as wrongly_paid
        from publish_scene s where s.publish_id = f.id) scenes
    cross join lateral (
      select case when f.has_pass and not f.pays_export then 0 when f.quality = '720p' then 1 when f.quality = '1080p' then 2 else 4 end as want) export
    cross join lateral (
      select coalesce(sum(case l.kind when 'charge' then -l.d_held when 'refund' then -l.d_available end), 0)::int as got
        from credit_hold h join credit_ledger l on l.op_key in ('end:' || h.id, 'end:rest:' || h.id, 'refund:' || h.id || ':plan',
                                                               'refund:' || h.id || ':purchased')
       where h.id >= 'publish:' || f.id || ':' and h.id < 'publish:' || f.id || ';') paid
   where scenes.want + export.want <> paid.got or scenes.wrongly_paid > 0
  union all
  select f.id, format('scene %s was drawn for nothing although its inputs were new', s.scene_id)
    from finished f join publish_scene s on s.publish_id = f.id and not s.reused and s.hold_id is null and s.job_id is not null
   where not f.has_pass
     and not exists (select from publish_scene o join publish op on op.id = o.publish_id
                      where op.account_id = f.account_id and op.environment = 'live' and o.input_hash = s.input_hash
                        and (o.publish_id, o.scene_id) <> (s.publish_id, s.scene_id)
                        and (op.id = f.id and o.hold_id is not null or op.created_at < f.created_at and o.state = 'done'
                          or exists (select from credit_hold h where h.id = o.hold_id and h.state = 'charged')));
comment on view inv.i10_price_wrong is 'Every finished publish cost its new scenes and its export, no more and no less';

create view inv.i18_tenants_mixed as
  select p.id, 'publish of another account''s project' as detail from publish p join project j on j.id = p.project_id
   where p.account_id <> j.account_id or (p.environment <> j.environment and p.api_key_id is not null)
  union all
  select p.id, 'publish by another account''s key' from publish p join api_key k on k.id = p.api_key_id where k.account_id <> p.account_id
  union all
  select e.id, 'export of another account' from export e join publish p on p.id = e.publish_id left join stored_object o on o.key = e.file_key
   where e.account_id <> p.account_id or e.project_id <> p.project_id or o.account_id <> p.account_id
  union all
  select s.publish_id, format('scene %s shows a rendition of another account or environment', s.scene_id)
    from publish_scene s join publish p on p.id = s.publish_id join rendition r on r.id = s.rendition_id
   where r.account_id <> p.account_id or r.environment <> p.environment
  union all
  select h.id, 'credits of another account or by its key' from credit_hold h join api_key k on k.id = h.api_key_id
   where k.account_id <> h.account_id
  union all
  select l.id, 'entry of another account''s hold' from credit_ledger l join credit_hold h on h.id = l.subject
   where l.account_id <> h.account_id;
comment on view inv.i18_tenants_mixed is 'Project, publish, export, file, key and credits are of one account';

-- The cap as it was when the credits were set aside: one that is lowered later is not broken by what was spent before.
create view inv.i19_key_cap_exceeded as
  select id, format('key %s had %s of its %s credits of %s', api_key_id, key_used_after, key_cap, key_month) as detail
    from credit_hold where key_used_after > key_cap
  union all
  select coalesce(u.api_key_id, n.api_key_id), format('counted %s for %s, the ledger says %s', u.used, coalesce(u.month, n.month), n.used)
    from (select c.account_id, k.key as api_key_id, c.key_month as month, k.value::int as used
            from credit_account c, jsonb_each_text(c.key_use) k) u full join (
      select account_id, api_key_id, month, sum(used)::int as used
        from (select account_id, api_key_id, to_char(min(created_at) at time zone 'UTC', 'YYYY-MM') as month,
                     sum(case kind when 'reserve' then d_held when 'charge' then 0 else -d_available end) as used
                from credit_ledger where kind in ('reserve', 'charge', 'release', 'refund') and api_key_id is not null
               group by account_id, api_key_id, subject) h
        join credit_account c using (account_id)
       where month = c.key_month group by 1, 2, 3) n
      on n.api_key_id = u.api_key_id
   where coalesce(u.used, 0) <> coalesce(n.used, 0);
comment on view inv.i19_key_cap_exceeded is 'No key spends more in a UTC month than its cap allowed';

-- A second of grace: who revokes and who spends may have begun in either order. The time of a browser was used before.
create view inv.i21_spent_after_its_key_ended as
  select l.id, format('key %s ended at %s', k.id, least(k.revoked_at, k.expires_at)) as detail
    from credit_ledger l join api_key k on k.id = l.api_key_id
   where l.kind = 'reserve' and l.action is distinct from 'BROWSE_SESSION'
     and l.created_at > least(k.revoked_at, k.expires_at) + interval '1 second';
comment on view inv.i21_spent_after_its_key_ended is 'A key that was revoked or has expired spends nothing more';

-- What was bought was given once; what the provider took back was taken back, as far as the payment says.
create view inv.i22_payment_not_given_once as
  select p.id, format('%s %s of %s: the ledger gave %s and took back %s', p.state, p.kind, p.units, l.given, l.taken) as detail
    from payment p cross join lateral (
      select coalesce(sum(d_available) filter (where op_key = 'payment:' || p.id), 0) as given,
             coalesce(sum(case kind when 'takeback' then d_debt - d_available when 'purchase' then -d_available end)
                      filter (where op_key <> 'payment:' || p.id and kind <> 'repay'), 0) as taken
        from credit_ledger e
       where e.account_id = p.account_id and e.bucket = 'purchased'
         and (e.op_key = 'payment:' || p.id
           or p.reversal_count > 0 and e.op_key >= 'payment:' || p.id || ':reversal:' and e.op_key < 'payment:' || p.id || ':reversal;')) l
   where p.kind = 'credits'
     and (l.given, l.taken) is distinct from (case p.state when 'paid' then p.units else 0 end::bigint, p.units_taken_back::bigint)
  union all
  select p.id, format('%s %s, but %s of it were given', p.state, p.kind, g.given)
    from payment p cross join lateral (
      select (select count(*) from export_pass e where e.payment_id = p.id) + (select count(*) from top_up t where t.payment_id = p.id) as given) g
   where p.kind <> 'credits' and g.given <> case p.state when 'paid' then 1 else 0 end
  union all
  select e.id, format('%s was given and never paid', e.op_key) from credit_ledger e
   where e.kind = 'purchase' and not exists (
     select from payment p where p.id = split_part(e.op_key, ':', 2) and e.op_key like 'payment:%' and p.state = 'paid'
        and p.account_id = e.account_id);
comment on view inv.i22_payment_not_given_once is 'Every payment gave what was bought once, and nothing was given that was not paid';

-- Less than the price only where that was all there was: of the balance, or below the cap of the key.
create view inv.i26_browse_price_wrong as
  select b.id, format('%s s cost %s, billed %s, charged %s', b.billed_seconds, w.want, b.billed_credits, w.got) as detail
    from browse_session b cross join lateral (
      select case when b.environment = 'test' or b.api_key_id is null or b.purpose <> 'agent' or b.close_reason = 'open_failed' then 0
                  else greatest(0, ceil((b.billed_seconds - 300) / 300.0))::int end as want,
             coalesce(sum(-l.d_held), 0)::int as got,
             coalesce(bool_or(h.key_used_after >= h.key_cap or exists (
               select from credit_ledger r where r.op_key in (h.id, 'rest:' || h.id)
                  and r.plan_after + r.purchased_after = 0)), false) as took_all
        from credit_hold h join credit_ledger l on l.op_key in ('end:' || h.id, 'end:rest:' || h.id) and l.kind = 'charge'
       where h.id = 'browse:' || b.id) w
   where b.closed_at is not null and (
     w.got <> b.billed_credits or w.got > w.want
     or b.billed_seconds > extract(epoch from b.closed_at - b.opened_at) + 1
     or w.got < w.want and not w.took_all and not (w.got = 0 and (
       exists (select from api_key k where k.id = b.api_key_id and k.monthly_credit_cap is not null)
       or exists (select from credit_ledger l where l.account_id = b.account_id and l.created_at <= b.closed_at + interval '1 minute'
                   and (l.debt_after > 0 or l.plan_after + l.purchased_after = 0)))));
comment on view inv.i26_browse_price_wrong is 'A browsing session costs its started five minutes after the first, to its last use';

-- As before, without the tables that are gone.
create or replace function grant_farm_rights(p_role text) returns void language plpgsql as $$
begin
  execute format('grant usage on schema public, inv to %I', p_role);
  execute format('grant select, insert, update, delete on all tables in schema public to %I', p_role);
  execute format('grant usage on all sequences in schema public to %I', p_role);
  execute format('grant select on all tables in schema inv to %I', p_role);
  execute format('grant execute on all functions in schema public, inv to %I', p_role);
  execute format('revoke update, delete on credit_ledger, admin_act from %I', p_role);
  execute format('revoke delete on credit_account, credit_parked, payment from %I', p_role);
  execute format('revoke insert, update, delete on migration from %I', p_role);
end
$$;

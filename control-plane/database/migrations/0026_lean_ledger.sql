/*
 * A pair of reserve and charge at about three fifths of the processor time. Measured, most of it was not rows and indexes but getting
 * ready: PostgreSQL parses the text of every CHECK anew in every statement (12 of the 24 us of a ledger entry), starting a
 * statement costs as much as running it, and an UPDATE of a column that any index names, be it in its WHERE, writes every
 * index of the row again. So: triggers for the walls (their code is kept by the connection), guarded UPDATEs that
 * lock and change in one, and no index over a hold's state.
 */

-- Walls. The names are those of the CHECKs that they replace, and their error code is the same (23514).

-- No code path can sell what is not there (A3). A domain: the connection keeps its CHECK ready.
create domain credits as integer constraint never_negative check (value >= 0);
drop view balance;
drop view inv.i01_balance_is_not_the_sum_of_its_ledger;
drop view inv.i02_negative_balance;
alter table credit_account
  drop constraint never_negative,
  drop constraint credit_account_plan_check,
  alter column plan_available type credits,
  alter column plan_held type credits,
  alter column purchased_available type credits,
  alter column purchased_held type credits,
  alter column debt type credits;

-- What comes in pays the debt first. Of the debt alone: whoever adds to what was bought writes the debt with it.
create function credit_debt_wall() returns trigger language plpgsql as $$
begin
  if new.debt = 0 or new.purchased_available = 0 then return new; end if;
  raise check_violation using constraint = 'debt_is_paid_first', table = 'credit_account', message = format(
    'debt_is_paid_first: account %s would owe %s beside %s that were bought', new.account_id, new.debt, new.purchased_available);
end
$$;
create trigger debt_is_paid_first before insert or update of debt on credit_account for each row execute function credit_debt_wall();

alter table credit_ledger drop constraint entry_fits_its_kind;
drop function credit_entry_fits;
-- What each kind of entry may change. The two of every hold come first: what is not reached is not made ready either.
create function credit_entry_wall() returns trigger language plpgsql as $$
begin
  if least(new.plan_after, new.purchased_after, new.debt_after) >= 0 and new.bucket in ('plan', 'purchased') then
    if new.kind = 'reserve' then
      if new.d_available < 0 and new.d_held = -new.d_available and new.d_debt = 0 and new.hold_id is not null then return new; end if;
    elsif new.kind = 'charge' then
      if new.d_available = 0 and new.d_held < 0 and new.d_debt = 0 and new.hold_id is not null then return new; end if;
    elsif (case new.kind
      when 'release' then new.d_available > 0 and new.d_held = -new.d_available and new.d_debt = 0 and new.hold_id is not null
      when 'refund' then new.d_available > 0 and new.d_held = 0 and new.d_debt = 0 and new.hold_id is not null
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
  end if;
  raise check_violation using constraint = 'entry_fits_its_kind', table = 'credit_ledger',
    message = format('entry_fits_its_kind: no %s of the %s bucket moves %s, %s held, %s owed', new.kind, new.bucket, new.d_available,
      new.d_held, new.d_debt);
end
$$;
create trigger entry_fits_its_kind before insert on credit_ledger for each row execute function credit_entry_wall();

alter table credit_hold
  -- The subject, until the hold is released: nothing is held or charged twice (I04), and no index looks at the state.
  add column taken_subject text,
  drop constraint credit_hold_check,
  drop constraint credit_hold_check1,
  drop constraint credit_hold_plan_credits_check,
  drop constraint credit_hold_purchased_credits_check,
  drop constraint credit_hold_state_check;
update credit_hold set taken_subject = subject where state <> 'released';
drop index credit_hold_subject;
create unique index credit_hold_subject on credit_hold (taken_subject);
-- Without a WHERE that nearly every row fits: it is made ready for every row.
drop index credit_hold_of_key;
create index credit_hold_of_key on credit_hold (api_key_id, key_month);
drop index credit_ledger_of_project;
create index credit_ledger_of_project on credit_ledger (project_id, entry_no);
-- Room in every page for the one change that a hold sees.
alter table credit_hold set (fillfactor = 80);

create function credit_hold_wall() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and least(new.plan_credits, new.purchased_credits) >= 0 and new.plan_credits + new.purchased_credits > 0
    and new.state = 'open' and new.settled_at is null and new.taken_subject = new.subject then return new; end if;
  raise check_violation using constraint = 'credit_hold_is_whole', table = 'credit_hold',
    message = format('credit_hold_is_whole: %s of %s', tg_op, new);
end
$$;
create trigger credit_hold_is_whole before insert on credit_hold for each row execute function credit_hold_wall();
-- Of a hold only its end is ever written: no trigger for that, which would lock every row twice.
create trigger credit_hold_is_settled_only before update of id, account_id, api_key_id, subject, action, plan_credits,
  purchased_credits, created_at, key_month, key_used_after, project_id on credit_hold for each row execute function credit_hold_wall();

alter table credit_key_use drop constraint credit_key_use_month_check;

-- What the last reservation took of the plan: an UPDATE that splits an amount cannot tell otherwise how it did.
alter table credit_account add column last_from_plan integer not null default 0;

-- The open allowance is of the account's plan: whoever changes that plan ends the period, and nothing is spent of it.
create function credit_plan_changed() returns trigger language plpgsql as $$
begin
  update credit_account set period_end = 'epoch' where account_id = new.id and plan is distinct from new.plan;
  return null;
end
$$;
create trigger credit_plan_changed after update of plan on account for each row
  when (old.plan is distinct from new.plan) execute function credit_plan_changed();
update credit_account c set period_end = 'epoch' from account a where a.id = c.account_id and c.plan <> a.plan;

create or replace function credit_entry_id() returns text language sql volatile as $$
  select 'led_' || replace(uuidv7()::text, '-', '')
$$;

/*
 * Why an account cannot set `p_needed` credits aside, with what the caller needs to decide on and with the account locked;
 * null where nothing is in the way. Of several reasons the first: key_ended, not_open (the plan or its period is another
 * one), capped, debt, short.
 */
create function credit_refusal(p_account text, p_key text, p_action text, p_needed bigint) returns jsonb language plpgsql as $$
declare
  account credit_account := credit_lock(p_account);
  facts record;
  refused text;
begin
  select a.plan, a.billing_anchor, k.monthly_credit_cap as cap, coalesce(u.used, 0) as used,
         least(k.revoked_at, k.expires_at) <= now() as is_over
    into facts
    from account a join api_key k on k.account_id = a.id and k.id = p_key
    left join credit_key_use u on u.api_key_id = k.id and u.month = to_char(now() at time zone 'UTC', 'YYYY-MM')
   where a.id = p_account;
  if not found then raise exception 'key % is not of account %', p_key, p_account; end if;
  refused := case
    -- The time of a browser was used before its key ended, and is billed when it is closed.
    when facts.is_over and p_action <> 'BROWSE_SESSION' then 'key_ended'
    when account.plan is distinct from facts.plan or account.period_end <= now() then 'not_open'
    when facts.used + p_needed > facts.cap then 'capped'
    when account.debt > 0 then 'debt'
    -- An unlimited plan never draws on what was bought: it is given what it lacks.
    when account.plan_available < p_needed and (account.allowance = 2147483647
      or account.plan_available::bigint + account.purchased_available < p_needed) then 'short' end;
  if refused is null then return null; end if;
  return jsonb_build_object('outcome', refused, 'nowAt', now(), 'plan', facts.plan, 'billingAnchor', facts.billing_anchor,
    'keyCap', facts.cap, 'keyUsed', facts.used, 'account', to_jsonb(account));
end
$$;

/*
 * Sets credits aside for every item, plan first, or for none: null where that is done, else credit_refusal. The items
 * stand in the order in which plan credits are dealt out; arrays, because they are read without a query.
 */
create or replace function credit_reserve(p_account text, p_key text, p_project text, p_holds text[], p_subjects text[],
  p_actions text[], p_credits integer[]) returns jsonb language plpgsql as $$
declare
  this_month text := to_char(now() at time zone 'UTC', 'YYYY-MM');
  needed bigint := 0;
  -- What is needed up to each item but the last: plan credits that end there split no item in two.
  bounds bigint[] := '{}';
  item integer := 0;
  -- Single values and no records: those are built and taken apart again at every use.
  plan_period text;
  plan_left integer;
  purchased_left integer;
  entry_number integer;
  key_is_over boolean;
  key_cap integer;
  key_used integer;
  credits integer;
  from_plan integer;
  from_purchased integer;
  refusal jsonb;
begin
  foreach credits in array p_credits loop
    if credits <= 0 then raise exception '% credits cannot be set aside', credits; end if;
    if needed > 0 then bounds := bounds || needed; end if;
    needed := needed + credits;
  end loop;

  for attempt in 1 .. 2 loop
    update credit_account c
       set last_from_plan = least(c.plan_available, needed),
           plan_available = c.plan_available - least(c.plan_available, needed),
           plan_held = c.plan_held + least(c.plan_available, needed),
           purchased_available = c.purchased_available - needed + least(c.plan_available, needed),
           purchased_held = c.purchased_held + needed - least(c.plan_available, needed),
           entry_count = c.entry_count + cardinality(p_credits)
             + (c.plan_available > 0 and c.plan_available < needed and c.plan_available <> all (bounds))::int
     where c.account_id = p_account and c.plan is not null and (c.period_end is null or c.period_end > now()) and c.debt = 0
       and (c.plan_available >= needed
         or c.allowance < 2147483647 and c.plan_available::bigint + c.purchased_available >= needed)
    returning c.period, c.plan_available + c.last_from_plan, c.purchased_available + needed - c.last_from_plan,
              c.entry_count - cardinality(p_credits)
                - (c.last_from_plan > 0 and c.last_from_plan < needed and c.last_from_plan <> all (bounds))::int
         into plan_period, plan_left, purchased_left, entry_number;
    if found then
      -- Read now that the account is locked: what ended the key or changed its cap before this moment counts.
      select monthly_credit_cap, least(revoked_at, expires_at) <= now() into key_cap, key_is_over from api_key
       where id = p_key and account_id = p_account;
      if found and (key_is_over is not true or p_actions[1] = 'BROWSE_SESSION') then
        update credit_key_use u set used = u.used + needed where u.api_key_id = p_key and u.month = this_month
          returning u.used - needed into key_used;
        if not found then
          insert into credit_key_use (api_key_id, month, used) values (p_key, this_month, needed);
          key_used := 0;
        end if;
        exit when key_cap is null or key_used + needed <= key_cap;
        update credit_key_use u set used = u.used - needed where u.api_key_id = p_key and u.month = this_month;
      end if;
      update credit_account c
         set plan_available = plan_left, plan_held = c.plan_held + c.plan_available - plan_left,
             purchased_available = purchased_left,
             purchased_held = c.purchased_held + c.purchased_available - purchased_left, entry_count = entry_number
       where c.account_id = p_account;
    end if;
    refusal := credit_refusal(p_account, p_key, p_actions[1], needed);
    if refusal is not null then return refusal; end if;
    -- Nothing is in the way any more, and the account is locked: the second attempt cannot be refused.
    if attempt = 2 then raise exception 'account % neither has % credits nor lacks them', p_account, needed; end if;
  end loop;

  foreach credits in array p_credits loop
    item := item + 1;
    from_plan := least(plan_left, credits);
    from_purchased := credits - from_plan;
    key_used := key_used + credits;
    insert into credit_hold (id, account_id, api_key_id, subject, taken_subject, action, plan_credits, purchased_credits, state,
        period, key_month, key_cap, key_used_after, project_id)
      values (p_holds[item], p_account, p_key, p_subjects[item], p_subjects[item], p_actions[item], from_plan, from_purchased, 'open',
        plan_period, this_month, key_cap, key_used, p_project);
    if from_plan > 0 then
      plan_left := plan_left - from_plan;
      entry_number := entry_number + 1;
      insert into credit_ledger (id, account_id, entry_no, bucket, kind, d_available, d_held, plan_after, purchased_after, period,
          op_key, hold_id, subject, action, api_key_id, project_id)
        values (credit_entry_id(), p_account, entry_number, 'plan', 'reserve', -from_plan, from_plan, plan_left,
          purchased_left, plan_period, 'reserve:' || p_holds[item] || ':plan', p_holds[item], p_subjects[item],
          p_actions[item], p_key, p_project);
    end if;
    if from_purchased > 0 then
      purchased_left := purchased_left - from_purchased;
      entry_number := entry_number + 1;
      insert into credit_ledger (id, account_id, entry_no, bucket, kind, d_available, d_held, plan_after, purchased_after, period,
          op_key, hold_id, subject, action, api_key_id, project_id)
        values (credit_entry_id(), p_account, entry_number, 'purchased', 'reserve', -from_purchased, from_purchased,
          plan_left, purchased_left, plan_period, 'reserve:' || p_holds[item] || ':purchased', p_holds[item],
          p_subjects[item], p_actions[item], p_key, p_project);
    end if;
  end loop;
  return null;
end
$$;

drop function credit_settle;

/*
 * Charges an open hold: its credits, or null where it was settled before (I06). Raises where there is no such hold. The
 * account is locked before the hold, as everywhere: two ends of one hold then never wait for each other in a ring.
 */
create function credit_charge(p_hold text) returns integer language plpgsql as $$
declare
  owner text;
  hold_state text;
  hold_subject text;
  hold_action text;
  hold_key text;
  hold_project text;
  from_plan integer;
  from_purchased integer;
  entry_number integer;
  plan_period text;
  plan_left integer;
  purchased_left integer;
  owed integer;
begin
  -- Without a lock: of this only the state ever changes.
  select account_id, state, subject, action, api_key_id, project_id, plan_credits, purchased_credits
    into owner, hold_state, hold_subject, hold_action, hold_key, hold_project, from_plan, from_purchased from credit_hold where id = p_hold;
  if not found then raise exception 'there is no hold %', p_hold; end if;
  if hold_state <> 'open' then return null; end if;
  update credit_account c
     set plan_held = c.plan_held - from_plan, purchased_held = c.purchased_held - from_purchased,
         entry_count = c.entry_count + (from_plan > 0)::int + (from_purchased > 0)::int
   where c.account_id = owner and c.plan_held >= from_plan and c.purchased_held >= from_purchased
  returning c.entry_count, c.period, c.plan_available, c.purchased_available, c.debt into entry_number, plan_period, plan_left, purchased_left, owed;
  if not found then
    -- What an open hold holds is in what its account holds: it was settled meanwhile.
    perform from credit_hold where id = p_hold and state = 'open';
    if found then raise exception 'account % does not hold what % does', owner, p_hold; end if;
    return null;
  end if;
  update credit_hold set state = 'charged', settled_at = now() where id = p_hold and state = 'open';
  if not found then
    update credit_account c
       set plan_held = c.plan_held + from_plan, purchased_held = c.purchased_held + from_purchased,
           entry_count = c.entry_count - (from_plan > 0)::int - (from_purchased > 0)::int
     where c.account_id = owner;
    return null;
  end if;
  if from_plan > 0 then
    insert into credit_ledger (id, account_id, entry_no, bucket, kind, d_available, d_held, plan_after, purchased_after, debt_after,
        period, op_key, hold_id, subject, action, api_key_id, project_id)
      values (credit_entry_id(), owner, entry_number - (from_purchased > 0)::int, 'plan', 'charge', 0,
        -from_plan, plan_left, purchased_left, owed, plan_period,
        'charge:' || p_hold || ':plan', p_hold, hold_subject, hold_action, hold_key, hold_project);
  end if;
  if from_purchased > 0 then
    insert into credit_ledger (id, account_id, entry_no, bucket, kind, d_available, d_held, plan_after, purchased_after, debt_after,
        period, op_key, hold_id, subject, action, api_key_id, project_id)
      values (credit_entry_id(), owner, entry_number, 'purchased', 'charge', 0, -from_purchased,
        plan_left, purchased_left, owed, plan_period, 'charge:' || p_hold || ':purchased',
        p_hold, hold_subject, hold_action, hold_key, hold_project);
  end if;
  return from_plan + from_purchased;
end
$$;

/*
 * Gives an open hold back to the buckets that it came from: the hold, and the account as it is after that; null where it
 * was settled before (I06). Raises where there is no such hold.
 */
create function credit_release(p_hold text) returns jsonb language plpgsql as $$
declare
  hold credit_hold;
  account credit_account;
  owner text;
begin
  select account_id into owner from credit_hold where id = p_hold;
  if not found then raise exception 'there is no hold %', p_hold; end if;
  account := credit_lock(owner);
  update credit_hold set state = 'released', settled_at = now(), taken_subject = null where id = p_hold and state = 'open'
    returning * into hold;
  if not found then return null; end if;
  if hold.plan_credits > 0 then
    account := credit_enter(account, row('plan', 'release', hold.plan_credits, -hold.plan_credits, 0, 'release:' || p_hold || ':plan',
      p_hold, hold.subject, hold.action, hold.api_key_id, hold.project_id, null, null, null)::credit_entry);
  end if;
  if hold.purchased_credits > 0 then
    account := credit_enter(account, row('purchased', 'release', hold.purchased_credits, -hold.purchased_credits, 0,
      'release:' || p_hold || ':purchased', p_hold, hold.subject, hold.action, hold.api_key_id, hold.project_id, null, null, null)::credit_entry);
  end if;
  update credit_account c
     set plan_available = account.plan_available, plan_held = account.plan_held, purchased_available = account.purchased_available,
         purchased_held = account.purchased_held, debt = account.debt, entry_count = account.entry_count
   where c.account_id = account.account_id;
  update credit_key_use u set used = used - (hold.plan_credits + hold.purchased_credits)
   where u.api_key_id = hold.api_key_id and u.month = hold.key_month;
  return jsonb_build_object('hold', to_jsonb(hold), 'account', to_jsonb(account));
end
$$;

-- As they were: a view keeps a column from changing its type.
create view balance as
  select account_id, 'plan' as bucket, plan_available as available, plan_held as held from credit_account
  union all
  select account_id, 'purchased', purchased_available, purchased_held from credit_account;

create view inv.i01_balance_is_not_the_sum_of_its_ledger as
  select coalesce(a.account_id, s.account_id) as id,
         format('balance %s+%s/%s+%s debt %s of %s entries; ledger %s+%s/%s+%s debt %s of %s', a.plan_available, a.plan_held,
           a.purchased_available, a.purchased_held, a.debt, a.entry_count, s.pa, s.ph, s.ba, s.bh, s.debt, s.entries) as detail
    from credit_account a full join (
      select account_id, count(*)::int as entries, max(entry_no) as last_no, sum(d_debt)::int as debt,
             coalesce(sum(d_available) filter (where bucket = 'plan'), 0)::int as pa,
             coalesce(sum(d_held) filter (where bucket = 'plan'), 0)::int as ph,
             coalesce(sum(d_available) filter (where bucket = 'purchased'), 0)::int as ba,
             coalesce(sum(d_held) filter (where bucket = 'purchased'), 0)::int as bh
        from credit_ledger group by 1) s using (account_id)
   where (a.plan_available, a.plan_held, a.purchased_available, a.purchased_held, a.debt, a.entry_count, a.entry_count)
         is distinct from (coalesce(s.pa, 0), coalesce(s.ph, 0), coalesce(s.ba, 0), coalesce(s.bh, 0), coalesce(s.debt, 0),
           coalesce(s.entries, 0), coalesce(s.last_no, 0));
comment on view inv.i01_balance_is_not_the_sum_of_its_ledger is 'Every balance is the sum of its ledger entries, and none of them is missing';

create view inv.i02_negative_balance as
  select account_id as id, format('available %s/%s, held %s/%s, debt %s', plan_available, purchased_available, plan_held,
         purchased_held, debt) as detail
    from credit_account
   where least(plan_available, plan_held, purchased_available, purchased_held, debt) < 0
      or (debt > 0 and purchased_available > 0);
comment on view inv.i02_negative_balance is 'No balance is negative, and no debt stands beside credits that could pay it';

-- What must be true of the farm's data at any moment, as views that list what is not: each has id and detail of every offender.
create schema inv;

-- Jobs as the queue holds them. Its schema is made by the queue itself, later than this: looked up when it is asked for.
create function inv.queued_jobs() returns table (id uuid, state text) language plpgsql stable as $$
begin
  if to_regclass('pgboss.job') is null then return; end if;
  return query execute $q$select j.id, j.state::text from pgboss.job j where j.state in ('created', 'retry', 'active')$q$;
end
$$;

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

create view inv.i04_charged_twice as
  select subject as id, format('%s charges of the %s bucket', count(*), bucket) as detail
    from credit_ledger where kind = 'charge' group by subject, bucket having count(*) > 1;
comment on view inv.i04_charged_twice is 'Nothing is charged twice';

create view inv.i05_refunded_more_than_charged as
  select hold_id as id, format('%s: charged %s, refunded %s', min(subject), coalesce(-sum(d_held) filter (where kind = 'charge'), 0),
         sum(d_available) filter (where kind = 'refund')) as detail
    from credit_ledger where hold_id is not null and kind in ('charge', 'refund') group by hold_id, bucket
   having coalesce(sum(d_available) filter (where kind = 'refund'), 0) > coalesce(-sum(d_held) filter (where kind = 'charge'), 0);
comment on view inv.i05_refunded_more_than_charged is 'Nothing is refunded that was not charged, to the bucket that it came from';

create view inv.i06_hold_not_settled_once as
  select h.id, format('%s: %s credits, %s; ledger holds %s after %s ends', h.subject, h.plan_credits + h.purchased_credits, h.state,
         l.held, l.ends) as detail
    from credit_hold h left join (
      select hold_id, sum(d_held) filter (where bucket = 'plan') as plan_held,
             sum(d_held) filter (where bucket = 'purchased') as purchased_held, sum(d_held) as held,
             (count(*) filter (where kind = 'charge') > 0)::int + (count(*) filter (where kind = 'release') > 0)::int as ends
        from credit_ledger where hold_id is not null group by hold_id) l on l.hold_id = h.id
   where (h.state = 'open' and ((coalesce(l.plan_held, 0), coalesce(l.purchased_held, 0))
           is distinct from (h.plan_credits::bigint, h.purchased_credits::bigint) or l.ends <> 0))
      or (h.state <> 'open' and (l.held is distinct from 0 or l.ends <> 1));
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
           exists (select from credit_hold h where h.subject = 'publish:' || p.id || ':export') as pays_export,
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
        from credit_hold h join credit_ledger l on l.op_key in ('charge:' || h.id || ':plan', 'charge:' || h.id || ':purchased',
                                                               'refund:' || h.id || ':plan', 'refund:' || h.id || ':purchased')
       where h.subject >= 'publish:' || f.id || ':' and h.subject < 'publish:' || f.id || ';') paid
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

create view inv.i11_completed_without_its_export as
  select p.id, format('%s successful exports', count(e.id)) as detail
    from publish p left join export e on e.publish_id = p.id and e.status = 'SUCCESS'
   where p.state = 'completed' group by p.id having count(e.id) <> 1;
comment on view inv.i11_completed_without_its_export is 'A completed publish has exactly one successful export';

create view inv.i12_export_differs_from_its_file as
  select e.id, format('export %s of %s bytes, file %s of %s', e.sha256, e.size_bytes, o.sha256, o.size_bytes) as detail
    from export e left join stored_object o on o.key = e.file_key
   where e.status = 'SUCCESS' and (o.key is null or o.sha256 is distinct from e.sha256 or o.size_bytes is distinct from e.size_bytes);
comment on view inv.i12_export_differs_from_its_file is 'The checksum of every export is that of its file';

create view inv.i13_publish_without_work as
  select p.id, p.state as detail from publish p
   where p.state in ('rendering', 'narrating', 'exporting') and not exists (
     select from job j join inv.queued_jobs() q on q.id = j.id
      where j.ended_at is null and j.id in (
        select s.job_id from publish_scene s where s.publish_id = p.id
        union all select e.job_id from export e where e.publish_id = p.id
        union all select t.job_id from narration_take t where t.account_id = p.account_id and t.script_hash = p.script_hash));
comment on view inv.i13_publish_without_work is 'A publish that is under way has a job that is';

create view inv.i14_job_of_nothing as
  select j.id::text as id, format('%s of %s', j.kind, coalesce(j.batch_id, 'no publish')) as detail
    from job j join inv.queued_jobs() q on q.id = j.id
   where j.ended_at is null and j.cancelled_at is null and j.kind in ('scene.render', 'export.assemble')
     and not exists (select from publish p where p.id = j.batch_id and p.state in ('rendering', 'narrating', 'exporting'))
  union all
  select q.id::text, 'queued, but the farm has it as ' || coalesce(j.outcome, 'nothing')
    from inv.queued_jobs() q left join job j on j.id = q.id where j.id is null or j.ended_at is not null;
comment on view inv.i14_job_of_nothing is 'Every job that waits or runs is of something that is under way';

create view inv.i15_lease_of_the_dead as
  select job_id::text as id, format('attempt %s on %s, silent since %s', attempt, node_id, heartbeat_at) as detail
    from lease where ended_at is null
     and (heartbeat_at < now() - make_interval(secs => lease_seconds + 60)
       or granted_at < now() - make_interval(secs => max_run_seconds + 120));
comment on view inv.i15_lease_of_the_dead is 'No lease outlives its heartbeat or its time';

create view inv.i16_superseded_result as
  select job_id::text as id, format('attempt %s was accepted although attempt %s had begun', attempt,
         (select max(attempt) from lease n where n.job_id = l.job_id)) as detail
    from lease l where outcome = 'completed' and exists (select from lease n where n.job_id = l.job_id and n.attempt > l.attempt)
  union all
  select e.id, format('%s is of no accepted attempt', e.file_key) from export e
   where e.status = 'SUCCESS' and not exists (
     select from lease l where l.job_id = e.job_id and l.outcome = 'completed'
        and l.attempt::text = substring(e.file_key from '/(\d+)\.[a-z0-9]+$'))
  union all
  select r.id, format('%s is of no accepted attempt', r.mezzanine_key) from rendition r
   where not exists (
     select from lease l where l.outcome = 'completed'
        and l.job_id::text = substring(r.mezzanine_key from '/([0-9a-f-]{36})-\d+\.[a-z0-9]+$')
        and l.attempt::text = substring(r.mezzanine_key from '-(\d+)\.[a-z0-9]+$'));
comment on view inv.i16_superseded_result is 'Every accepted result is of the attempt that was the live one';

create view inv.i17_two_results as
  select job_id::text as id, format('%s attempts were accepted', count(*)) as detail
    from lease where outcome = 'completed' group by job_id having count(*) > 1
  union all
  select s.publish_id, format('scene %s shows what was drawn for other inputs', s.scene_id)
    from publish_scene s join rendition r on r.id = s.rendition_id
   where r.rendition_hash <> s.rendition_hash or r.input_hash <> s.input_hash;
comment on view inv.i17_two_results is 'A scene of a publish has one result, drawn from its own inputs';

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
  select l.id, 'entry of another account''s hold' from credit_ledger l join credit_hold h on h.id = l.hold_id
   where l.account_id <> h.account_id;
comment on view inv.i18_tenants_mixed is 'Project, publish, export, file, key and credits are of one account';

-- The cap as it was when the credits were set aside: one that is lowered later is not broken by what was spent before.
create view inv.i19_key_cap_exceeded as
  select id, format('key %s had %s of its %s credits of %s', api_key_id, key_used_after, key_cap, key_month) as detail
    from credit_hold where key_used_after > key_cap
  union all
  select coalesce(u.api_key_id, n.api_key_id), format('counted %s for %s, holds and charges say %s', u.used, coalesce(u.month, n.month), n.used)
    from credit_key_use u full join (
      select h.api_key_id, h.key_month as month,
             sum(h.plan_credits + h.purchased_credits - coalesce(r.refunded, 0))::int as used
        from credit_hold h left join (select hold_id, sum(d_available) as refunded from credit_ledger where kind = 'refund' group by 1) r
          on r.hold_id = h.id
       where h.api_key_id is not null and h.state <> 'released' group by 1, 2) n
      on n.api_key_id = u.api_key_id and n.month = u.month
   where coalesce(u.used, 0) <> coalesce(n.used, 0);
comment on view inv.i19_key_cap_exceeded is 'No key spends more in a UTC month than its cap allowed';

create view inv.i20_too_many_keys as
  select account_id as id, format('%s active %s keys', count(*), environment) as detail from api_key
   where revoked_at is null and (expires_at is null or expires_at > now())
   group by account_id, environment having count(*) > case environment when 'live' then 10 else 5 end;
comment on view inv.i20_too_many_keys is 'An account has at most 10 active live keys and 5 test keys';

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

-- Deliveries in runs: asking for a callback again starts one over. An attempt whose sender died has no record.
create view inv.i23_callback_wrong as
  with numbered as (
    select d.*, count(*) filter (where starts) over (partition by publish_id order by id) as run
      from (select *, attempt <= lag(attempt, 1, attempt) over (partition by publish_id order by id) as starts from callback_delivery) d)
  select publish_id as id, format('%s successes, or attempts after one', count(*) filter (where status_code between 200 and 299)) as detail
    from numbered group by publish_id, run
   having count(*) filter (where status_code between 200 and 299) > 1
       or max(attempt) > min(attempt) filter (where status_code between 200 and 299)
  union all
  select c.publish_id, 'delivered without an answer that says so' from callback c
   where c.status = 'delivered' and not exists (
     select from callback_delivery d where d.publish_id = c.publish_id and d.status_code between 200 and 299)
  union all
  select c.publish_id, 'its publish is over and nothing was made due' from callback c join publish p on p.id = c.publish_id
   where p.state in ('completed', 'failed', 'render_failed') and c.phase is null
  union all
  select c.publish_id, format('due since %s', c.next_attempt_at) from callback c
   where c.next_attempt_at < now() - interval '3 minutes' and (c.claimed_until is null or c.claimed_until < now() - interval '3 minutes');
comment on view inv.i23_callback_wrong is 'Every callback is sent until it succeeds once, and never after';

create view inv.i24_callback_too_early as
  select publish_id as id, format('attempt %s came %s after the one before', attempt, gap) as detail
    from (select publish_id, attempt, sent_at - lag(sent_at) over w as gap, attempt - lag(attempt) over w as step
            from callback_delivery window w as (partition by publish_id order by id)) x
   where step = 1 and gap < case attempt when 2 then interval '1 minute' when 3 then interval '5 minutes' else interval '15 minutes' end;
comment on view inv.i24_callback_too_early is 'A callback is sent again after 1, 5 and 15 minutes, never before';

create view inv.i25_browsing_too_long as
  select account_id as id, format('%s agent sessions are open', count(*)) as detail
    from browse_session where closed_at is null and purpose = 'agent' group by account_id having count(*) > 3
  union all
  select id, format('open since %s, last used %s', opened_at, last_used_at) from browse_session
   where closed_at is null and (opened_at < now() - interval '61 minutes' or ends_at < now() - interval '2 minutes'
      or greatest(last_used_at, human_hold_until) < now() - interval '12 minutes');
comment on view inv.i25_browsing_too_long is 'An account has at most 3 sessions, none over an hour or idle for ten minutes';

-- Less than the price only where that was all there was: of the balance, or below the cap of the key.
create view inv.i26_browse_price_wrong as
  select b.id, format('%s s cost %s, billed %s, charged %s', b.billed_seconds, w.want, b.billed_credits, w.got) as detail
    from browse_session b cross join lateral (
      select case when b.environment = 'test' or b.api_key_id is null or b.purpose <> 'agent' or b.close_reason = 'open_failed' then 0
                  else greatest(0, ceil((b.billed_seconds - 300) / 300.0))::int end as want,
             coalesce(sum(-l.d_held), 0)::int as got,
             coalesce(bool_or(h.key_used_after >= h.key_cap or exists (
               select from credit_ledger r where r.op_key in ('reserve:' || h.id || ':plan', 'reserve:' || h.id || ':purchased')
                  and r.plan_after + r.purchased_after = 0)), false) as took_all
        from credit_hold h join credit_ledger l on l.op_key in ('charge:' || h.id || ':plan', 'charge:' || h.id || ':purchased')
       where h.subject = 'browse:' || b.id) w
   where b.closed_at is not null and (
     w.got <> b.billed_credits or w.got > w.want
     or b.billed_seconds > extract(epoch from b.closed_at - b.opened_at) + 1
     or w.got < w.want and not w.took_all and not (w.got = 0 and (
       exists (select from api_key k where k.id = b.api_key_id and k.monthly_credit_cap is not null)
       or exists (select from credit_ledger l where l.account_id = b.account_id and l.created_at <= b.closed_at + interval '1 minute'
                   and (l.debt_after > 0 or l.plan_after + l.purchased_after = 0)))));
comment on view inv.i26_browse_price_wrong is 'A browsing session costs its started five minutes after the first, to its last use';

create view inv.i27_node_overbooked as
  select n.id, format('%s: %s leases on %s slots', n.state, count(*), n.capabilities ->> 'workerCount') as detail
    from node n join lease l on l.node_id = n.id and l.ended_at is null
   group by n.id
  having count(*) > (n.capabilities ->> 'workerCount')::int
      or (n.state in ('offline', 'lost') and n.state_changed_at < now() - interval '1 minute');
comment on view inv.i27_node_overbooked is 'No node has more leases than slots, and none that is gone has any';

/* Every invariant with what it means, how often it is broken, and up to five of what breaks it. */
create function inv.run() returns table (name text, meaning text, violations bigint, offenders jsonb) language plpgsql stable
  -- Whole ledgers are sorted and grouped.
  set work_mem = '64MB' as $$
declare v record;
begin
  for v in select c.relname as view_name, obj_description(c.oid) as told
             from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where n.nspname = 'inv' and c.relkind = 'v' order by 1 loop
    name := v.view_name;
    meaning := v.told;
    execute format('select count(*), coalesce(jsonb_agg(jsonb_build_object(''id'', x.id, ''detail'', x.detail)) filter (where x.n <= 5), ''[]'')
                      from (select id, detail, row_number() over () as n from inv.%I) x', v.view_name) into violations, offenders;
    return next;
  end loop;
end
$$;

-- The last audit, and whose turn the next one is: however many control planes there are, one a minute is run.
create table invariant_audit (
  is_only boolean primary key default true check (is_only),
  claimed_at timestamptz not null,
  audited_at timestamptz,
  -- {name of the invariant: violations}
  violations jsonb not null default '{}'
);
insert into invariant_audit (claimed_at) values ('-infinity');

/*
 * The rights of a control plane that does not own its tables: everything it does, but no entry of the ledger can be
 * changed or removed, and neither the triggers that say so too nor the checks can be switched off. Called by whoever
 * owns the farm's database, once after each release; an owner that connects as itself has the triggers alone.
 */
create function grant_farm_rights(p_role text) returns void language plpgsql as $$
begin
  execute format('grant usage on schema public, inv to %I', p_role);
  execute format('grant select, insert, update, delete on all tables in schema public to %I', p_role);
  execute format('grant usage on all sequences in schema public to %I', p_role);
  execute format('grant select on all tables in schema inv to %I', p_role);
  execute format('grant execute on all functions in schema public, inv to %I', p_role);
  execute format('revoke update, delete on credit_ledger from %I', p_role);
  execute format('revoke delete on credit_hold, credit_account, credit_key_use, credit_parked, payment from %I', p_role);
  execute format('revoke insert, update, delete on migration from %I', p_role);
end
$$;

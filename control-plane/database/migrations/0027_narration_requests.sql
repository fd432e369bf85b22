-- Narration that is asked for by itself (S87): how fast a project is spoken, which scripts takes were ordered for, and takes that are made anew.
alter table project
  add column narration_speed double precision not null default 1 check (narration_speed between 0.8 and 1.2);

-- Scripts of a project for which a take was ordered, by a publish or by itself: without one it has no narration, with an
-- earlier one alone its narration is stale. Takes are the account's, so this cannot stand in them.
create table narration_request (
  project_id text not null references project (id),
  script_hash text not null,
  created_at timestamptz not null default now(),
  primary key (project_id, script_hash)
);
insert into narration_request (project_id, script_hash, created_at)
  select project_id, script_hash, min(created_at) from publish where script_hash is not null group by project_id, script_hash;

-- While a take is made anew the one before is kept: where that fails, it is the take again.
alter table narration_take
  drop constraint narration_take_check,
  add constraint narration_take_ready check (state <> 'ready' or take_key is not null),
  add column made_at timestamptz;
update narration_take set made_at = updated_at where state = 'ready';

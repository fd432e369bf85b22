-- S106: what a web session's publish counted against the plan's month, so that it can be given back as a credit would be.
alter table publish_scene
  add column counted_as text check (counted_as in ('scene_render', 'scene_render_revision')),
  -- Paid in credits or counted against the plan, never both.
  add constraint publish_scene_paid_one_way check (hold_id is null or counted_as is null);
alter table publish add column export_counted boolean not null default false;

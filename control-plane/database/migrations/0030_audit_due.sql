-- When the next audit may begin: an audit reads everything, so it rests the longer the longer it took.
alter table invariant_audit drop column claimed_at, add column due_at timestamptz not null default '-infinity';

-- The site that a session was opened on: the sign-in page names it before it shows anything of it.
alter table browse_session add column start_host text not null default '';
alter table browse_session alter column start_host drop default;

-- Which templates of the catalog are offered (S15). One without a row is published and active: that is how it ships.
create table template_release (
  slug text primary key,
  status text not null check (status in ('draft', 'published', 'archived')),
  active boolean not null,
  updated_at timestamptz not null default now()
);

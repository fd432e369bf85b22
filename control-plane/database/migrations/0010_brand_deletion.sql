-- A deleted brand is no longer offered; the projects that were made with it keep it, so that no video changes its look.
alter table brand add column deleted_at timestamptz;

drop index brand_of_account;
create index brand_of_account on brand (account_id, created_at desc, id desc) where deleted_at is null;

-- What a person who is signed in asks for: no key did, so the user is named instead (S106).
alter table publish
  alter column api_key_id drop not null,
  add column web_user_id text,
  add constraint publish_asked_by_one check ((api_key_id is null) <> (web_user_id is null));

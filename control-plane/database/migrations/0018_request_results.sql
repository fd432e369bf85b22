-- What a request with an Idempotency-Key did is stored by the transaction that did it; the answer follows after.
alter table idempotent_request
  -- The process that runs it, by the name of its connections; null where nobody does.
  add column owner text,
  -- What the operation came to, enough to build the answer again. Set and answerless: the process died in between.
  add column result jsonb;

-- What a run has to do is written down when it begins: who is walked, in order. `customers_done` is the place in it, moved in the transaction of each
-- customer's Drafts, so that a run that was cut off goes on behind the last whole customer and never comes to one twice (C1).
alter table billing_runs
  add walk bigint[],
  add invoices_made int not null default 0,
  -- Customers and currencies that came to zero or less: their transactions wait for the next run.
  add carried int not null default 0,
  -- How often it was taken up since it last got on. A worker that dies at the same customer again and again is not followed for ever.
  add fruitless smallint not null default 0;

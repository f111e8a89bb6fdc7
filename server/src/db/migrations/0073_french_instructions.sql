-- How to pay, in French. Empty: the text in English is used for all.
alter table billing_settings
  add payment_instructions_fr text not null default '' check (length(payment_instructions_fr) <= 1000);

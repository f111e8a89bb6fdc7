-- Whom customers ask, on their help page (UX-12).
alter table billing_settings
  add contact_email text not null default '' check (length(contact_email) <= 254),
  add contact_phone text not null default '' check (length(contact_phone) <= 40);

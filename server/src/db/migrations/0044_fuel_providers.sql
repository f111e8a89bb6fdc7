-- A fuel provider is a row of fuel_providers, however many there are. functions/references.sql refuses a provider that has no row,
-- in place of the numbers from 1 to 5.
alter table transactions drop constraint transactions_provider_id_check;
alter table transaction_identities drop constraint transaction_identities_provider_id_check;

-- Row-level security with two policies per table: `own` for customers and `staff` for the provider (PERM-7, decision
-- 2). Grants, in the migrations, decide what a role can do with a visible row. acting_company() is in a sub-select, so
-- that it is read once and indexes stay usable.

-- Records of a company: customers see their own, staff see all.
create policy own on audit_log to portal_customer using (company_id = (select acting_company()));
create policy staff on audit_log to portal_staff using (true);
create policy own on automatic_holds to portal_customer using (company_id = (select acting_company()));
create policy staff on automatic_holds to portal_staff using (true);
create policy own on card_assignments to portal_customer using (company_id = (select acting_company()));
create policy staff on card_assignments to portal_staff using (true);
create policy own on card_counts to portal_customer using (company_id = (select acting_company()));
create policy staff on card_counts to portal_staff using (true);
create policy own on card_events to portal_customer using (company_id = (select acting_company()));
create policy staff on card_events to portal_staff using (true);
create policy own on card_refreshes to portal_customer using (company_id = (select acting_company()));
create policy staff on card_refreshes to portal_staff using (true);
create policy own on card_templates to portal_customer using (company_id = (select acting_company()));
create policy staff on card_templates to portal_staff using (true);
create policy own on cards to portal_customer using (company_id = (select acting_company()));
create policy staff on cards to portal_staff using (true);
create policy own on former_card_numbers to portal_customer using (false);
create policy staff on former_card_numbers to portal_staff using (true);
create policy own on customers to portal_customer using (company_id = (select acting_company()));
create policy staff on customers to portal_staff using (true);
-- Customers see neither what a purchase cost (COST-2) nor the rules about it (EXC-2).
create policy own on exceptions to portal_customer using (company_id = (select acting_company())
  and rule not in ('below_cost', 'provider_price'));
create policy staff on exceptions to portal_staff using (true);
create policy own on files to portal_customer using (company_id = (select acting_company()));
create policy staff on files to portal_staff using (true);
create policy own on idempotency_keys to portal_customer using (company_id = (select acting_company()));
create policy staff on idempotency_keys to portal_staff using (true);
create policy own on ifta_distances to portal_customer using (company_id = (select acting_company()));
create policy staff on ifta_distances to portal_staff using (true);
create policy own on ifta_fuel to portal_customer using (company_id = (select acting_company()));
create policy staff on ifta_fuel to portal_staff using (true);
create policy own on ifta_uploads to portal_customer using (company_id = (select acting_company()));
create policy staff on ifta_uploads to portal_staff using (true);
create policy own on imports to portal_customer using (company_id = (select acting_company()));
create policy staff on imports to portal_staff using (true);
create policy own on issued_documents to portal_customer using (company_id = (select acting_company()));
create policy staff on issued_documents to portal_staff using (true);
-- Each company has its own views of lists, the provider too.
create policy own on list_settings to portal_customer using (company_id = (select acting_company()));
create policy staff on list_settings to portal_staff using (company_id = (select acting_company()));
create policy own on list_views to portal_customer using (company_id = (select acting_company()));
create policy staff on list_views to portal_staff using (company_id = (select acting_company()));
create policy own on markups to portal_customer using (company_id = (select acting_company()));
create policy staff on markups to portal_staff using (true);
-- Those of a colleague or of another account of the same person are left out by the queries.
create policy own on notifications to portal_customer using (company_id = (select acting_company()));
create policy staff on notifications to portal_staff using (true);
create policy own on notification_choices to portal_customer using (company_id = (select acting_company()));
create policy staff on notification_choices to portal_staff using (true);
create policy own on budgets to portal_customer using (company_id = (select acting_company()));
create policy staff on budgets to portal_staff using (true);
create policy own on report_runs to portal_customer using (company_id = (select acting_company()));
create policy staff on report_runs to portal_staff using (true);
create policy own on report_schedule_people to portal_customer using (company_id = (select acting_company()));
create policy staff on report_schedule_people to portal_staff using (true);
create policy own on report_schedules to portal_customer using (company_id = (select acting_company()));
create policy staff on report_schedules to portal_staff using (true);
create policy own on price_list_wishes to portal_customer using (company_id = (select acting_company()));
create policy staff on price_list_wishes to portal_staff using (true);
create policy own on webhook_deliveries to portal_customer using (company_id = (select acting_company()));
create policy staff on webhook_deliveries to portal_staff using (true);
create policy own on webhook_secrets to portal_customer using (company_id = (select acting_company()));
create policy staff on webhook_secrets to portal_staff using (true);
-- Those of customers are left out by the queries for the provider's own; the job sends all.
create policy own on webhooks to portal_customer using (company_id = (select acting_company()));
create policy staff on webhooks to portal_staff using (true);
create policy own on outbox to portal_customer using (company_id = (select acting_company()));
create policy staff on outbox to portal_staff using (true);
create policy own on credit_note_lines to portal_customer using (company_id = (select acting_company()));
create policy staff on credit_note_lines to portal_staff using (true);
create policy own on credit_notes to portal_customer using (company_id = (select acting_company()));
create policy staff on credit_notes to portal_staff using (true);
create policy own on invoice_sums to portal_customer using (company_id = (select acting_company()));
create policy staff on invoice_sums to portal_staff using (true);
create policy own on receipts to portal_customer using (company_id = (select acting_company()));
create policy staff on receipts to portal_staff using (true);
create policy own on receivable_balances to portal_customer using (company_id = (select acting_company()));
create policy staff on receivable_balances to portal_staff using (true);
create policy own on receivable_days to portal_customer using (company_id = (select acting_company()));
create policy staff on receivable_days to portal_staff using (true);
create policy own on receivable_entries to portal_customer using (company_id = (select acting_company()));
create policy staff on receivable_entries to portal_staff using (true);
create policy own on refunds to portal_customer using (company_id = (select acting_company()));
create policy staff on refunds to portal_staff using (true);
create policy own on settlements to portal_customer using (company_id = (select acting_company()));
create policy staff on settlements to portal_staff using (true);
create policy own on purchase_entries to portal_customer using (company_id = (select acting_company()));
create policy staff on purchase_entries to portal_staff using (true);
create policy own on purchase_sums to portal_customer using (company_id = (select acting_company()));
create policy staff on purchase_sums to portal_staff using (true);
create policy own on refresh_runs to portal_customer using (company_id = (select acting_company()));
create policy staff on refresh_runs to portal_staff using (true);
create policy own on transaction_entries to portal_customer using (company_id = (select acting_company()));
create policy staff on transaction_entries to portal_staff using (true);
create policy own on transaction_sums to portal_customer using (company_id = (select acting_company()));
create policy staff on transaction_sums to portal_staff using (true);
create policy own on transaction_counts to portal_customer using (company_id = (select acting_company()));
create policy staff on transaction_counts to portal_staff using (true);
create policy own on transaction_lines to portal_customer using (company_id = (select acting_company()));
create policy staff on transaction_lines to portal_staff using (true);
create policy own on changes to portal_customer using (company_id = (select acting_company()));
create policy staff on changes to portal_staff using (true);
create policy own on changes_gone to portal_customer using (company_id = (select acting_company()));
create policy staff on changes_gone to portal_staff using (true);
create policy own on transactions to portal_customer using (company_id = (select acting_company()));
create policy staff on transactions to portal_staff using (true);
create policy own on billed_transactions to portal_customer using (company_id = (select acting_company()));
create policy staff on billed_transactions to portal_staff using (true);
create policy own on unbilled_transactions to portal_customer using (company_id = (select acting_company()));
create policy staff on unbilled_transactions to portal_staff using (true);
create policy own on service_plans to portal_customer using (company_id = (select acting_company()));
create policy staff on service_plans to portal_staff using (true);
create policy own on service_proposals to portal_customer using (company_id = (select acting_company()));
create policy staff on service_proposals to portal_staff using (true);
create policy own on service_reminders to portal_customer using (false);
create policy staff on service_reminders to portal_staff using (true);
create policy own on services to portal_customer using (company_id = (select acting_company()));
create policy staff on services to portal_staff using (true);
create policy own on units to portal_customer using (company_id = (select acting_company()));
create policy staff on units to portal_staff using (true);

-- The provider's own records: customers see none.
create policy own on bank_files to portal_customer using (false);
create policy staff on bank_files to portal_staff using (true);
create policy own on bank_lines to portal_customer using (false);
create policy staff on bank_lines to portal_staff using (true);
create policy own on banks to portal_customer using (false);
create policy staff on banks to portal_staff using (true);
create policy own on books to portal_customer using (false);
create policy staff on books to portal_staff using (true);
create policy own on billing_run_customers to portal_customer using (false);
create policy staff on billing_run_customers to portal_staff using (true);
create policy own on billing_runs to portal_customer using (false);
create policy staff on billing_runs to portal_staff using (true);
create policy own on notification_position to portal_customer using (false);
create policy staff on notification_position to portal_staff using (true);
create policy own on webhook_position to portal_customer using (false);
create policy staff on webhook_position to portal_staff using (true);
create policy own on backups to portal_customer using (false);
create policy staff on backups to portal_staff using (true);
create policy own on job_outcomes to portal_customer using (false);
create policy staff on job_outcomes to portal_staff using (true);
create policy own on processes to portal_customer using (false);
create policy staff on processes to portal_staff using (true);
create policy own on scheduled_jobs to portal_customer using (false);
create policy staff on scheduled_jobs to portal_staff using (true);
create policy own on card_draws to portal_customer using (false);
create policy staff on card_draws to portal_staff using (true);
create policy own on daily_rates to portal_customer using (false);
create policy staff on daily_rates to portal_staff using (true);
create policy own on document_jobs to portal_customer using (false);
create policy staff on document_jobs to portal_staff using (true);
create policy own on exception_thresholds to portal_customer using (false);
create policy staff on exception_thresholds to portal_staff using (true);
create policy own on document_series to portal_customer using (false);
create policy staff on document_series to portal_staff using (true);
create policy own on purchase_totals to portal_customer using (false);
create policy staff on purchase_totals to portal_staff using (true);
create policy own on quarantine to portal_customer using (false);
create policy staff on quarantine to portal_staff using (true);
create policy own on rate_uploads to portal_customer using (false);
create policy staff on rate_uploads to portal_staff using (true);
create policy own on transaction_totals to portal_customer using (false);
create policy staff on transaction_totals to portal_staff using (true);
create policy own on product_codes to portal_customer using (false);
create policy staff on product_codes to portal_staff using (true);
create policy own on provider_statement_imports to portal_customer using (false);
create policy staff on provider_statement_imports to portal_staff using (true);
create policy own on provider_statements to portal_customer using (false);
create policy staff on provider_statements to portal_staff using (true);
create policy own on tax_rate_changes to portal_customer using (false);
create policy staff on tax_rate_changes to portal_staff using (true);
create policy own on tax_rate_candidates to portal_customer using (false);
create policy staff on tax_rate_candidates to portal_staff using (true);
create policy own on invoice_provider_sums to portal_customer using (false);
create policy staff on invoice_provider_sums to portal_staff using (true);
create policy own on journal_batches to portal_customer using (false);
create policy staff on journal_batches to portal_staff using (true);
create policy own on journal_entries to portal_customer using (false);
create policy staff on journal_entries to portal_staff using (true);
create policy own on journal_settings to portal_customer using (false);
create policy staff on journal_settings to portal_staff using (true);
create policy own on claim_packets to portal_customer using (false);
create policy staff on claim_packets to portal_staff using (true);
create policy own on claims to portal_customer using (false);
create policy staff on claims to portal_staff using (true);
create policy own on claim_entries to portal_customer using (false);
create policy staff on claim_entries to portal_staff using (true);
create policy own on receivable_aging_days to portal_customer using (false);
create policy staff on receivable_aging_days to portal_staff using (true);
create policy own on receivable_aging_weeks to portal_customer using (false);
create policy staff on receivable_aging_weeks to portal_staff using (true);
create policy own on receivable_oldest to portal_customer using (false);
create policy staff on receivable_oldest to portal_staff using (true);
create policy own on transaction_identities to portal_customer using (false);
create policy staff on transaction_identities to portal_staff using (true);

-- The same for everyone: places, sites, fuel providers, tax rates, and the letterhead and footer of invoices.
create policy own on reminder_settings to portal_customer using (false);
create policy staff on reminder_settings to portal_staff using (true);
create policy own on billing_settings to portal_customer using (true);
create policy staff on billing_settings to portal_staff using (true);
create policy own on cities to portal_customer using (true);
create policy staff on cities to portal_staff using (true);
create policy own on countries to portal_customer using (true);
create policy staff on countries to portal_staff using (true);
create policy own on fuel_providers to portal_customer using (true);
create policy staff on fuel_providers to portal_staff using (true);
create policy own on receivable_months to portal_customer using (true);
create policy staff on receivable_months to portal_staff using (true);
create policy own on sites to portal_customer using (true);
create policy staff on sites to portal_staff using (true);
create policy own on states to portal_customer using (true);
create policy staff on states to portal_staff using (true);
create policy own on ifta_rates to portal_customer using (true);
create policy staff on ifta_rates to portal_staff using (true);
create policy own on exchange_rates to portal_customer using (true);
create policy staff on exchange_rates to portal_staff using (true);
create policy own on tax_rates to portal_customer using (true);
create policy staff on tax_rates to portal_staff using (true);

-- A customer sees its own company.
create policy own on companies to portal_customer using (id = (select acting_company()));
create policy staff on companies to portal_staff using (true);

-- Import errors are visible with their import.
create policy own on import_errors to portal_customer using (import_id in (select id from imports));
create policy staff on import_errors to portal_staff using (true);

-- A customer sees only sent invoices: no Drafts, and void ones only if they were sent before.
create policy own on invoices to portal_customer using (company_id = (select acting_company())
  and (status <> 'DRAFT' and (status <> 'VOID' or sent_at is not null)));
create policy staff on invoices to portal_staff using (true);

-- A deleted user leaves an empty row for the audit log. No list, count or search shows it.
create policy own on users to portal_customer using (company_id = (select acting_company()));
create policy staff on users to portal_staff using (true);

create policy own on service_keys to portal_customer using (company_id = (select acting_company()));
create policy staff on service_keys to portal_staff using (true);

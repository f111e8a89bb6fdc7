-- The services of which a company's people were notified, due or overdue, so that each state is announced once (CARE-2).
create table service_reminders (
  plan_id bigint not null references service_plans on delete cascade,
  unit_id bigint not null,
  company_id bigint not null,
  state text not null check (state in ('due', 'overdue')),
  primary key (plan_id, unit_id),
  foreign key (unit_id, company_id) references units (id, company_id) on delete cascade
);
create index service_reminders_unit on service_reminders (unit_id, company_id);
create index service_reminders_company on service_reminders (company_id);
alter table service_reminders enable row level security;
grant select, insert, update (state), delete on service_reminders to portal_staff;

-- A report for a quarter, such as the IFTA worksheet, is made once a quarter (REPT-7).
alter table report_schedules drop constraint report_schedules_cadence_check,
  add constraint report_schedules_cadence_check check (cadence in ('daily', 'weekly', 'monthly', 'quarterly'));

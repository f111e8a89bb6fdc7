import type pg from 'pg'

/** Each is for the person who made it, from the next month on. */
const insertSchedules = `
  with made as (
    insert into report_schedules (company_id, report, title, cadence, format, parameters, next_on, created_by)
    select u.company_id, wanted.report, wanted.title, 'monthly', wanted.format, '{}', date_trunc('month', now())::date + interval '1 month', u.id
    from (values ('admin@northline.test', 'spend-against-budget', 'Spend against budget', 'pdf'),
      ('admin@provider.test', 'sales-tax-return', 'Sales-tax return of the month', 'xlsx')) as wanted (email, report, title, format)
      join users u on u.email = wanted.email
    where not exists (select from report_schedules s where s.company_id = u.company_id)
    returning id, company_id, created_by
  )
  insert into report_schedule_people (schedule_id, user_id, company_id) select id, created_by, company_id from made`

/** A fleet and the provider get a report by mail every month. */
export async function addSchedules(owner: pg.Client): Promise<void> {
  await owner.query(insertSchedules)
}

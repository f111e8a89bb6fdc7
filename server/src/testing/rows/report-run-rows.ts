import { people } from '../factories.ts'
import type { NorthlineApp } from '../northline.ts'
import { reporting, type Who } from './answers.ts'

/** Reports and schedules of Northline's: others, staff too, have their own. */
const ownedByNorthline = (status: number) => ({ ...reporting(404), northline: status })

/** The rows for runs and schedules of reports, and for budgets, in the table of every endpoint (T1). */
export function reportRunRows(world: NorthlineApp) {
  const inserted = async (statement: string, values: unknown[]) => {
    const { rows } = await world.owner.query<{ id: string }>(`${statement} returning id`, values)
    return { params: { id: Number(rows[0]?.id) } }
  }
  const ownRun = () =>
    inserted(
      `insert into report_runs (company_id, user_id, report, parameters) select company_id, id, 'spend', '{}' from users where email = $1`,
      [people.northline],
    )
  const ownSchedule = () =>
    inserted(
      `insert into report_schedules (company_id, report, title, cadence, format, parameters, next_on)
       values ($1, 'spend', 'Spend', 'weekly', 'csv', '{}', '2026-12-07')`,
      [world.northlineId],
    )
  const budget = () =>
    inserted(
      `insert into budgets (company_id, currency, from_month, amount_cents) values ($1, 'USD', '2020-01-01', 100)
       on conflict (company_id, currency, from_month) do update set amount_cents = 100`,
      [world.northlineId],
    )
  const fields = { title: 'Spend', cadence: 'weekly', format: 'csv' }
  const readerOf = async (who: Who) => {
    const email = who === 'prairie' ? people.prairie : who === 'staff' ? people.staff : people.northline
    const { rows } = await world.owner.query<{ id: string }>('select id from users where email = $1', [email])
    return Number(rows[0]?.id)
  }
  const newSchedule = async (who: Who) => ({ body: { key: 'spend', ...fields, people: [await readerOf(who)] } })
  const changedSchedule = async (who: Who) => ({
    ...(await ownSchedule()),
    body: { ...fields, people: [await readerOf(who)] },
  })
  return {
    'reportRuns.list': { answers: reporting(200) },
    'reportRuns.get': { answers: ownedByNorthline(200), call: ownRun, unknown: 404 },
    'reportSchedules.list': { answers: reporting(200) },
    'reportSchedules.people': { answers: reporting(200) },
    'reportSchedules.create': { answers: reporting(201), call: newSchedule },
    'reportSchedules.update': { answers: ownedByNorthline(200), call: changedSchedule, unknown: 404 },
    'reportSchedules.remove': { answers: ownedByNorthline(204), call: ownSchedule, unknown: 404 },
    'budgets.list': { answers: reporting(200) },
    'budgets.save': {
      answers: { ...reporting(200), prairie: 404 },
      call: async () => {
        await world.owner.query(`delete from budgets where from_month = '2026-01-01'`)
        return { body: { company_id: world.northlineId, currency: 'CAD', from_month: '2026-01-01', amount: 100 } }
      },
    },
    'budgets.remove': { answers: { ...reporting(204), prairie: 404 }, call: budget, unknown: 404 },
  }
}

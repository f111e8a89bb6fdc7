import { expect, test } from 'vitest'
import type { z } from 'zod'
import { customerScope, staffScope } from '../platform/access/scope.ts'
import type { Report } from '../platform/reports/define-report.ts'
import { testApp } from '../testing/test-app.ts'
import { everyReport } from './library/every-report.ts'
import { makeReport, readParameters } from './reports.actions.ts'

const { database } = await testApp()
const today = '2026-11-14'
/** What a report knows of these. */
const asked = ({ parameters }: Report) =>
  Object.entries({ from: '2026-08-20', to: today, quarter: '2026Q3', as_of: today }).filter(
    ([name]) => name in (parameters as z.ZodObject).shape,
  )
/** Those that take long over all customers or a long period. */
const longOnes = ['spend', 'missed-savings', 'fuel-taxes', 'margin']

test.each(everyReport)('REPT-8 $key made by a job is the one made at once', async (report) => {
  const scope = report.audience === 'staff' ? staffScope(1) : customerScope(2)
  const parameters = readParameters(scope, report, Object.fromEntries(asked(report)))
  const told: string[] = []
  const [atOnce, byJob] = await database.transaction(scope, async (db) => [
    await makeReport(report, { db, scope, today }, parameters),
    await makeReport(report, { db, scope, today, progress: (done, of) => told.push(`${done}/${of}`) }, parameters),
  ])
  expect(byJob).toEqual(atOnce)
  if (longOnes.includes(report.key)) expect(told).toEqual(['0/4', '1/4', '2/4', '3/4'])
})

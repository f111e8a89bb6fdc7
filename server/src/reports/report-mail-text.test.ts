import { expect, test } from 'vitest'
import { reportLetter } from './report-mail-text.ts'

const reader = {
  id: 1,
  name: 'Ana Roy',
  first_name: 'Ana',
  email: 'ana@northline.test',
  kind: 'customer' as const,
  company_id: 2,
  grants: {} as never,
  brand: 'freshfuels' as const,
}
const run = { id: 7, title: 'Mondays', name: 'Receivables', from_date: null, to_date: null, as_of: null, rows_count: 3 }
const period = { from_date: '2026-11-09', to_date: '2026-11-15' }
const saidOf = (days: object, language: 'en' | 'fr', rows_count = 3) => {
  const { subject, text } = reportLetter({ ...reader, language }, { ...run, rows_count, ...days }, 'https://x.test')
  return [subject.replace(/^.*?: /, ''), text.split('\n\n')[1]]
}

test('REPT-7 a mail names the period of its report, or its day, or neither', () => {
  expect(saidOf(period, 'en')).toEqual([
    'Mondays, from 2026-11-09 to 2026-11-15',
    'Attached is the report “Receivables” from 2026-11-09 to 2026-11-15.',
  ])
  // A daily report names its day once.
  const day = { from_date: '2026-11-15', to_date: '2026-11-15' }
  expect(saidOf(day, 'en')).toEqual(['Mondays, 2026-11-15', 'Attached is the report “Receivables” for 2026-11-15.'])
  expect(saidOf(day, 'fr')).toEqual([
    'Mondays, 2026-11-15',
    'Vous trouverez ci-joint le rapport «\u00a0Comptes clients\u00a0» du 2026-11-15.',
  ])
  expect(saidOf({ as_of: '2026-11-15' }, 'en')).toEqual([
    'Mondays, as of 2026-11-15',
    'Attached is the report “Receivables” as of 2026-11-15.',
  ])
  expect(saidOf({}, 'en', 0)).toEqual(['Mondays', 'The report “Receivables” has no rows.'])
})
test('REPT-7 the French mail names the period, the day, or neither', () => {
  expect(saidOf(period, 'fr', 0)).toEqual([
    'Mondays, du 2026-11-09 au 2026-11-15',
    'Le rapport «\u00a0Comptes clients\u00a0» du 2026-11-09 au 2026-11-15 ne contient aucune ligne.',
  ])
  expect(saidOf({ as_of: '2026-11-15' }, 'fr')).toEqual([
    'Mondays, au 2026-11-15',
    'Vous trouverez ci-joint le rapport «\u00a0Comptes clients\u00a0» au 2026-11-15.',
  ])
  expect(saidOf({}, 'fr')).toEqual(['Mondays', 'Vous trouverez ci-joint le rapport «\u00a0Comptes clients\u00a0».'])
})

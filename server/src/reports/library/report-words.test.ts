import { productWords } from '@portal/contract/lookups/products.rules.ts'
import { message } from '@portal/contract/message.ts'
import { frenchReportMessages, frenchReportWords } from '@portal/contract/reports/reports.french.ts'
import { reportMessages } from '@portal/contract/reports/reports.messages.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { columnsOf } from '../../platform/reports/report-result.rules.ts'
import { speakerOf } from '../report-words.ts'
import { everyReport } from './every-report.ts'

type Property = { title?: string; words?: Record<string, string> }
const parameterWords = (parameters: z.ZodType): string[] => {
  const { properties = {} } = z.toJSONSchema(parameters, { io: 'input', unrepresentable: 'any' })
  return Object.values(properties as Record<string, Property>).flatMap(({ title = '', words = {} }) => [
    title,
    ...Object.values(words),
  ])
}
test('REPT-1 French has every word of every report, for pages, files and mails', () => {
  const words = everyReport.flatMap((report) => [
    report.name,
    report.description,
    ...columnsOf(report).map(({ heading }) => heading),
    ...parameterWords(report.parameters),
  ])
  const codes = new Set(['CAD', 'USD'])
  const said = [...new Set([...words, ...Object.values(productWords)])].filter((word) => !codes.has(word))
  expect(said.filter((word) => !Object.hasOwn(frenchReportWords, word))).toEqual([])
})
test('REPT-1 French has every message of reports', () => {
  expect(Object.keys(frenchReportMessages).sort()).toEqual(Object.keys(reportMessages).sort())
})
test('REPT-1 UX-5 a number in a French note has its decimals, with a comma', () => {
  const shown = { fuel: 'Diesel', distance: '7,484', length: 'km', volume: '2,000', unit: 'L' }
  const note = message('ifta.average', { ...shown, average: 3742, per: 'km/L' })
  expect(speakerOf('fr').note(note)).toContain('= 3\u00a0742,00 km/L')
})
test('REPT-1 each report has its own key, and a description that says what it is for', () => {
  expect(new Set(everyReport.map(({ key }) => key)).size).toBe(everyReport.length)
  for (const { key, description } of everyReport) {
    expect(key).toMatch(/^[a-z][a-z-]{1,59}$/)
    expect(description.length, key).toBeGreaterThan(30)
  }
})

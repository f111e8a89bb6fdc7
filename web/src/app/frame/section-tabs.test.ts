import { expect, test } from 'vitest'
import { invoicesPath } from '../../invoices/invoices.paths.ts'
import { currentTab, sections } from './section-tabs.ts'

test('UX-2 a count never stands beside All: the drafts have a tab of their own', () => {
  const all = sections.flatMap(({ tabs }) => tabs.filter(({ label }) => label === 'All'))
  expect(all.filter(({ todo }) => todo)).toEqual([])
  const tabs = sections.find(({ label }) => label === 'Invoices')?.tabs ?? []
  expect(currentTab(tabs, invoicesPath, { filter: ['status:DRAFT'] })).toMatchObject({
    label: 'Drafts',
    todo: 'drafts',
  })
  expect(currentTab(tabs, invoicesPath, {})?.label).toBe('All')
})

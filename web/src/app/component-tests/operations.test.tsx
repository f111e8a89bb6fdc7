import type { OperationsState } from '@portal/contract/operations/operations.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { OperationsPage } from '../../operations/OperationsPage.tsx'
import { playPages, serve, showPage } from './show-page.tsx'

playPages()

const at = '2026-11-18T12:00:00.000000Z'
const before = (seconds: number) => new Date(new Date(at).getTime() - seconds * 1000).toISOString()
const job = {
  job: 'mail',
  state: 'done' as const,
  every_seconds: 2,
  last_done_at: before(5),
  last_failed_at: null,
  failure: null,
  failing_since: null,
  last_seconds: 0.2,
  late_seconds: 0,
  process: 'host:1',
}
const queue = { waiting: 0, running: 0, oldest_at: null }
const good: OperationsState = {
  at,
  version: '0.2.0',
  node_version: '24.21.0',
  started_at: before(7200),
  is_demo: false,
  database: { kind: 'external', version: '18.1', has_own_gate: true },
  migrations: { applied: 76, known: 76, newest: '0076_x.sql', are_current: true, are_functions_current: true },
  jobs: [job],
  queues: {
    mail: { waiting: 3, retrying: 0, failed: 0, oldest_at: before(60) },
    imports: queue,
    billing: queue,
    documents: { waiting: 0, failed: 0, oldest_at: null },
  },
  seal: {
    sealed: 1200,
    unsealed: 0,
    oldest_unsealed_at: null,
    last_sealed_at: before(3),
    head: 'abcdef012345678',
    unsigned: 0,
    oldest_unsigned_at: null,
    signed_at: before(2),
  },
  storage: { free_bytes: 50e9, total_bytes: 100e9, database_bytes: 2e9, files: 12, file_bytes: 4e6 },
  backup: {
    is_scheduled: true,
    last_at: before(3600),
    size_bytes: 5e6,
    failed_at: null,
    failure: null,
    tested_at: before(86_400 * 3),
    test_failure: null,
  },
  replica: { configured: false, usable: false, lag_seconds: null, lag_bytes: null, reason: null },
  processes: [
    {
      process: 'host:1',
      role: 'all',
      version: '0.2.0',
      started_at: before(7200),
      seen_at: before(4),
      jobs: ['mail'],
      is_missing: false,
    },
  ],
  findings: [],
}
const show = (state: OperationsState) => {
  serve(({ path }) => (path === '/v2/operations' ? { body: state } : { body: {} }))
  return showPage(<OperationsPage />)
}
const region = (name: string) => within(screen.getByRole('region', { name }))

it('OPS-5 a portal that runs well says so in one sentence, with its facts below', async () => {
  await show(good)
  expect(region('How the portal is running').getByText('Everything is running')).toBeTruthy()
  expect(region('Version and database').getByText('76 of 76 applied')).toBeTruthy()
  expect(region('Jobs').getByRole('row', { name: /Sending e-mail 5 seconds ago/ })).toBeTruthy()
  expect(region('Queues').getByRole('link', { name: 'Mail' }).getAttribute('href')).toBe('/outbox')
  expect(region('Backup').getByText('Restored and verified')).toBeTruthy()
  expect(region('Storage').getByRole('meter').getAttribute('aria-valuetext')?.replace(/\s/g, ' ')).toBe(
    '50 GB of 100 GB used (50%)',
  )
  expect(region('Jobs').getByText('5 seconds ago').getAttribute('title')).toMatch(/\d\d\/11\/26/)
})

it('OPS-5 a portal with faults lists what to do, and its failing job comes first with the reason', async () => {
  const params = { job: 'Sealing the audit log', name: 'seal', time: '4 min', reason: 'deadlock detected' }
  const failing = {
    ...job,
    job: 'seal',
    state: 'failing' as const,
    last_failed_at: before(2),
    failing_since: before(240),
    failure: 'deadlock detected',
  }
  await show({
    ...good,
    jobs: [job, failing],
    processes: [{ ...(good.processes[0] as OperationsState['processes'][number]), is_missing: true }],
    findings: [
      { severity: 'problem', sentence: 'In English.', message: { key: 'operations.job-failing', params } },
      { severity: 'warning', sentence: 'x', message: { key: 'operations.mail-failed', params: { count: 2 } } },
    ],
  })
  const list = region('How the portal is running')
  expect(list.queryByText('Everything is running')).toBeNull()
  const items = await list.findAllByText(/look for job seal in the log|Open them under Mail/)
  expect(items).toHaveLength(2)
  expect(list.getAllByRole('listitem').map((item) => item.textContent?.slice(0, 7))).toEqual(['Problem', 'Warning'])
  const [, first] = region('Jobs').getAllByRole('row')
  expect(first?.textContent).toMatch(/^Sealing the audit logFailing.*2 seconds agodeadlock detected/)
  expect(region('Processes').getByText('Missing')).toBeTruthy()
})

import { owner } from './database.ts'
import { expect, signInAs, test } from './portal.ts'

test('OPS-5 the provider’s Admin finds a failing job with its reason on the operations page, and its end', async ({
  page,
}) => {
  const reason = 'disk quota exceeded'
  await owner.query(
    `insert into job_outcomes (job, every_seconds, last_failed_at, failure, failing_since, process, version)
     values ('drill', 5, now(), $1, now() - interval '3 minutes', 'host:1', '1')
     on conflict (job) do update set failing_since = excluded.failing_since`,
    [reason],
  )
  await owner.query(
    `insert into processes (process, role, version, started_at, seen_at, jobs) values ('host:1', 'worker', '1', now(), now(), '{drill}')`,
  )
  await signInAs(page, 'staff')
  await page.goto('/tracking-logs')
  await page.getByRole('link', { name: 'Operations' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible()
  const state = page.getByRole('region', { name: 'How the portal is running' })
  await expect(state.getByText(`look for job drill in the log. Reason: ${reason}`)).toBeVisible()
  const row = page.getByRole('region', { name: 'Jobs' }).getByRole('row', { name: /drill/ })
  await expect(row).toContainText(reason)
  await expect(row.getByText('Failing')).toBeVisible()
  await owner.query(`update job_outcomes set failing_since = null, last_done_at = now() where job = 'drill'`)
  // The page asks again by itself.
  await expect(state.getByText(reason)).toBeHidden()
  await owner.query(`delete from job_outcomes where job = 'drill'`)
  await owner.query(`delete from processes where process = 'host:1'`)
})

test('OPS-5 other staff see neither the tab nor the page', async ({ page }) => {
  await signInAs(page, 'clerk')
  await page.goto('/operations')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /You don’t have permission|You don't have permission/,
  )
  await expect(page.getByRole('link', { name: 'Operations' })).toHaveCount(0)
})

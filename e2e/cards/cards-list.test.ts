import { apiClient, expect, expectAccessible, signInAs, test } from '../portal.ts'

test('LIST-2 LIST-3 LIT-9 the record count, the page sizes and the link back to 10', async ({ page }) => {
  await signInAs(page, 'prairie')
  await page.goto('/managercards')
  await expect(page.getByText(/^Showing record 1 to 10 of [\d,]+ records$/)).toBeVisible()
  const size = page.getByLabel('Records per page')
  expect(await size.getByRole('option').allTextContents()).toEqual(['1', '5', '10', '20', '50'])
  await size.selectOption('5')
  await expect(page.getByText(/^Showing record 1 to 5 of/)).toBeVisible()
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect(page.getByText(/^Showing record 6 to 10 of/)).toBeVisible()
  await page.goto('/managercards?size=20&filter=card_status:CLOSED')
  await expect(page.getByText(/Showing record/)).toBeVisible()
  expect(await size.getByRole('option').allTextContents()).toEqual(['1', '5', '10', '20'])
  // With 2 to 4 records, 1 is the largest size offered; the link leads back.
  await page.goto('/managercards?size=1')
  await page.route('**/v2/fuel-card-management?*', async (route) => {
    const answer = await (await route.fetch()).json()
    Object.assign(answer.metadata, { total_count: 3, total_pages: Math.ceil(3 / answer.metadata.size) })
    await route.fulfill({ json: answer })
  })
  await page.reload()
  await expect(page.getByText('Showing record 1 to 1 of 3 records')).toBeVisible()
  expect(await size.getByRole('option').allTextContents()).toEqual(['1'])
  await page.getByRole('link', { name: '10 per page' }).click()
  await expect(size).toHaveValue('10')
  await expect(page.getByRole('link', { name: '10 per page' })).toHaveCount(0)
})

test('LIST-1 LIST-8 sort, filter, page and size are in the address and survive back and reload', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/managercards')
  await page.getByRole('button', { name: 'Driver name' }).click()
  await expect(page).toHaveURL(/sort=driver_name,asc$/)
  await expect(page.getByRole('columnheader', { name: 'Driver name' })).toHaveAttribute('aria-sort', 'ascending')
  const shown = page.getByText(/Showing record/)
  const all = await shown.textContent()
  await page.getByRole('button', { name: 'Advanced Filter' }).click()
  await page.getByLabel('Filter by Status').selectOption('HOLD')
  await expect(page).toHaveURL(/filter=card_status:HOLD/)
  await expect(shown).not.toHaveText(all as string)
  const held = await shown.textContent()
  await page.getByLabel('Filter by Company', { exact: true }).fill('acad')
  await expect(page).toHaveURL(/filter=company_name::acad/)
  await expect(page.getByRole('cell', { name: 'Acadia Trucking' }).first()).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Cobalt Transport' })).toHaveCount(0)
  const address = page.url()
  // The address changes before the reply arrives; until then the previous filter's list is shown.
  await expect(shown).not.toHaveText(held as string)
  const report = await shown.textContent()
  await page.reload()
  await expect(page.getByText(report as string)).toBeVisible()
  await expect(page.getByLabel('Filter by Company', { exact: true })).toHaveValue('acad')
  await page.getByRole('link', { name: /^View/ }).first().click()
  await expect(page).toHaveURL(/\/view$/)
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(page.getByText(report as string)).toBeVisible()
})

test('LIST-10 dates are shown and filtered as DD/MM/YY', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/managercards?filter=card_issue_date:2024-02-01..2024-02-03')
  await expect(page.getByText(/Showing record 1 to/)).toBeVisible()
  const from = page.getByLabel('Issued from')
  await expect(from).toHaveValue('01/02/24')
})

test('LIST-4 deleting asks first and refetches; deleting a page’s last record leads to the page before', async ({
  page,
  request,
}) => {
  const { createCard } = await apiClient(request, 'staff')
  const trailer = `LAST-${Date.now()}`
  for (let n = 0; n < 6; n++) await createCard({ trailer_number: trailer })
  await signInAs(page, 'staff')
  await page.goto(`/managercards?page=2&size=5&filter=trailer_number:${trailer}`)
  await expect(page.getByText('Showing record 6 to 6 of 6 records')).toBeVisible()
  await page.getByRole('button', { name: /^Delete / }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete' })
  await expect(dialog.getByText('Record will be deleted forever. Do you wish to continue?')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Showing record 6 to 6 of 6 records')).toBeVisible()
  await page.getByRole('button', { name: /^Delete / }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Operation completed Successfully!')).toBeVisible()
  await expect(page.getByText('Showing record 1 to 5 of 5 records')).toBeVisible()
  // Focus moves to the row that takes the deleted row's place, not to the top of the page.
  await page
    .getByRole('button', { name: /^Delete / })
    .nth(1)
    .click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Showing record 1 to 4 of 4 records')).toBeVisible()
  await expect(page.locator('[data-row]').nth(1)).toBeFocused()
})

test('LIST-4 a delete without a session leads to the root', async ({ page, request }) => {
  const { createCard } = await apiClient(request, 'staff')
  const card = await createCard()
  await signInAs(page, 'staff')
  await page.goto(`/managercards?filter=card_number:${card.card_number}`)
  await page.getByRole('button', { name: `Delete ${card.card_number}` }).click()
  await page.request.post('/v2/logout', { headers: { 'x-portal': '1' } })
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('LIST-5 a list that fails says so, and a retry loads it', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.route('**/v2/fuel-card-management?**', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'service.unexpected', message: 'x', requestId: 'r-1' } } }),
  )
  await page.goto('/managercards')
  await expect(page.getByText('Oops! Something broke, we are working on a fix.')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/v2/fuel-card-management?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/Showing record/)).toBeVisible()
})

test('LIST-6 an empty list and an empty search have their own messages', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/managercards?filter=card_number:000000')
  await expect(page.getByText('No Manage cards found.')).toBeVisible()
  await expect(page.getByText('Showing record 0 to 0 of 0 records')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(page.getByText(/Showing record 1 to 10/)).toBeVisible()
  const metadata = { page: 1, size: 10, total_count: 0, total_pages: 1, total_kind: 'exact' }
  await page.route('**/v2/fuel-card-management?**', (route) => route.fulfill({ json: { metadata, cards: [] } }))
  await page.reload()
  await expect(page.getByText('No Manage cards records to show')).toBeVisible()
})

test('LIST-11 LIST-15 the filtered list downloads as CSV and as XLSX, and a failed download says so', async ({
  page,
}) => {
  await signInAs(page, 'clerk')
  await page.goto('/managercards?filter=company_name:Acadia Trucking')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toBe('cards.csv')
  const workbook = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Other file formats' }).click()
  await page.getByRole('menuitem', { name: 'Download XLSX' }).click()
  expect((await workbook).suggestedFilename()).toBe('cards.xlsx')
  await page.route('**/v2/fuel-card-management?**format=csv**', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'service.unavailable', message: 'x', requestId: 'r-2' } } }),
  )
  await page.getByRole('button', { name: 'Download CSV' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
})

test('LIST-12 an inexact total is shown as such', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.route('**/v2/fuel-card-management?**', async (route) => {
    const answer = await (await route.fetch()).json()
    await route.fulfill({
      json: {
        ...answer,
        metadata: { ...answer.metadata, total_count: 50_000, total_pages: 5000, total_kind: 'at_least' },
      },
    })
  })
  await page.goto('/managercards')
  await expect(page.getByText(/^Showing record 1 to 10 of 50[ ,]?000\+ records$/)).toBeVisible()
})

test('CARD-4 each status has its word and colour', async ({ page }) => {
  await signInAs(page, 'staff')
  for (const [status, word] of [
    ['RELEASE', 'ACTIVE'],
    ['HOLD', 'HOLD'],
    ['CLOSED', 'Closed'],
  ]) {
    await page.goto(`/managercards?filter=card_status:${status}`)
    await expect(page.getByRole('cell', { name: word as string, exact: true }).first()).toBeVisible()
  }
})

test('LIST-8 clearing the filters also clears text typed a moment ago', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/managercards?filter=card_status:HOLD')
  await page.getByLabel('Filter by Driver name').fill('zzz')
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await page.waitForTimeout(600)
  await expect(page).toHaveURL(/\/managercards$/)
  await expect(page.getByText(/Showing record 1 to 10/)).toBeVisible()
})

test('LIST-8 LIST-14 a hand-written address with two filters on one field shows both, and names an unknown filter', async ({
  page,
}) => {
  await signInAs(page, 'staff')
  await page.goto('/managercards?filter=card_status:eq:HOLD&filter=nope::1&filter=driver_name::a')
  await expect(page.getByText('Unknown filters are not applied: “nope::1”')).toBeVisible()
  const choices = 'Choose one of: RELEASE (ACTIVE), HOLD, CLOSED'
  await expect(
    page.getByText(`“eq:HOLD” is not a choice for card_status, so the filter is not applied. ${choices}`),
  ).toBeVisible()
  await expect(page.getByText(/Showing record/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove from the address' }).click()
  await expect(page).toHaveURL(/\/managercards\?filter=driver_name::a$/)
  await expect(page.getByText('Unknown filters are not applied')).toHaveCount(0)
  await page.goto('/managercards?filter=driver_name::a&filter=driver_name::e&filter=card_status:HOLD')
  await expect(page.getByText(/Showing record/)).toBeVisible()
  await expect(page.getByLabel('Filter by Driver name')).toHaveValue('a')
  await expect(page.getByText('and also “e”')).toBeVisible()
  await page.getByLabel('Filter by Driver name').fill('b')
  await expect(page).toHaveURL(/filter=driver_name::b&filter=card_status:HOLD$/)
  await expect(page.getByText('and also')).toHaveCount(0)
})

import { cards } from '@portal/contract/cards/cards.ts'
import { asDatabaseOwner, madeInvoice } from './invoices/made-invoices.ts'
import { apiClient, expect, expectAccessible, moveTo, people, signInAs, test } from './portal.ts'

test('LIT-4 CARD-19 a closed card opens locked with its reason; Delete is disabled for a card with transactions', async ({
  page,
  request,
}) => {
  const staff = await apiClient(request, 'staff')
  const made = await staff.createCard({ company_name: 'Northline Haulage', uom: 'GAL', non_highway_fuel_limit: 50 })
  await signInAs(page, 'staff')
  await page.goto(`/managercards/${made.id}/view`)
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Card' })).toBeVisible()
  // The company pays in Canadian dollars; the card's unit is the gallon.
  await expect(page.locator('.number-field', { hasText: 'Daily Card Limit' })).toContainText('CAD')
  await expect(page.locator('.number-field', { hasText: 'Weekly Fuel Quantity Limit' })).toContainText('GAL')
  await staff.call(cards.update, { id: made.id }, { ...made, card_status: 'CLOSED' })
  await page.goto(`/managercards?filter=card_number:${made.card_number}`)
  const row = page.locator('tr[data-row]')
  await expect(row).toContainText('50 GAL')
  await row.getByRole('link', { name: `Edit ${made.card_number}` }).click()
  await expect(page.getByRole('note').filter({ hasText: 'A closed card cannot be changed.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update' })).toBeDisabled()
  await expect(
    page.locator('form .form-grid :is(input:not([type=hidden], [type=file]), select, textarea):enabled'),
  ).toHaveCount(0)
  await expectAccessible(page)

  const used = await asDatabaseOwner((owner) =>
    owner.query(
      `select card_number from cards where exists (select from transactions where card_id = cards.id) limit 1`,
    ),
  )
  const number = used.rows[0].card_number
  await page.goto(`/managercards?filter=card_number:${number}`)
  const bin = page.getByRole('button', { name: `Delete ${number}` })
  await expect(bin).toBeDisabled()
  await expect(bin).toHaveAccessibleDescription(
    'This card has transactions, so it cannot be deleted. Close it instead.',
  )
})

test('LIT-4 an invoiced transaction and a paid invoice open locked, and Delete is disabled where it would be rejected', async ({
  page,
}) => {
  const { id, number } = await madeInvoice('FULLY_PAID')
  const [billed] = await asDatabaseOwner(
    async (owner) =>
      (await owner.query(`select id, authentication_id from transactions where invoice_id = $1`, [id])).rows,
  )
  const reason = 'This transaction is invoiced and cannot be changed. Correct it with a credit and a new transaction.'
  await signInAs(page, 'staff')
  await page.goto(`/transactions?filter=authentication_id:${billed.authentication_id}`)
  const bin = page.getByRole('button', { name: `Delete ${billed.authentication_id}` })
  await expect(bin).toBeDisabled()
  await expect(bin).toHaveAccessibleDescription(reason)
  await page.getByRole('link', { name: `View ${billed.authentication_id}` }).click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByRole('note').filter({ hasText: reason })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect(
    page.locator('form .form-grid :is(input:not([type=hidden], [type=file]), select, textarea):enabled'),
  ).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Clear this purchase' })).toHaveCount(0)

  // `invoices.test.ts` has what an invoice locks in each status.
  await moveTo(page, `/invoices/${id}/view`)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/invoices/${number}/edit$`))
  await expect(page.getByRole('note').filter({ hasText: 'A fully paid invoice cannot be changed.' })).toBeVisible()

  await moveTo(page, `/user?filter=email:${people.staff}`)
  const own = page.getByRole('button', { name: `Delete ${people.staff}` })
  await expect(own).toBeDisabled()
  await expect(own).toHaveAccessibleDescription('You cannot delete your own account.')
})

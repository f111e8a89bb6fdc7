import type { Page } from '@playwright/test'
import { insertCustomer } from '../../server/src/testing/paying.ts'
import { owner } from '../database.ts'
import { madeInvoice } from '../invoices/made-invoices.ts'
import { expect, expectAccessible, signInAs, test, uniqueNumber } from '../portal.ts'

/** A customer of its own, with open invoices of three dollars each. */
async function payer(invoices: number) {
  const name = `Payer ${uniqueNumber()}`
  await insertCustomer(owner, { name })
  const numbers: string[] = []
  for (let made = 0; made < invoices; made++) numbers.push((await madeInvoice('SENT', name)).number)
  return { name, numbers }
}

const dialog = (page: Page) => page.getByRole('dialog')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
/** Counts every key pressed, and the typing of a value as one. */
function countedKeys(page: Page) {
  let strokes = 0
  return {
    type: (text: string) => {
      strokes += 1
      return page.keyboard.type(text)
    },
    press: (key: string) => {
      strokes += 1
      return page.keyboard.press(key)
    },
    count: () => strokes,
  }
}
async function openMenu(page: Page, number: string, entry: string) {
  await page.goto(`/invoices/${number}/view`)
  await page.getByRole('button', { name: new RegExp(`More actions.*${number}`) }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}
/** Fills a cheque and waits for the proposal, which follows the amount. */
async function fillCheque(page: Page, name: string, amount: string, reference: string) {
  await page.goto('/invoices/receipts/record')
  const keys = countedKeys(page)
  await expect(page.getByRole('combobox', { name: 'Customer' })).toBeFocused()
  await keys.type(name)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await keys.press('Enter')
  await keys.press('Tab')
  await keys.type(amount)
  await keys.press('Tab')
  await keys.type(reference)
  await expect(page.getByText(/CAD stays on account/)).toBeVisible()
  return keys
}

test('RECV-1 RECV-2 a cheque over three invoices takes seven keystrokes, and the same cheque again is asked about', async ({
  page,
}) => {
  const { name, numbers } = await payer(3)
  await signInAs(page, 'staff')
  const keys = await fillCheque(page, name, '10', 'CHQ 1001')
  for (const number of numbers) await expect(page.getByLabel(`Amount for ${number}`)).toHaveValue('3.00')
  await expect(page.getByText('$1.00 CAD stays on account')).toBeVisible()
  await expectAccessible(page)
  await keys.press('Enter')
  await expect(page.getByText('Receipt recorded')).toBeVisible()
  await expect(heading(page)).toHaveText('Receipt')
  // Customer, amount and reference are typed; four keys do the rest.
  expect(keys.count()).toBe(7)
  await expect(page.getByRole('table', { name: 'Allocations' }).locator('tbody tr')).toHaveCount(3)
  await expect(page.getByText('$1.00 CAD on account')).toBeVisible()

  const again = await fillCheque(page, name, '10', 'chq1001')
  await again.press('Enter')
  await expect(page.getByText('Is this the same money?')).toBeVisible()
  await expect(page.getByRole('link', { name: /Open receipt \d+/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'It is other money: record it' }).click()
  await expect(page.getByText('$10.00 CAD on account')).toBeVisible()
})

test('RECV-1 RECV-6 amounts are changed by hand, a date before the invoice gets a hint, and too much is refused', async ({
  page,
}) => {
  const { name, numbers } = await payer(2)
  const [first = '', second = ''] = numbers
  await signInAs(page, 'staff')
  await fillCheque(page, name, '4.50', 'CHQ 2')
  await expect(page.getByLabel(`Amount for ${second}`)).toHaveValue('1.50')
  await page.getByLabel(`Amount for ${first}`).fill('4')
  await expect(page.getByText('Amount paid cannot exceed amount due.')).toBeVisible()
  await page.getByLabel(`Amount for ${first}`).fill('3')
  await page.getByLabel(`Amount for ${second}`).fill('2')
  await expect(page.getByText('$0.50 CAD too much')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The allocations are more than the money available.')).toBeVisible()
  await page.getByLabel(`Pay ${second}`).uncheck()
  await expect(page.getByText('$1.50 CAD stays on account')).toBeVisible()
  await page.getByRole('button', { name: 'Propose oldest first' }).click()
  await expect(page.getByLabel(`Amount for ${second}`)).toHaveValue('1.50')
  await page.getByLabel('Date received').fill('01/11/26')
  await page.getByLabel('Date received').blur()
  await expect(page.getByText(`Before the date of ${first}: until then, its money is on account.`)).toBeVisible()
})

test('RECV-1 RECV-5 PAY-7 money on account is allocated and refunded, and the returned receipt is due again', async ({
  page,
}) => {
  const { name, numbers } = await payer(1)
  await signInAs(page, 'staff')
  const keys = await fillCheque(page, name, '5', 'CHQ 3')
  await keys.press('Enter')
  await expect(page.getByText('$2.00 CAD on account')).toBeVisible()
  const later = (await madeInvoice('SENT', name)).number
  await page.getByRole('button', { name: 'Allocate', exact: true }).click()
  await expect(dialog(page).getByLabel(`Amount for ${later}`)).toHaveValue('2.00')
  await dialog(page).getByLabel(`Amount for ${later}`).fill('1.25')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Allocate' }).click()
  await expect(page.getByText('$0.75 CAD on account')).toBeVisible()

  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(dialog(page).getByLabel('Amount')).toHaveValue('0.75')
  await dialog(page).getByLabel('Reference').fill('EFT 9')
  await dialog(page).getByLabel('Reason').fill('Paid too much')
  await dialog(page).getByRole('button', { name: 'Record refund' }).click()
  await expect(page.getByText('Refund recorded')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reverse', exact: true })).toBeDisabled()
  const receipt = page.url()

  await page.goto(`/invoices/refunds?filter=company_name:${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: /^Reverse EFT 9/ }).click()
  await dialog(page).getByLabel('Reason').fill('Sent twice')
  await dialog(page).getByRole('button', { name: 'Reverse' }).click()
  await expect(page.getByText('The refund was reversed')).toBeVisible()

  await page.goto(receipt)
  await page.getByRole('button', { name: 'Reverse', exact: true }).click()
  const returned = dialog(page).getByRole('radio', { name: 'The bank returned it (NSF)' })
  await expect(returned).toHaveAccessibleDescription(
    `Due again: ${numbers[0]} ($3.00 CAD), ${later} ($1.25 CAD). A fee of $45.00 CAD goes on the next invoice. The invoices are marked NSF until they are paid. No card is put on hold.`,
  )
  await returned.check()
  await dialog(page).getByLabel('Reason').fill('Account closed')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Reverse' }).click()
  await expect(page.getByText('The receipt was reversed')).toBeVisible()
  await expect(page.getByText('-$5.00 CAD')).toBeVisible()
  await page.goto(`/invoices/${later}/view`)
  await expect(page.getByText('NSF').first()).toBeVisible()
})

test('RECV-3 RECV-5 a line is credited, the credit undone and applied again, and the rest is written off', async ({
  page,
}) => {
  const { numbers } = await payer(1)
  const number = numbers[0] ?? ''
  await signInAs(page, 'staff')
  await openMenu(page, number, 'Credit invoice')
  await expect(page.getByText('$3.00 CAD can still be credited')).toBeVisible()
  await page.getByRole('button', { name: 'Issue credit note' }).click()
  await expect(page.getByText('This field is required.').first()).toBeVisible()
  await page.getByLabel('Reason').fill('Wrong fee')
  await page.getByRole('button', { name: 'Issue credit note' }).click()
  await expect(page.getByText('Choose at least one line, or enter an amount.')).toBeVisible()
  await page
    .getByRole('checkbox', { name: /^Credit MADE/ })
    .first()
    .check()
  await expect(page.getByText('Credit of $1.00 CAD')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Issue credit note' }).click()
  await expect(page.getByText('Credit note issued')).toBeVisible()
  await page.getByRole('button', { name: `Undo ${number}` }).click()
  await dialog(page).getByLabel('Reason').fill('For another invoice')
  await dialog(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('$1.00 CAD on account')).toBeVisible()
  await page.getByRole('button', { name: 'Apply to invoices' }).click()
  await expect(dialog(page).getByLabel(`Amount for ${number}`)).toHaveValue('1.00')
  await dialog(page).getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Credit note applied')).toBeVisible()

  await openMenu(page, number, 'Write off')
  await expect(dialog(page).getByLabel('Amount')).toHaveValue('2.00')
  await dialog(page).getByLabel('Reason').fill('Not worth a reminder')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Write off' }).click()
  await expect(page.getByText('Balance written off')).toBeVisible()
  const credits = page.getByRole('region', { name: 'Credits and write-offs' })
  await expect(credits.getByRole('link', { name: /^CN-/ })).toBeVisible()
  await expect(page.getByText('Fully Paid').first()).toBeVisible()
  await credits.getByRole('button', { name: 'Reverse' }).click()
  await dialog(page).getByLabel('Reason').fill('It was paid after all')
  await dialog(page).getByRole('button', { name: 'Reverse' }).click()
  await expect(page.getByText('Partially Paid').first()).toBeVisible()
})

test('RECV-3 making a sent invoice void names its credit note', async ({ page }) => {
  const { numbers } = await payer(1)
  await signInAs(page, 'staff')
  await openMenu(page, numbers[0] ?? '', 'Void invoice')
  await expect(dialog(page)).toContainText('a credit note for all of it follows')
  await dialog(page).getByLabel('Reason').fill('Billed to the wrong customer')
  await dialog(page).getByRole('button', { name: 'Void invoice' }).click()
  await page.getByRole('status').getByRole('link', { name: /^CN-/ }).click()
  await expect(heading(page)).toHaveText('Credit note')
  await expect(page.getByText('Voided invoice')).toBeVisible()
})

/** A year before everything else, so that no other journey is refused. */
test('RECV-6 closed books refuse a receipt dated in them, and are opened again with a reason', async ({ page }) => {
  const { name } = await payer(1)
  await signInAs(page, 'staff')
  await page.goto('/books')
  await expect(page.getByRole('heading', { name: 'The books are open' })).toBeVisible()
  await page.getByLabel('Through').fill('31/01/21')
  await page.getByLabel('Through').blur()
  await page.getByRole('button', { name: 'Close the books' }).click()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Close the books' }).click()
  await expect(page.getByRole('heading', { name: 'The books are closed through 31/01/21' })).toBeVisible()

  await fillCheque(page, name, '1', 'CHQ 4')
  await page.getByLabel('Date received').fill('15/01/21')
  await page.getByLabel('Date received').blur()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('#field-receipt_date-error')).toHaveText(
    'The books are closed through 31/01/21. Only later dates can be booked.',
  )

  await page.goto('/books')
  await page.getByRole('button', { name: 'Open the books again' }).click()
  await dialog(page).getByRole('button', { name: 'Open the books again' }).click()
  await expect(dialog(page).getByText('This field is required.')).toBeVisible()
  await dialog(page).getByLabel('Reason').fill('A late statement')
  await dialog(page).getByRole('button', { name: 'Open the books again' }).click()
  await expect(page.getByRole('heading', { name: 'The books are open' })).toBeVisible()
  await expect(page.getByText('A late statement')).toBeVisible()
})

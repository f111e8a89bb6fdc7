import { makeXlsx } from '../server/src/testing/files/workbooks.ts'
import { essoHeader, essoRates } from '../server/src/testing/rows/rate-rows.ts'
import { expect, signInAs, test } from './portal.ts'

test('UX-5 what the service says is read in French at a field and in a stored report', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ locale: 'fr-CA', baseURL: baseURL as string })
  const page = await context.newPage()
  await signInAs(page, 'staff')
  await page.goto('/managercards/add-new')
  await page.getByLabel('Numéro de carte').fill('12345')
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(page.getByRole('main').getByText('Utilisez de 6 à 19 chiffres.').first()).toBeVisible()

  const rows = [essoHeader, essoRates({ 0: '2026-11-14', 2: '9871' }), essoRates({ 2: '9871', 6: 'KEROSENE' })]
  const file = { name: 'bad.xlsx', mimeType: 'application/octet-stream', buffer: makeXlsx(rows) }
  const answer = await page.request.post('/v2/upload-daily-rates?type=Esso', {
    headers: { 'x-portal': '1' },
    multipart: { file },
  })
  const { import_id, error } = await answer.json()
  expect([error.message, error.key]).toEqual([
    'Nothing was imported: 1 of 2 rows has an error.',
    'import.one-row-failed',
  ])
  await page.goto(`/dailyrates/${import_id}/edit`)
  await expect(page.getByText(/Rien n’a été importé\s: 1 ligne sur 2 comporte une erreur\./)).toBeVisible()
  await expect(
    page.getByText(/Ce code de produit n’est pas associé \(Esso\)\. Associez-le sous Codes de produit/),
  ).toBeVisible()
  await context.close()
})

import { apiClient, expect, signInAs, test } from './portal.ts'

test('NAV-1 NAV-5 by keyboard, the palette opens every permitted page and finds a record by the text on it', async ({
  page,
  request,
}) => {
  const card = await (await apiClient(request, 'staff')).createCard()
  await signInAs(page, 'staff')
  await page.goto('/managercards')
  await expect(page.getByText(/Showing record/)).toBeVisible()
  const search = page.getByRole('dialog', { name: 'Search' }).getByRole('textbox', { name: 'Search' })
  const look = async (text: string) => {
    await page.keyboard.press('Control+k')
    await expect(search).toBeFocused()
    await page.keyboard.type(text)
  }
  // Text typed while the palette loads is in its field once it opens.
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('quarant')
  await expect(search).toHaveValue('quarant')
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('button', { name: 'Quarantine' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Quarantine' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Transactions', exact: true })).toHaveAttribute('aria-current', 'true')

  await look(card.card_number)
  await expect(page.getByRole('group', { name: 'Cards' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/managercards/${card.id}/view$`))
  await look('prairie')
  await expect(page.getByRole('group', { name: 'Customers' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/customer\/\d+\/view$/)

  // A user with fewer permissions sees fewer entries: no customers, nothing to add, and no such call is made.
  const asked: string[] = []
  page.on('request', (sent) => asked.push(new URL(sent.url()).pathname))
  await page.context().clearCookies()
  await signInAs(page, 'desk')
  await page.goto('/managercards')
  await expect(page.getByText(/Showing record/)).toBeVisible()
  asked.length = 0
  await look('prairie')
  await expect(page.getByRole('dialog').getByText('No Record found')).toBeVisible()
  expect(asked.filter((path) => path.startsWith('/v2') && path.includes('customer'))).toEqual([])
  await search.fill('add')
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Add/ })).toHaveCount(0)
})

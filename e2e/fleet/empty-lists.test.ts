import { addUser, oldPassword } from '../new-user.ts'
import { expect, expectAccessible, moveTo, test } from '../portal.ts'

test('DASH-2 LIT-11 for staff the three lists of fleets are empty until there is something to list', async ({
  page,
}) => {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.url())
  })
  const data = { username: await addUser(), password: oldPassword }
  await page.request.post('/v2/login', { data, headers: { 'x-portal': '1' } })
  await page.goto('/profile')
  for (const [path, title, text] of [
    ['/reporting', 'Reporting', 'No Reporting records to show'],
    ['/smartbuy', 'Smart Buy', 'No Smart Buy records to show'],
    ['/truckcare', 'Truck Care', 'No Truck Care records to show'],
  ] as const) {
    await moveTo(page, path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText(text)).toBeVisible()
    await expect(page.getByText('Showing record 0 to 0 of 0 records')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: /^Add / })).toHaveCount(0)
    await expectAccessible(page)
  }
  expect(refused).toEqual([])
})

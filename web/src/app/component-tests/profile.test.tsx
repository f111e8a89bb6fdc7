import type { ErrorBody } from '@portal/contract/errors.ts'
import { maxPictureBytes } from '@portal/contract/files/files.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { FormPage } from '../../form/FormPage.tsx'
import { FormSection } from '../../form/FormSection.tsx'
import { fieldsOf } from '../../form/fields.ts'
import { useRecordForm } from '../../form/record-form.ts'
import { LocationFields } from '../../pickers/LocationFields.tsx'
import { PasswordDialog } from '../../profile/PasswordDialog.tsx'
import { PictureInput } from '../../ui/PictureInput.tsx'
import { playPages, press, refusal, serve, showPage, type } from './show-page.tsx'

playPages()

const required = z.object({ name: z.string().min(1), address: z.string().min(1) })
const { TextField } = fieldsOf(required)
function Required() {
  const form = useRecordForm(required, { name: '', address: '' })
  return (
    <FormPage title="Thing" mode="edit" form={form} saver={{ isPending: false, mutateAsync: async () => {} }}>
      <FormSection title="General">
        <TextField name="name" label="Name" />
        <TextField name="address" label="Address" />
      </FormSection>
    </FormPage>
  )
}

it('FORM-4 saving with missing values counts them and focuses the first', async () => {
  await showPage(<Required />)
  press('Update')
  expect(await screen.findByText('2 fields need attention')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Name/)))
})

const place = z.string().nullable()
const located = z.object({ country: place, state: place, city: place })
function Located() {
  const form = useRecordForm(located, { country: 'CA', state: 'CA-QC', city: 'CA-QC-montreal' })
  return (
    <FormPage title="Place" mode="edit" form={form} saver={{ isPending: false, mutateAsync: async () => {} }}>
      <FormSection title="Location">
        <LocationFields form={form} />
      </FormSection>
    </FormPage>
  )
}
const places: Record<string, Record<string, string>> = {
  '/v2/countries': { CA: 'Canada', US: 'United States' },
  '/v2/countries/CA/states': { 'CA-QC': 'Quebec', 'CA-SK': 'Saskatchewan' },
  '/v2/countries/CA/states/CA-QC/cities': { 'CA-QC-montreal': 'Montréal' },
  '/v2/countries/CA/states/CA-SK/cities': { 'CA-SK-moose-jaw': 'Moose Jaw' },
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name })
async function choose(name: string, option: string) {
  fireEvent.click(box(name))
  fireEvent.click(await screen.findByRole('option', { name: option }))
}

it('COMP-5 changing the state clears the city; changing the country clears both; Cancel brings all back', async () => {
  serve(({ path }) => ({
    body: Object.entries(places[path] ?? {}).map(([key, value]) => ({ key, value })),
  }))
  await showPage(<Located />)
  await waitFor(() => expect(box('City').value).toBe('Montréal'))
  await choose('State', 'Saskatchewan')
  await waitFor(() => expect(box('City').value).toBe(''))
  await choose('City', 'Moose Jaw')
  await waitFor(() => expect(box('City').value).toBe('Moose Jaw'))
  await choose('Country', 'United States')
  await waitFor(() => expect([box('State').value, box('City').value]).toEqual(['', '']))
  expect(box('City').disabled).toBe(true)
  press('Cancel')
  await waitFor(() => expect(box('City').value).toBe('Montréal'))
  expect(screen.queryByText('Unsaved changes')).toBeNull()
})

it('PROF-2 the password dialog says what is wrong at each field, and Cancel closes it', async () => {
  const refused = refusal('request.invalid')
  const field_messages = { old_password: { key: 'password.not-current', params: {} } }
  const asked = serve(() => ({ ...refused, body: { error: { ...(refused.body as ErrorBody).error, field_messages } } }))
  let closed = 0
  await showPage(
    <main>
      <PasswordDialog opened onClose={() => closed++} />
    </main>,
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }))
  const change = () => fireEvent.click(dialog.getByRole('button', { name: 'Change password' }))
  const [current, fresh, repeated] = [/^Current Password/, /^New Password/, /^Repeat New Password/]
  type(current, 'not my password')
  type(fresh, 'short')
  type(repeated, 'other')
  change()
  expect(await dialog.findByText('Use at least 12 characters.')).toBeTruthy()
  type(fresh, 'long enough for all')
  change()
  expect(await dialog.findByText('The two passwords differ.')).toBeTruthy()
  expect(asked).toEqual([])
  type(repeated, 'long enough for all')
  change()
  expect(await dialog.findByText('This is not your current password.')).toBeTruthy()
  expect(asked.map(({ body }) => body)).toEqual([{ old_password: 'not my password', password: 'long enough for all' }])
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(closed).toBe(1))
})

it('PROF-2 FORM-4 a file that is not a picture, or too large, is refused where it was chosen, before it is sent', async () => {
  const used: File[] = []
  await showPage(
    <main>
      <PictureInput shape="round" isBusy={false} onUse={async (file) => used.push(file)}>
        Nothing yet
      </PictureInput>
    </main>,
  )
  const chosen = (file: File) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
    fireEvent.change(input, { target: { files: [file] } })
  }
  chosen(new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Choose a PNG, JPEG or WebP picture.')
  expect(screen.queryByRole('button', { name: 'Use this picture' })).toBeNull()
  chosen(new File(['x'.repeat(maxPictureBytes + 1)], 'big.png', { type: 'image/png' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('This file is too large.'))
  chosen(new File(['x'], 'me.png', { type: 'image/png' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Use this picture' }))
  await waitFor(() => expect(used.map(({ name }) => name)).toEqual(['me.png']))
})

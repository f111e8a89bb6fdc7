import { AppError } from '@portal/contract/errors.ts'
import { Link } from '@tanstack/react-router'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { FormDialog } from '../../form/FormDialog.tsx'
import { FormPage } from '../../form/FormPage.tsx'
import { FormSection } from '../../form/FormSection.tsx'
import { fieldsOf } from '../../form/fields.ts'
import { drawnField } from '../../form/form-context.ts'
import { type FormMode, useRecordForm, type Values } from '../../form/record-form.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { button, playPages, press, showPage, type } from './show-page.tsx'

const schema = z.object({ name: z.string().trim().min(1, 'Name is required'), note: z.string().nullish() })
const { TextField } = fieldsOf(schema)
const fields = (
  <>
    <TextField name="name" label="Name" />
    <TextField name="note" label="Note" />
  </>
)
type Given = {
  save?: (values: Values) => Promise<unknown>
  locked?: string
  reread?: () => Promise<Values>
  mode?: FormMode
  recordPath?: string
}
function ThingForm({ save = async () => {}, mode = 'edit', ...rest }: Given) {
  const form = useRecordForm(schema, { name: 'Ann', note: '' })
  return (
    <FormPage
      title="Thing"
      mode={mode}
      form={form}
      list={{ label: 'Back to things', path: '/things' }}
      saver={{ isPending: false, mutateAsync: save }}
      {...rest}
    >
      <FormSection title="General">{fields}</FormSection>
      <Link to={'/elsewhere' as string}>Away</Link>
    </FormPage>
  )
}
playPages()

it('FORM-4 a field shows its error on blur; saving focuses the first such field, and the summary links to it', async () => {
  await showPage(<ThingForm />)
  expect(screen.getByText('Name', { selector: 'label' }).textContent).toBe('Name *')
  type(/^Name/, ' ')
  fireEvent.blur(screen.getByLabelText(/^Name/))
  expect(await screen.findByText('Name is required')).toBeTruthy()
  press('Update')
  const summary = await screen.findByRole('alert')
  expect(summary.textContent).toContain('1 field needs attention')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Name/)))
  screen.getByLabelText('Note').focus()
  fireEvent.click(within(summary).getByRole('link', { name: 'Name' }))
  expect(document.activeElement).toBe(screen.getByLabelText(/^Name/))
})

it('FORM-4 the service’s field errors show at their fields, and its record errors on top', async () => {
  const refusals = [new AppError('request.invalid', { note: 'field.invalid' }), new AppError('record.stale')]
  const save = () => Promise.reject(refusals.shift())
  await showPage(<ThingForm save={save} reread={async () => ({ name: 'Anna', note: 'kept' })} />)
  type(/^Name/, 'Bob')
  press('Update')
  await waitFor(() => expect(screen.getByLabelText('Note').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByText('This value is not valid.')).toHaveLength(2)
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Bob')
  press('Update')
  // The button alone speaks of reloading.
  await screen.findByText('Another user changed this record while you were editing it.')
  expect(screen.getAllByText(/reload/i)).toHaveLength(1)
  fireEvent.click(await screen.findByRole('button', { name: 'Reload' }))
  // FORM-7: unsaved input stays, and the other fields get their current values.
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('kept'))
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Bob')
  expect(screen.getAllByText('Another user changed this to “Anna”. Saving keeps your value.')).toHaveLength(2)
})

it('LIT-4 a locked record is read-only, with the reason on top', async () => {
  await showPage(<ThingForm locked="It was billed." />)
  expect(screen.getByRole('note').textContent).toContain('It was billed.')
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).disabled).toBe(true)
  expect(button('Update')).toMatchObject({ disabled: true })
})

it('UX-1 LIT-7 in view mode every field is there, disabled and without a mark; empty ones fold until they are shown', async () => {
  await showPage(<ThingForm mode="view" />)
  expect(screen.getByText('Name', { selector: 'label' }).textContent).toBe('Name')
  for (const label of ['Name', 'Note']) expect(screen.getByLabelText(label)).toMatchObject({ disabled: true })
  const isFolded = () => document.querySelector('form')?.hasAttribute('data-folded')
  expect(isFolded()).toBe(true)
  expect(screen.getByLabelText('Note').closest('[data-empty]')).not.toBeNull()
  expect(screen.getByLabelText('Name').closest('[data-empty]')).toBeNull()
  press('Show empty fields (1)')
  expect(isFolded()).toBe(false)
  press('Hide empty fields')
  expect(isFolded()).toBe(true)
})

it('FORM-8 FORM-2 once saved, the ways to the record and to the list are there at once, and a link wins over the return', async () => {
  const router = await showPage(<ThingForm recordPath="/elsewhere" />)
  type(/^Name/, 'Bob')
  expect(screen.queryByRole('link', { name: 'Go to the list' })).toBeNull()
  press('Update')
  expect(await screen.findByRole('link', { name: 'Go to the list' })).toMatchObject({ pathname: '/things' })
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  fireEvent.click(screen.getByRole('link', { name: 'Open the record' }))
  expect(await screen.findByText('Elsewhere')).toBeTruthy()
  await new Promise((resolve) => setTimeout(resolve, 3200))
  expect(router.state.location.pathname).toBe('/elsewhere')
})

it('UX-14 a key typed in a field draws no other field again', async () => {
  let drawn = 0
  const Counted = drawnField<string | null, { name: string; label: string }>(function CountedBox({ input }) {
    drawn++
    return <input id={input.id} aria-label={input.label} />
  })
  function Page() {
    const form = useRecordForm(schema, { name: 'Ann', note: '' })
    return (
      <FormPage title="Thing" mode="edit" form={form} saver={{ isPending: false, mutateAsync: async () => {} }}>
        <TextField name="name" label="Name" />
        <Counted name="note" label="Note" />
      </FormPage>
    )
  }
  await showPage(<Page />)
  const before = drawn
  for (const name of ['A', 'An', 'Anna']) type(/^Name/, name)
  expect(drawn).toBe(before)
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Anna')
})

it('FORM-1 leaving with unsaved input asks, and without it does not', async () => {
  const router = await showPage(<ThingForm />)
  type(/^Name/, 'Bob')
  fireEvent.click(screen.getByRole('link', { name: 'Away' }))
  const question = await screen.findByRole('dialog', { name: 'Are you sure want to leave ?' })
  // Staying is the prominent choice.
  const stay = within(question).getByRole('button', { name: 'Stay' })
  expect(stay.dataset.variant).toBe('filled')
  expect(within(question).getByRole('button', { name: 'Leave' }).dataset.variant).toBe('default')
  fireEvent.click(stay)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.pathname).toBe('/things')
  type(/^Name/, 'Ann')
  fireEvent.click(screen.getByRole('link', { name: 'Away' }))
  expect(await screen.findByText('Elsewhere')).toBeTruthy()
})

function ThingDialog({ onClose, isBusy = false }: { onClose: () => void; isBusy?: boolean }) {
  const form = useRecordForm(schema, { name: '', note: '' })
  return (
    <main>
      <FormDialog
        opened
        title="New thing"
        form={form}
        submit="Save"
        isBusy={isBusy}
        error="The service refused."
        first="note"
        onSubmit={() => {}}
        onClose={onClose}
      >
        {fields}
      </FormDialog>
    </main>
  )
}

it('FORM-10 a dialog focuses its field, shows an error, and asks before Escape, cross or a click outside discards input', async () => {
  let closed = 0
  await showPage(<ThingDialog onClose={() => closed++} />)
  const dialog = await screen.findByRole('dialog', { name: 'New thing' })
  const alert = within(dialog).getByRole('alert')
  expect(alert.textContent).toBe('The service refused.')
  // Beside the buttons, which stay in sight while a long dialog scrolls.
  expect(alert.closest('.dialog-foot')).not.toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Note')))
  type('Note', 'typed')
  const asked = () => screen.findByRole('dialog', { name: 'Are you sure want to leave ?' })
  for (const place of ['close', 'overlay']) {
    fireEvent.click(document.querySelector(`.mantine-Modal-${place}`) as Element)
    fireEvent.click(within(await asked()).getByRole('button', { name: 'Stay' }))
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
  }
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('typed')
  fireEvent.keyDown(dialog, { key: 'Escape' })
  const question = await asked()
  expect(closed).toBe(0)
  fireEvent.click(within(question).getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(closed).toBe(1))
})

it('a dialog being submitted cannot be changed or submitted again', async () => {
  await showPage(<ThingDialog onClose={() => {}} isBusy />)
  await screen.findByRole('dialog', { name: 'New thing' })
  expect(button('Save')).toMatchObject({ disabled: true })
  expect(screen.getByLabelText('Note')).toMatchObject({ disabled: true })
})

it('a confirmation focuses the safe choice, and is disabled while something prevents it', async () => {
  const answers: string[] = []
  const dialog = (blocked: boolean) => (
    <main>
      <ConfirmDialog
        opened
        title="Void"
        text="Sure?"
        confirm="Void it"
        blocked={blocked}
        onConfirm={() => answers.push('yes')}
        onCancel={() => answers.push('no')}
      />
    </main>
  )
  await showPage(dialog(true))
  await waitFor(() => expect(document.activeElement).toBe(button('Cancel')))
  expect(button('Void it')).toMatchObject({ disabled: true })
  press('Cancel')
  expect(answers).toEqual(['no'])
})

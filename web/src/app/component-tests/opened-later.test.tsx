import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ComponentType, type InputHTMLAttributes, type Ref, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { touch } from '../../ui/opened-later/first-touch.ts'
import { type ClosedField, openedLater } from '../../ui/opened-later/opened-later.tsx'

afterEach(cleanup)

type Props = { label: string; onBlur?: () => void; onAct?: (act: string) => void }
/** Says what is done to it. */
function Complete({ label, onBlur, onAct, ref }: Props & { ref?: Ref<HTMLInputElement> }) {
  const [text, setText] = useState('')
  return (
    <input
      ref={ref}
      data-complete
      aria-label={label}
      value={text}
      onBlur={onBlur}
      onClick={() => onAct?.('click')}
      onKeyDown={({ key }) => onAct?.(key)}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onAct?.(`text ${event.currentTarget.value}`)
      }}
    />
  )
}
function Closed({
  label,
  onAct: _,
  typed,
  onType,
  ...rest
}: Props & ClosedField & InputHTMLAttributes<HTMLInputElement>) {
  return <input {...rest} aria-label={label} value={typed ?? ''} onChange={(event) => onType(event.target.value)} />
}

/** A field whose complete form arrives when the test says so. */
function place(props: Partial<Props> = {}) {
  const { promise, resolve } = Promise.withResolvers<ComponentType<Props>>()
  const Field = openedLater<Props>(() => promise, Closed as ComponentType<Props & ClosedField>)
  const acts: string[] = []
  render(
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          acts.push('submitted')
        }}
      >
        <Field label="Day" onAct={(act) => acts.push(act)} {...props} />
      </form>
      <button type="button">Next</button>
    </>,
  )
  const field = () => screen.getByLabelText<HTMLInputElement>('Day')
  const arrive = async () => {
    resolve(Complete)
    await waitFor(() => expect(field().dataset.complete).toBeDefined())
  }
  void touch()
  return { acts, field, arrive }
}

it('UX-14 a field without the focus becomes complete and takes none', async () => {
  const { acts, field, arrive } = place()
  expect(field().dataset.complete).toBeUndefined()
  await arrive()
  expect(document.activeElement).toBe(document.body)
  expect(acts).toEqual([])
})

it('UX-14 the focus, the selection and what was typed go along, and nothing counts as left', async () => {
  const onBlur = vi.fn()
  const { acts, field, arrive } = place({ onBlur })
  field().focus()
  fireEvent.change(field(), { target: { value: '01/02/26' } })
  field().setSelectionRange(2, 5)
  await arrive()
  expect(document.activeElement).toBe(field())
  expect(field().value).toBe('01/02/26')
  expect([field().selectionStart, field().selectionEnd]).toEqual([2, 5])
  expect(acts).toEqual(['text 01/02/26'])
  expect(onBlur).not.toHaveBeenCalled()
})

it('UX-14 what was typed and left before the field was complete is typed and left', async () => {
  const onBlur = vi.fn()
  const { acts, field, arrive } = place({ onBlur })
  field().focus()
  fireEvent.change(field(), { target: { value: '01/02/26' } })
  const next = screen.getByRole('button', { name: 'Next' })
  next.focus()
  expect(onBlur).not.toHaveBeenCalled()
  await arrive()
  expect(document.activeElement).toBe(next)
  expect(field().value).toBe('01/02/26')
  expect(acts).toEqual(['text 01/02/26'])
  await waitFor(() => expect(onBlur).toHaveBeenCalledOnce())
})

it('UX-14 a pressed field is not replaced, and then it is clicked', async () => {
  const { acts, field, arrive } = place()
  const closed = field()
  fireEvent.pointerDown(closed)
  const arriving = arrive()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(field()).toBe(closed)
  fireEvent.pointerUp(closed)
  fireEvent.click(closed)
  await arriving
  await waitFor(() => expect(acts).toEqual(['click']))
})

it('UX-14 the keys that open a field and choose from it are not lost, in their order', async () => {
  const { acts, field, arrive } = place()
  field().focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) expect(fireEvent.keyDown(field(), { key })).toBe(false)
  await arrive()
  await waitFor(() => expect(acts).toEqual(['ArrowDown', 'ArrowDown', 'Enter']))
})

it('UX-14 Enter submits the form, as in the complete field, and not before the typed text is known', async () => {
  const { acts, field, arrive } = place()
  field().focus()
  expect(fireEvent.keyDown(field(), { key: 'Enter' })).toBe(true)
  fireEvent.change(field(), { target: { value: '01/02/26' } })
  expect(fireEvent.keyDown(field(), { key: 'Enter' })).toBe(false)
  await arrive()
  await waitFor(() => expect(acts).toEqual(['text 01/02/26', 'Enter', 'submitted']))
})

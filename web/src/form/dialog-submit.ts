import { AppError } from '@portal/contract/errors.ts'
import { useState } from 'react'
import type { RecordForm, Values } from './record-form.ts'

/** `people.0` belongs to the field `people`. */
const rootOf = (name: string): string => name.split('.')[0] ?? name

/**
 * The wiring of a form dialog: submits its values, then closes and resets it. Errors go to their fields, or below them
 * if they belong to none.
 */
export function useDialogSubmit(form: RecordForm, send: (values: Values) => Promise<unknown>, onClose: () => void) {
  const [refusal, setRefusal] = useState<string>()
  const close = () => {
    form.state.reset()
    setRefusal(undefined)
    onClose()
  }
  const submit = async (values: Values) => {
    setRefusal(undefined)
    try {
      await send(values)
      close()
    } catch (error) {
      const fields = error instanceof AppError ? error.fields : undefined
      const other = Object.entries(fields ?? {}).find(([name]) => !Object.hasOwn(form.state.getValues(), rootOf(name)))
      if (fields) form.state.setErrors(fields)
      if (other) setRefusal(other[1])
      if (!fields) setRefusal(error instanceof Error ? error.message : 'Operation Failed!')
    }
  }
  return { form, error: refusal, onSubmit: submit, onClose: close }
}

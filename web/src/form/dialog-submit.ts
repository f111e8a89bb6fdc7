import { AppError } from '@portal/contract/errors.ts'
import { useState } from 'react'
import type { RecordForm, Values } from './record-form.ts'

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
      if (fields) form.state.setErrors(fields)
      else setRefusal(error instanceof Error ? error.message : 'Operation Failed!')
    }
  }
  return { form, error: refusal, onSubmit: submit, onClose: close }
}

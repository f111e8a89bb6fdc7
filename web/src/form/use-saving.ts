import { AppError } from '@portal/contract/errors.ts'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { toList } from '../api/list-address.ts'
import { type FieldInfo, focusField } from './form-context.ts'
import type { RecordForm, Values } from './record-form.ts'

const returnAfterMs = 3000

export type Saver = { isPending: boolean; mutateAsync: (values: Values) => Promise<unknown> }
export type Trouble = { message: string; isStale: boolean; isSignedOut: boolean; requestId: string | undefined }

/**
 * From Save to the return to the list (FORM-2), or to the errors at their fields (FORM-4). A link followed in the
 * meantime wins over the return (FORM-8).
 */
export function useSaving(form: RecordForm, saver: Saver, listPath: string | undefined, fields: readonly FieldInfo[]) {
  const navigate = useNavigate()
  const router = useRouter()
  const [isSaved, setSaved] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [hasTried, setTried] = useState(false)
  useEffect(() => {
    if (!isSaved || listPath === undefined) return
    const timer = setTimeout(() => navigate(toList(listPath)), returnAfterMs)
    const unsubscribe = router.subscribe('onBeforeNavigate', () => clearTimeout(timer))
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [isSaved, navigate, router, listPath])
  const focusFirst = (errors: Readonly<Record<string, unknown>>) => {
    const first = fields.find(({ name }) => errors[name])
    // The failed save may still disable the fields. They are enabled after the next paint.
    if (first) setTimeout(() => focusField(first.name), 50)
  }
  const save = async (values: Values) => {
    setTrouble(null)
    try {
      await saver.mutateAsync(values)
      // A form that stays open can be changed and saved again.
      setSaved(listPath !== undefined)
    } catch (error) {
      const fieldErrors = error instanceof AppError ? error.fields : undefined
      if (fieldErrors) {
        form.state.setErrors(fieldErrors)
        focusFirst(fieldErrors)
      }
      // The fields and the summary already show these errors.
      if (!fieldErrors) setTrouble(troubleOf(error))
    }
  }
  const submit = form.state.onSubmit(
    (values) => {
      setTried(true)
      return save(values)
    },
    (errors) => {
      setTried(true)
      focusFirst(errors)
    },
  )
  return { submit, isSaved, trouble, clearTrouble: () => setTrouble(null), hasTried }
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof AppError)
    return {
      message: error.message,
      isStale: error.code === 'record.stale',
      isSignedOut: error.status === 401,
      requestId: error.requestId,
    }
  return {
    message: error instanceof Error ? error.message : 'Operation Failed!',
    isStale: false,
    isSignedOut: false,
    requestId: undefined,
  }
}

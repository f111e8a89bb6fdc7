import { Button, Loader } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { ErrorSummary } from '../../form/ErrorSummary.tsx'
import { FormContext, useFieldList } from '../../form/form-context.ts'
import { keepFocus } from '../../form/keep-focus.ts'
import { LeaveGuard } from '../../form/leave-guard.tsx'
import type { RecordForm, Values } from '../../form/record-form.ts'
import { TroubleAlert } from '../../form/TroubleAlert.tsx'
import { useSaving } from '../../form/use-saving.ts'
import { useTranslation } from '../../ui/words/translation.ts'

type Props = {
  form: RecordForm
  submit: string
  save: (values: Values) => Promise<unknown>
  isBusy: boolean
  onSaved: () => void
  /** The current record, after another user changed it (FORM-7). */
  reread?: () => Promise<Values>
  /** Beside the button, such as the ways to other steps. */
  ways?: ReactNode
  children: ReactNode
}
const unlocked = () => undefined

/** The fields of a step. Leaving asks before discarding input (FORM-1). */
export function StepForm({ form, submit, save, isBusy, onSaved, reread, ways, children }: Props) {
  const { t } = useTranslation()
  const { fields, register } = useFieldList()
  const [isDone, setDone] = useState(false)
  const saver = {
    isPending: isBusy,
    mutateAsync: async (values: Values) => {
      await save(values)
      setDone(true)
    },
  }
  const { submit: onSubmit, trouble, clearTrouble, hasTried } = useSaving(form, saver, undefined, fields)
  // Left once the guard knows of the save.
  const leave = useEffectEvent(onSaved)
  useEffect(() => {
    if (isDone) leave()
  }, [isDone])
  const reload = async () => {
    if (reread) form.rebase(await reread())
    clearTrouble()
  }
  return (
    <FormContext value={{ form, isDisabled: isBusy || isDone, lockOf: unlocked, register }}>
      <form className="setup-form" onSubmit={onSubmit} noValidate aria-busy={isBusy}>
        {trouble ? <TroubleAlert trouble={trouble} onReload={reread ? reload : undefined} /> : null}
        {hasTried ? <ErrorSummary fields={fields} errors={form.state.errors} /> : null}
        {children}
        <div className="wizard-bar setup-bar">
          {ways}
          <Button
            {...keepFocus}
            type="submit"
            disabled={isBusy || isDone}
            {...(isBusy ? { leftSection: <Loader size={16} /> } : {})}
          >
            {t(submit)}
          </Button>
        </div>
      </form>
      <LeaveGuard when={form.state.isDirty() && !isDone} />
    </FormContext>
  )
}

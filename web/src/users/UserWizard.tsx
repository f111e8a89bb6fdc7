import { Button, Loader } from '@mantine/core'
import { roles } from '@portal/contract/permissions.ts'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { toList } from '../api/list-address.ts'
import { ErrorSummary } from '../form/ErrorSummary.tsx'
import { FormContext, focusField, useFieldList } from '../form/form-context.ts'
import { keepFocus } from '../form/keep-focus.ts'
import { LockedNote } from '../form/LockedNote.tsx'
import { LeaveGuard } from '../form/leave-guard.tsx'
import type { FormMode, RecordForm, Values } from '../form/record-form.ts'
import { TroubleAlert } from '../form/TroubleAlert.tsx'
import { type Saver, useSaving } from '../form/use-saving.ts'
import { WizardSteps } from '../ui/wizard/WizardSteps.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { PermissionStep } from './PermissionStep.tsx'
import { ProfileStep } from './ProfileStep.tsx'
import { ReviewStep } from './ReviewStep.tsx'
import type { UserCompany } from './use-companies.ts'
import { stepOf, wizardSteps } from './user-form.ts'
import { usersPath } from './users.paths.ts'

type Props = {
  mode: FormMode
  form: RecordForm
  company: UserCompany
  isOwn: boolean
  /** Why this user cannot be changed (LIT-4). */
  locked: string | undefined
  step: number
  onStep: (step: number) => void
  saver: Saver
  lockOf: (name: string) => string | undefined
  /** The current record, after another user changed it (FORM-7). */
  reread?: () => Promise<Values>
}
const lastStep = wizardSteps.length - 1

/** The user wizard (USER-3): Next validates the step, Back keeps the input, the last step submits. */
export function UserWizard(props: Props) {
  const { mode, form, company, step, onStep } = props
  const { t } = useTranslation()
  const { fields, register } = useFieldList()
  const { submit, isSaved, trouble, clearTrouble, hasTried } = useSaving(form, props.saver, usersPath, fields)
  const isBusy = props.saver.isPending
  const isDirty = form.state.isDirty() && !isSaved
  const [isGated, setGated] = useState(false)
  const heading = useStepHeading(step)
  const next = () => {
    const faulty = props.locked ? {} : faultsOf(form, company, step)
    form.state.setErrors(faulty)
    setGated(Object.keys(faulty).length > 0)
    const [first] = fields.filter(({ name }) => faulty[name])
    if (Object.keys(faulty).length === 0) onStep(step + 1)
    else if (first) focusField(first.name)
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    if (step === lastStep) return submit(event)
    event.preventDefault()
    next()
  }
  const reread = async () => {
    if (props.reread) form.rebase(await props.reread())
    clearTrouble()
  }
  const isLocked = props.isOwn || form.state.values.role === String(roles.admin)
  return (
    <FormContext
      value={{
        form,
        isDisabled: props.locked !== undefined || isBusy || isSaved,
        lockOf: props.lockOf,
        register,
      }}
    >
      <form className="panel wizard" onSubmit={onSubmit} noValidate aria-busy={isBusy}>
        <WizardSteps steps={wizardSteps.map((one, at) => ({ ...one, isDone: at < step }))} step={step} />
        {props.locked ? <LockedNote reason={props.locked} /> : null}
        {trouble ? <TroubleAlert trouble={trouble} onReload={props.reread ? reread : undefined} /> : null}
        {hasTried || isGated ? <ErrorSummary fields={fields} errors={form.state.errors} /> : null}
        <h2 ref={heading} tabIndex={-1}>
          {t(wizardSteps[step]?.label ?? '')}
        </h2>
        {step === 0 ? <ProfileStep mode={mode} form={form} company={company} isOwn={props.isOwn} /> : null}
        {step === 1 ? <PermissionStep form={form} kind={company.kind} isLocked={isLocked} /> : null}
        {step === lastStep ? (
          <ReviewStep mode={mode} values={form.state.values} company={company} onStep={onStep} />
        ) : null}
        <WizardBar
          step={step}
          onStep={onStep}
          isBusy={isBusy}
          isSaved={isSaved}
          isLocked={props.locked !== undefined}
        />
      </form>
      <LeaveGuard when={isDirty} />
    </FormContext>
  )
}

/** The errors of this step only. */
function faultsOf(form: RecordForm, company: UserCompany, step: number): Record<string, string> {
  const { errors } = form.state.validate()
  const here = Object.entries(errors).filter(([name, error]) => typeof error === 'string' && stepOf(name) === step) as [
    string,
    string,
  ][]
  // Only users who see several companies must choose one, so the contract does not require it.
  if (step === 0 && !company.name) here.push(['company', 'field.required'])
  return Object.fromEntries(here)
}

/** Moves the focus to the heading of a new step. */
function useStepHeading(step: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [step])
  return heading
}

type BarProps = Pick<Props, 'step' | 'onStep'> & { isBusy: boolean; isSaved: boolean; isLocked: boolean }
function WizardBar({ step, onStep, isBusy, isSaved, isLocked }: BarProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <div className="wizard-bar">
      {step < lastStep ? (
        <Button {...keepFocus} variant="subtle" onClick={() => navigate(toList(usersPath))}>
          {t('Cancel')}
        </Button>
      ) : null}
      <span role="status">{isSaved ? t('Saved. Returning to the list…') : ''}</span>
      {step > 0 ? (
        <Button {...keepFocus} variant="default" disabled={isBusy || isSaved} onClick={() => onStep(step - 1)}>
          {t('Back')}
        </Button>
      ) : null}
      {step < lastStep ? (
        <Button {...keepFocus} key="next" type="submit">
          {t('Next')}
        </Button>
      ) : (
        <Button
          {...keepFocus}
          key="submit"
          type="submit"
          disabled={isBusy || isSaved || isLocked}
          {...(isBusy ? { leftSection: <Loader size={16} /> } : {})}
        >
          {t('Submit')}
        </Button>
      )}
    </div>
  )
}

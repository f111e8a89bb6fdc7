import './form.css'
import '../ui/trouble/panel.css'
import { Alert, Button, Loader } from '@mantine/core'
import { IconArrowLeft, IconDeviceFloppy, IconEye } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { toList } from '../api/list-address.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { EmptyFieldsToggle } from './EmptyFieldsToggle.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { FormHead, type FormHeadProps } from './FormHead.tsx'
import { FormContext, useFieldList } from './form-context.ts'
import { keepFocus } from './keep-focus.ts'
import { LockedNote } from './LockedNote.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import type { RecordForm, Values } from './record-form.ts'
import { SectionIndex } from './SectionIndex.tsx'
import { TroubleAlert } from './TroubleAlert.tsx'
import { type Saver, useSaving } from './use-saving.ts'

type Props = FormHeadProps & {
  form: RecordForm
  saver: Saver
  /** The button's text. By default, Save for a new record and Update for an existing one. */
  submit?: string
  /** Why this user cannot change a field, or not in this status. */
  lockOf?: (name: string) => string | undefined
  /** Why the record cannot be changed (LIT-4): all fields and the button are disabled, with this reason on top. */
  locked?: string | null | undefined
  /** One sentence on top of forms that often have locked fields. */
  lockNote?: string | undefined
  /** The current record, after another user changed it (FORM-7). */
  reread?: () => Promise<Values>
  /** Between the heading and the form, such as tabs or the head of a record's page. */
  intro?: ReactNode
  /** The page of a new record, offered as soon as it is saved (FORM-8). That of a changed one follows from `edit`. */
  recordPath?: string | undefined
  /** Stays visible beside the buttons, such as a total. */
  bar?: ReactNode
  children: ReactNode
}

const unlocked = () => undefined

/**
 * A form page with its mode, saving, errors, way back and leave guard. In view mode it is a page to read: the inputs
 * stay, disabled, drawn as text, and empty ones are folded away (UX-1, LIT-7).
 */
export function FormPage(props: Props) {
  const { mode, form, lockOf = unlocked } = props
  const { t } = useTranslation()
  const { fields, register } = useFieldList()
  const [isUnfolded, setUnfolded] = useState(false)
  const { submit, isSaved, trouble, clearTrouble, hasTried } = useSaving(form, props.saver, props.list?.path, fields)
  const isBusy = props.saver.isPending
  const isDirty = mode !== 'view' && form.state.isDirty() && !isSaved
  const reread = async () => {
    const both = props.reread ? form.rebase(await props.reread()) : {}
    const conflictOf = ([name, value]: [string, unknown]) => [
      name,
      t('Another user changed this to “{value}”. Saving keeps your value.', { value: String(value ?? '') }),
    ]
    form.state.setErrors(Object.fromEntries(Object.entries(both).map(conflictOf)))
    clearTrouble()
  }
  const isView = mode === 'view'
  const isDisabled = isView || Boolean(props.locked) || isBusy || isSaved
  return (
    <FormContext value={{ form, isDisabled, isView, lockOf, register }}>
      <FormHead {...props} />
      {props.intro}
      <form
        className="form-page"
        data-read={isView || undefined}
        data-folded={isView && !isUnfolded ? true : undefined}
        onSubmit={submit}
        noValidate
        aria-busy={isBusy}
      >
        <SectionIndex fields={fields} form={form} mode={mode} />
        <div className="form-column">
          {isView ? (
            <EmptyFieldsToggle fields={fields} form={form} isUnfolded={isUnfolded} onToggle={setUnfolded} />
          ) : props.locked ? (
            <LockedNote reason={props.locked} />
          ) : props.lockNote ? (
            <Alert color="gray">{t(props.lockNote)}</Alert>
          ) : null}
          {trouble ? <TroubleAlert trouble={trouble} onReload={props.reread ? reread : undefined} /> : null}
          {hasTried ? <ErrorSummary fields={fields} errors={form.state.errors} /> : null}
          {props.children}
          {isView ? null : <FormBar {...props} isBusy={isBusy} isSaved={isSaved} isDirty={isDirty} />}
        </div>
      </form>
      <LeaveGuard when={isDirty} />
    </FormContext>
  )
}

type BarProps = Props & { isBusy: boolean; isSaved: boolean; isDirty: boolean }

function FormBar(props: BarProps) {
  const { mode, bar, locked, isBusy, isSaved, isDirty } = props
  const { t } = useTranslation()
  return (
    <div className="panel form-bar">
      <span role="status">{isSaved ? t('Saved. Returning to the list…') : isDirty ? t('Unsaved changes') : ''}</span>
      {bar}
      <WayOut {...props} />
      <Button
        {...keepFocus}
        type="submit"
        disabled={isBusy || isSaved || Boolean(locked)}
        leftSection={isBusy ? <Loader size={16} /> : <IconDeviceFloppy size={16} aria-hidden />}
      >
        {t(props.submit ?? (mode === 'add' ? 'Save' : 'Update'))}
      </Button>
    </div>
  )
}

/** Before a save, Cancel. From the first moment after it, the ways to the record and to the list (FORM-8). */
function WayOut({ mode, form, list, edit, recordPath, isBusy, isSaved }: BarProps) {
  const { t } = useTranslation()
  const view = recordPath ?? (mode === 'edit' ? edit?.path.replace(/edit$/, 'view') : undefined)
  const navigate = useNavigate()
  if (isSaved && list)
    return (
      <>
        {view ? <LinkButton to={view} icon={IconEye} label="Open the record" /> : null}
        <LinkButton {...toList(list.path)} icon={IconArrowLeft} label="Go to the list" />
      </>
    )
  return (
    <Button
      {...keepFocus}
      variant="default"
      disabled={isBusy}
      onClick={() => (list ? navigate(toList(list.path)) : form.state.reset())}
    >
      {t('Cancel')}
    </Button>
  )
}

import './form.css'
import { Alert, Button, Group, Loader, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { useCurrentWords } from '../ui/trouble/offline.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { changedElsewhere } from './changed-elsewhere.ts'
import { FormContext, focusField, useFieldList } from './form-context.ts'
import { keepFocus } from './keep-focus.ts'
import { useLeaveGuard } from './leave-guard.tsx'
import { ReloadOffer } from './ReloadOffer.tsx'
import type { RecordForm, Values } from './record-form.ts'

type Props = {
  opened: boolean
  title: string
  form: RecordForm
  submit: string
  isBusy: boolean
  /** An error that belongs to no field. */
  error?: string | undefined
  /** Shown beside the error after another user's change: loads the current values (FORM-7). */
  onReload?: (() => void) | undefined
  /** The width, if the dialog holds a table. */
  size?: number
  /** What is cancelled, if the word has another form there. */
  cancelContext?: string
  /** The field to focus first. Without it, the first one. */
  first?: string
  /** Why a field cannot be changed here. */
  lockOf?: (name: string) => string | undefined
  onSubmit: (values: Values) => void
  onClose: () => void
  children: ReactNode
}

const unlocked = () => undefined

/** A short form in a dialog. Dismissing it asks before discarding input (FORM-10). Cancel does not ask. */
export function FormDialog(props: Props) {
  const { opened, title, form, isBusy, lockOf = unlocked, onClose } = props
  const { t } = useTranslation()
  const { fields, register } = useFieldList()
  const { isAsking, question, leaveBy } = useLeaveGuard(opened && !isBusy && form.state.isDirty())
  const onInvalid = (errors: Readonly<Record<string, unknown>>) => {
    const first = fields.find(({ name }) => errors[name])
    if (first) focusField(first.name)
  }
  return (
    <>
      <Dialog
        opened={opened}
        onClose={() => leaveBy(onClose)}
        title={t(title)}
        size={props.size ?? 440}
        closeOnEscape={!isAsking}
      >
        <FormContext value={{ form, isDisabled: isBusy, lockOf, register, first: props.first }}>
          <form onSubmit={form.state.onSubmit(props.onSubmit, onInvalid)} noValidate aria-busy={isBusy}>
            <Stack gap={12}>
              {props.children}
              {/* The refusal stands in the foot, so that it is in sight however long the dialog is. */}
              <Stack gap={12} className="dialog-foot">
                {props.error ? <Refusal error={props.error} onReload={props.onReload} /> : null}
                <Group gap={12} justify="flex-end">
                  <Button {...keepFocus} variant="default" onClick={onClose}>
                    {t('Cancel', props.cancelContext ? { context: props.cancelContext } : {})}
                  </Button>
                  <Button
                    {...keepFocus}
                    type="submit"
                    disabled={isBusy}
                    {...(isBusy ? { leftSection: <Loader size={16} /> } : {})}
                  >
                    {t(props.submit)}
                  </Button>
                </Group>
              </Stack>
            </Stack>
          </form>
        </FormContext>
      </Dialog>
      {question}
    </>
  )
}

function Refusal({ error, onReload }: Pick<Props, 'onReload'> & { error: string }) {
  const { t } = useTranslation()
  const words = useCurrentWords(error)
  return (
    <Alert color="bad" variant="outline" role="alert">
      {onReload ? t(changedElsewhere) : sentence(t, words)}
      {onReload ? <ReloadOffer onReload={onReload} /> : null}
    </Alert>
  )
}

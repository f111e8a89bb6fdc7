import './form.css'
import { Alert, Button, Group, Loader, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { sentence } from '../ui/sentence.ts'
import { useOpening } from '../ui/use-opening.ts'
import { FormContext, focusField } from './form-context.ts'
import { keepFocus } from './keep-focus.ts'
import type { RecordForm, Values } from './record-form.ts'
import { useFieldList } from './use-field-list.ts'

type Props = {
  opened: boolean
  title: string
  form: RecordForm
  submit: string
  isBusy: boolean
  /** A refusal that belongs to no field. */
  error?: string | undefined
  onSubmit: (values: Values) => void
  onClose: () => void
  children: ReactNode
}

const unlocked = () => undefined

/** A short form in a dialog. */
export function FormDialog({ opened, title, form, submit, isBusy, error, onSubmit, onClose, children }: Props) {
  const { t } = useTranslation()
  const { fields, register } = useFieldList()
  const onInvalid = (errors: Readonly<Record<string, unknown>>) => {
    const first = fields.find(({ name }) => errors[name])
    if (first) focusField(first.name)
  }
  return (
    <Modal opened={useOpening(opened)} onClose={onClose} title={t(title)} size={440}>
      <FormContext value={{ form, isDisabled: isBusy, lockOf: unlocked, register }}>
        <form onSubmit={form.state.onSubmit(onSubmit, onInvalid)} noValidate>
          <Stack gap={12}>
            {children}
            {error ? (
              <Alert color="bad" variant="outline" role="alert">
                {sentence(t, error)}
              </Alert>
            ) : null}
            <Group gap={12} justify="flex-end">
              <Button {...keepFocus} variant="default" onClick={onClose}>
                {t('Cancel')}
              </Button>
              <Button {...keepFocus} type="submit" disabled={isBusy} {...(isBusy ? { leftSection: <Loader size={16} /> } : {})}>
                {t(submit)}
              </Button>
            </Group>
          </Stack>
        </form>
      </FormContext>
    </Modal>
  )
}

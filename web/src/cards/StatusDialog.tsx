import { cardBulk, holdInput, releaseInput } from '@portal/contract/cards/card-bulk.ts'
import { z } from 'zod'
import { useAction } from '../api/use-action.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm } from '../form/record-form.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { type Chosen, ChosenText } from './chosen-cards.tsx'

/** A hold needs a reason, because the driver will ask for it. A release can have one. */
const schemas = {
  hold: z.object({ reason: holdInput.shape.reason }),
  release: z.object({ reason: releaseInput.shape.reason }),
}
const { TextField } = fieldsOf(schemas.hold)
const words = { hold: { title: 'Hold cards', submit: 'Hold' }, release: { title: 'Release cards', submit: 'Release' } }

type Props = { to: 'hold' | 'release'; opened: boolean; chosen: Chosen; onClose: () => void; onDone: () => void }

/** Holds or releases cards (CARD-17). */
export function StatusDialog({ to, opened, chosen, onClose, onDone }: Props) {
  const form = useRecordForm(schemas[to], { reason: '' })
  const { t } = useTranslation()
  const undoHold = useAction(cardBulk.release)
  const undoRelease = useAction(cardBulk.hold)
  const undoing = (ids: number[], run: () => void) => (ids.length > 0 ? { actions: [{ label: t('Undo'), run }] } : {})
  const hold = useAction(cardBulk.hold, {
    keepPlace: true,
    isShownInPlace: true,
    second: ({ undo_ids: ids, undo_event }) =>
      undoing(ids, () => undoHold.mutate({ body: { cardIds: ids, undo_event } })),
  })
  const release = useAction(cardBulk.release, {
    keepPlace: true,
    isShownInPlace: true,
    second: ({ undo_ids: ids, undo_event }) =>
      undoing(ids, () =>
        undoRelease.mutate({ body: { cardIds: ids, undo_event, reason: t('The release was undone') } }),
      ),
  })
  const action = to === 'hold' ? hold : release
  const close = () => {
    form.state.reset()
    action.reset()
    onClose()
  }
  const submit = (reason: string) => {
    const body = { ...chosen.body, reason }
    const onSuccess = () => {
      close()
      onDone()
    }
    return to === 'hold' ? hold.mutate({ body }, { onSuccess }) : release.mutate({ body }, { onSuccess })
  }
  return (
    <FormDialog
      opened={opened}
      title={words[to].title}
      form={form}
      submit={words[to].submit}
      isBusy={action.isPending}
      error={action.error?.message}
      onSubmit={({ reason }) => submit(String(reason ?? ''))}
      onClose={close}
    >
      <ChosenText chosen={chosen} />
      <TextField name="reason" label="Reason" isFirst />
    </FormDialog>
  )
}

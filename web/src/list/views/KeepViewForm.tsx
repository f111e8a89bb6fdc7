import { Button, Checkbox, TextInput } from '@mantine/core'
import { AppError } from '@portal/contract/errors.ts'
import type { KeptView } from '@portal/contract/views/list-settings.ts'
import { views } from '@portal/contract/views/views.ts'
import { type FormEvent, useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { sentence } from '../../ui/words/sentence.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import type { ListView } from '../use-list-view.ts'
import { keptOf } from './view-search.ts'

type Props = { view: ListView; kept: readonly KeptView[]; onDone: () => void }

/** Keeps what the list shows under a name. A name that is there already gets the new content. */
export function KeepViewForm({ view: { endpoint, query, columns, settings }, kept, onDone }: Props) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const create = useAction(views.create, { isShownInPlace: true })
  const update = useAction(views.update, { isShownInPlace: true })
  const error = create.error ?? update.error
  const same = kept.find((one) => one.is_shared === isShared && one.name.toLowerCase() === name.trim().toLowerCase())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const content = { ...keptOf(query), columns: columns.isArranged ? columns.chosen : null }
    const onSuccess = (made: KeptView) => {
      if (settings.layout.view?.id === made.id) settings.openWith(made)
      onDone()
    }
    if (same) update.mutate({ params: { id: same.id }, body: content }, { onSuccess })
    else create.mutate({ body: { ...content, list: endpoint.id, name, is_shared: isShared } }, { onSuccess })
  }
  return (
    <form onSubmit={submit} className="keep-view">
      <TextInput
        size="xs"
        label={t('Name of this preset')}
        value={name}
        maxLength={60}
        required
        error={error ? sentence(t, (error instanceof AppError && error.fields?.name) || error.message) : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {settings.mayShare ? (
        <Checkbox
          size="xs"
          label={t('For the whole company')}
          checked={isShared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      ) : null}
      <Button type="submit" size="xs" loading={create.isPending || update.isPending} disabled={name.trim() === ''}>
        {t(same ? 'Replace “{name}”' : 'Keep this preset', { name: same?.name ?? name })}
      </Button>
    </form>
  )
}

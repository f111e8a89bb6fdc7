import './views.css'
import { ActionIcon, Popover } from '@mantine/core'
import type { KeptView } from '@portal/contract/views/list-settings.ts'
import { views } from '@portal/contract/views/views.ts'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import { useAction } from '../../api/use-action.ts'
import type { MenuButton } from '../../ui/LazyMenu.tsx'
import { useTranslation } from '../../ui/words/translation.ts'
import type { ListView } from '../use-list-view.ts'
import { KeepViewForm } from './KeepViewForm.tsx'

type Props = { button: MenuButton; view: ListView }

/** The kept views of a list, the user's own and the company's (UX-6). */
export function ViewsMenu({ button, view }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(true)
  const query = { list: view.endpoint.id }
  const kept = useQuery({
    queryKey: queryKeyOf(views.list, query),
    queryFn: ({ signal }) => call(views.list, { query }, { signal }),
  }).data?.views
  const close = () => setOpen(false)
  const groups = [
    { title: 'My presets', found: kept?.filter(({ is_shared }) => !is_shared) ?? [] },
    { title: 'Company presets', found: kept?.filter(({ is_shared }) => is_shared) ?? [] },
  ]
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <button.type {...button.props} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Presets')} className="views-menu">
        {groups.map(({ title, found }) =>
          found.length === 0 ? null : (
            <section key={title} aria-label={t(title)}>
              <h2>{t(title)}</h2>
              <ul>
                {found.map((one) => (
                  <ViewRow key={one.id} kept={one} view={view} onOpen={close} />
                ))}
              </ul>
            </section>
          ),
        )}
        {kept?.length === 0 ? (
          <p className="views-none">{t('A preset keeps filters, order, columns and page size under a name.')}</p>
        ) : null}
        <KeepViewForm view={view} kept={kept ?? []} onDone={close} />
      </Popover.Dropdown>
    </Popover>
  )
}

const contentOf = ({ id: _, version: __, ...content }: KeptView) => content

type RowProps = { kept: KeptView; view: ListView; onOpen: () => void }
function ViewRow({ kept, view: { settings, openView }, onOpen }: RowProps) {
  const { t } = useTranslation()
  const { name } = kept
  const isDefault = settings.layout.view?.id === kept.id
  const again = useAction(views.create)
  const undo = async () => {
    const made = await again.mutateAsync({ body: contentOf(kept) }).catch(() => null)
    if (made && isDefault) await settings.openWith(made)
  }
  const remove = useAction(views.remove, { second: () => ({ actions: [{ label: t('Undo'), run: undo }] }) })
  return (
    <li>
      <button
        type="button"
        className="view-name"
        onClick={() => {
          openView(kept)
          onOpen()
        }}
      >
        {name}
      </button>
      <ActionIcon
        variant="subtle"
        color="plain"
        aria-pressed={isDefault}
        aria-label={t('Open this list with “{name}”', { name })}
        title={t('Open this list with “{name}”', { name })}
        onClick={() => settings.openWith(isDefault ? null : kept)}
      >
        <span aria-hidden>{isDefault ? '★' : '☆'}</span>
      </ActionIcon>
      {settings.mayShare || !kept.is_shared ? (
        <ActionIcon
          variant="subtle"
          color="plain"
          className="danger-icon"
          loading={remove.isPending}
          aria-label={t('Remove the preset “{name}”', { name })}
          title={t('Remove the preset “{name}”', { name })}
          onClick={() =>
            remove.mutate({ params: { id: kept.id } }, { onSuccess: () => isDefault && settings.forgetView() })
          }
        >
          <IconTrash size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      ) : null}
    </li>
  )
}

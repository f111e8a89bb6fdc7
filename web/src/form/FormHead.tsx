import './form.css'
import { Button } from '@mantine/core'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { IconArrowLeft, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toList } from '../api/list-address.ts'
import { useCan } from '../api/session.ts'
import { Heading } from '../ui/Heading.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import type { FormMode } from './record-form.ts'

export type EditPage = { endpoint: Pick<Endpoint, 'can'>; path: string }
export type FormHeadProps = {
  title: string
  subject?: string | undefined
  badge?: ReactNode
  mode: FormMode
  /** The list to return to. Without it, such as on the profile, the form stays open. */
  list?: { label: string; path: string }
  /** Other actions on the record, beside its name. */
  actions?: ReactNode
  /** Editing has a page of its own, or opens over this one. */
  edit?: EditPage | { endpoint: Pick<Endpoint, 'can'>; onOpen: () => void }
}

export function FormHead({ title, subject, badge, list, mode, edit, actions }: FormHeadProps) {
  const { t } = useTranslation()
  const can = useCan()
  return (
    <div className="page-head">
      <div className="form-title">
        <Heading title={subject}>{t(title)}</Heading>
        {subject ? <span className="form-subject">{subject}</span> : null}
        {badge}
      </div>
      <div className="page-actions">
        {actions}
        {list ? <LinkButton {...toList(list.path)} icon={IconArrowLeft} label={list.label} /> : null}
        {mode === 'view' && edit && can(edit.endpoint) ? (
          'path' in edit ? (
            <LinkButton to={edit.path} icon={IconPencil} label="Edit" variant="filled" />
          ) : (
            <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={edit.onOpen}>
              {t('Edit')}
            </Button>
          )
        ) : null}
      </div>
    </div>
  )
}

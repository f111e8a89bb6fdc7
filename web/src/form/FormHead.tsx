import './form.css'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { IconArrowLeft, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { toList } from '../api/list-address.ts'
import { useCan } from '../api/session.ts'
import { Heading } from '../ui/Heading.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import type { FormMode } from './record-form.ts'

export type FormHeadProps = {
  title: string
  subject?: string | undefined
  badge?: ReactNode
  mode: FormMode
  /** The list to return to. Without it, such as on the profile, the form stays open. */
  list?: { label: string; path: string }
  /** Other actions on the record, beside its name. */
  actions?: ReactNode
  edit?: { endpoint: Pick<Endpoint, 'can'>; path: string }
}

/** `last` stands at the end, such as an Edit that opens a dialog. */
export function FormHead(props: FormHeadProps & { last?: ReactNode }) {
  const { title, subject, badge, list, mode, edit, actions, last } = props
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
          <LinkButton to={edit.path} icon={IconPencil} label="Edit" variant="filled" />
        ) : null}
        {last}
      </div>
    </div>
  )
}

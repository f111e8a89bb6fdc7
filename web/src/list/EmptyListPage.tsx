import './list.css'
import '../ui/trouble/panel.css'
import { IconListSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Heading } from '../ui/Heading.tsx'
import { MessagePanel } from '../ui/trouble/MessagePanel.tsx'
import { useTranslation } from '../ui/words/translation.ts'

type Props = { title: string; text: string; children?: ReactNode }
/** A list without data (DASH-2). It says so and makes no calls; at most it has links to other pages. */
export function EmptyListPage({ title, text, children }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <div className="page-head">
        <Heading>{t(title)}</Heading>
        {children ? <div className="page-actions">{children}</div> : null}
      </div>
      <div className="panel list-panel">
        <MessagePanel icon={IconListSearch} title={t(text)} />
        <div className="list-footer">
          <span>
            {t('Showing record {first} to {last} of {totalRecords} records', { first: 0, last: 0, totalRecords: '0' })}
          </span>
        </div>
      </div>
    </>
  )
}

import './list.css'
import '../ui/trouble/panel.css'
import { IconListSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Heading } from '../ui/Heading.tsx'
import { MessagePanel } from '../ui/trouble/MessagePanel.tsx'

/** A list without data (DASH-2). It says so, has no actions and makes no calls. */
export function EmptyListPage({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation()
  return (
    <>
      <div className="page-head">
        <Heading>{t(title)}</Heading>
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

import './record-tabs.css'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

export type RecordTab = { label: string; path: string; search?: Record<string, unknown> }

/** Without it, a list would count as open on pages whose address is under it. */
const own = { exact: true, includeSearch: false } as const

/** Lists that belong together, under one heading (UX-2). */
export function RecordTabs({ label, tabs }: { label: string; tabs: readonly RecordTab[] }) {
  const { t } = useTranslation()
  return (
    <nav className="record-tabs" aria-label={t(label)}>
      {tabs.map(({ label: word, path, search }) => (
        <Link key={path} to={path} {...(search ? { search: search as never } : {})} activeOptions={own}>
          {t(word)}
        </Link>
      ))}
    </nav>
  )
}

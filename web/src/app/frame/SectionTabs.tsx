import './section-tabs.css'
import { Link, useLocation } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { TodoCount } from '../../todo/TodoCount.tsx'
import { useTranslation } from '../../ui/words/translation.ts'
import { mayOpen } from '../pages.ts'
import { currentTab, sections } from './section-tabs.ts'

/** On a phone, the tabs scroll sideways. */
const showTab = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** The tabs of the section that the page belongs to, above its heading (LIT-10). */
export function SectionTabs() {
  const { t } = useTranslation()
  const session = useSession()
  const { pathname, search } = useLocation()
  const section = sections.find(({ tabs }) => currentTab(tabs, pathname, search))
  const tabs = section?.tabs.filter(({ path, needs }) => mayOpen(session, path) && (!needs || mayOpen(session, needs)))
  if (!section || !tabs || tabs.length < 2) return null
  const current = currentTab(tabs, pathname, search)
  return (
    <nav className="section-tabs" aria-label={t('Pages of {section}', { section: t(section.label) })}>
      {tabs.map((tab) => (
        <span key={tab.label} {...(tab === current ? { 'data-current': true, ref: showTab } : {})}>
          <Link
            to={tab.path}
            search={(tab.filter ? { filter: [tab.filter] } : {}) as never}
            activeProps={{}}
            {...(tab === current ? { 'aria-current': 'page' } : {})}
          >
            {t(tab.label, { context: section.label.toLowerCase() })}
          </Link>
          {tab.todo ? <TodoCount of={tab.todo} /> : null}
        </span>
      ))}
    </nav>
  )
}

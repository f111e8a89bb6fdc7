import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { linkTo, todoItems } from '../../todo/todo-items.ts'
import { countOf, countText, useTodo } from '../../todo/use-todo.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { currentOf, type MenuItem, menuOf } from './menu.ts'

export function MenuLinks({ className }: { className: string }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const session = useSession()
  return (
    <nav className={className} aria-label={t('Main menu')}>
      {menuOf(session).map((item) => (
        <span key={item.menu}>
          <Link to={item.path} aria-current={currentOf(item, pathname)} activeProps={{}}>
            {t(item.label, { context: 'list' })}
          </Link>
          <FirstOpen of={item.todo} />
        </span>
      ))}
    </nav>
  )
}

/**
 * The count of the first kind of work that has some, so that its number leads to exactly those. A button, because the
 * menu's links are its items (NAV-1).
 */
function FirstOpen({ of: keys = [] }: { of: MenuItem['todo'] }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const counts = useTodo()
  const first = keys.find((key) => countOf(counts, key) > 0)
  if (!first) return null
  const count = countText(countOf(counts, first))
  const name = t('{name}: {value}', { name: t(todoItems[first].label), value: count })
  return (
    <button type="button" className="todo-count" aria-label={name} title={name} onClick={() => navigate(linkTo(first))}>
      <span>{count}</span>
    </button>
  )
}

import './todo.css'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../ui/words/translation.ts'
import { labelOf, linkTo, todoKeys } from './todo-items.ts'
import { countOf, countText, useTodo } from './use-todo.ts'

/** The day's open work, each number leading to exactly those records (UX-2). Only what the user can do is shown. */
export function TodoStrip() {
  const { t } = useTranslation()
  const counts = useTodo()
  const theirs = todoKeys.filter((key) => counts && counts[key] !== null)
  const open = theirs.filter((key) => countOf(counts, key) > 0)
  if (theirs.length === 0) return null
  return (
    <nav className="panel todo-strip" aria-label={t('To do')}>
      {open.length === 0 ? <p>{t('Nothing to do right now.')}</p> : null}
      {open.map((key) => (
        <Link key={key} {...linkTo(key)}>
          <strong>{countText(countOf(counts, key))}</strong> {t(labelOf(key, countOf(counts, key)))}
        </Link>
      ))}
    </nav>
  )
}

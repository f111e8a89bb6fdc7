import { type Module, modules } from '@portal/contract/permissions.ts'
import { moduleWords } from '@portal/contract/users/users-words.data.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** The modules with their levels, in rows of three (USER-2). */
export function LevelList({ wordOf }: { wordOf: (module: Module) => string }) {
  const { t } = useTranslation()
  return (
    <dl className="user-facts user-levels">
      {modules.map((module) => (
        <div key={module} data-none={wordOf(module) === 'No Access' || undefined}>
          <dt>{t(moduleWords[module])}</dt>
          <dd>{t(wordOf(module))}</dd>
        </div>
      ))}
    </dl>
  )
}

import { type Action, actions, type CompanyKind, screenNames, screens } from '@portal/contract/permissions.ts'
import type { Values } from '../form/record-form.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { grantsOfValues } from './user-form.ts'

const actionWords: Record<Action, string> = {
  create: 'add',
  read: 'view',
  update: 'change',
  delete: 'delete',
  download: 'download',
}
const inOrder = actions.toSorted((one, other) => Number(other === 'read') - Number(one === 'read'))

/** The screens that the levels above open, by the table that the server enforces (PERM-6). */
export function OpenedScreens({ values, kind }: { values: Values; kind: CompanyKind }) {
  const { t } = useTranslation()
  const grants = grantsOfValues(values, kind)
  const opened = screenNames.filter((screen) => grants[screen].read)
  return (
    <section className="opened-screens" aria-live="polite">
      <h3>{t('Screens this user can open')}</h3>
      {opened.length === 0 ? <p className="wizard-note">{t('Only their own profile.')}</p> : null}
      <ul>
        {opened.map((screen) => (
          <li key={screen}>
            <strong>{t(screens[screen].name)}</strong>{' '}
            {inOrder
              .filter((action) => grants[screen][action])
              .map((action) => t(actionWords[action]))
              .join(', ')}
          </li>
        ))}
      </ul>
    </section>
  )
}

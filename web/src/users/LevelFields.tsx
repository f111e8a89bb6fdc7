import { type CompanyKind, levels, type Module, modules, screens } from '@portal/contract/permissions.ts'
import { moduleWords } from '@portal/contract/users/users-words.data.ts'
import { SelectField } from '../form/fields/SelectField.tsx'
import type { RecordForm } from '../form/record-form.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { isMoneyCode, levelOptions, screensOfModule } from './user-form.ts'

export type LevelProps = { form: RecordForm; kind: CompanyKind }
/** One dropdown per module (USER-4), with what it opens. */
export function LevelFields({ form, kind }: LevelProps) {
  const { t } = useTranslation()
  const hintOf = (module: Module): string => {
    if (isMoneyCode(module)) return t('No screen uses money codes yet.')
    const level = form.state.values[module]
    const names = screensOfModule(module, level, kind).map((screen) => t(screens[screen].name))
    const opened = { screens: names.join(', ') }
    return level === String(levels.none) ? t('With access, opens {screens}', opened) : t('Opens {screens}', opened)
  }
  return modules.map((module) => (
    <SelectField key={module} name={module} label={moduleWords[module]} options={levelOptions} hint={hintOf(module)} />
  ))
}

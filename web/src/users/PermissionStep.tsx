import { Button } from '@mantine/core'
import { type CompanyKind, levels, type Module, modules, roles, screens } from '@portal/contract/permissions.ts'
import { levelWords, moduleWords } from '@portal/contract/users/users.ts'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../form/fields/SelectField.tsx'
import type { RecordForm } from '../form/record-form.ts'
import { OpenedScreens } from './OpenedScreens.tsx'
import { isMoneyCode, screensOfModule } from './user-form.ts'

const options = Object.values(levels).map((level) => ({ value: String(level), label: levelWords[level] }))

type FieldsProps = { form: RecordForm; kind: CompanyKind }
/** One dropdown per module (USER-4), with what it opens. */
export function LevelFields({ form, kind }: FieldsProps) {
  const { t } = useTranslation()
  const hintOf = (module: Module): string => {
    if (isMoneyCode(module)) return t('No screen uses money codes yet.')
    const level = form.state.values[module]
    const names = screensOfModule(module, level, kind).map((screen) => t(screens[screen].name))
    const opened = { screens: names.join(', ') }
    return level === String(levels.none) ? t('With access, opens {screens}', opened) : t('Opens {screens}', opened)
  }
  return modules.map((module) => (
    <SelectField key={module} name={module} label={moduleWords[module]} options={options} hint={hintOf(module)} />
  ))
}

export function AdminNote({ form }: { form: RecordForm }) {
  const { t } = useTranslation()
  const isAdmin = form.state.values.role === String(roles.admin)
  return isAdmin ? <p className="wizard-note">{t('An Admin has all of the company’s permissions.')}</p> : null
}

/** Step 2: the levels, and the screens that they open. */
export function PermissionStep({ form, kind, isLocked }: FieldsProps & { isLocked: boolean }) {
  const { t } = useTranslation()
  const setAll = (level: string) => {
    for (const module of modules) form.change(module, level)
  }
  return (
    <>
      <AdminNote form={form} />
      {isLocked ? null : (
        <fieldset className="set-all" aria-label={t('Set all')}>
          <span>{t('Set all')}</span>
          {options.map(({ value, label }) => (
            <Button key={value} size="compact-sm" variant="default" onClick={() => setAll(value)}>
              {t(label)}
            </Button>
          ))}
        </fieldset>
      )}
      <div className="form-grid">
        <LevelFields form={form} kind={kind} />
      </div>
      <OpenedScreens values={form.state.values} kind={kind} />
    </>
  )
}

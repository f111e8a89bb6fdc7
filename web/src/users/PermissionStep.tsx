import { Button } from '@mantine/core'
import { modules } from '@portal/contract/permissions.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { AdminNote } from './AdminNote.tsx'
import { LevelFields, type LevelProps } from './LevelFields.tsx'
import { OpenedScreens } from './OpenedScreens.tsx'
import { levelOptions } from './user-form.ts'

/** Step 2: the levels, and the screens that they open. */
export function PermissionStep({ form, kind, isLocked }: LevelProps & { isLocked: boolean }) {
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
          {levelOptions.map(({ value, label }) => (
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

import { Button } from '@mantine/core'
import type { Level, Role } from '@portal/contract/permissions.ts'
import { levelWords, roleWords } from '@portal/contract/users/users-words.data.ts'
import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { FormMode, Values } from '../form/record-form.ts'
import { usePlaces } from '../pickers/use-places.ts'
import { Fact } from '../ui/record/Fact.tsx'
import { nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { LevelList } from './LevelList.tsx'
import { OpenedScreens } from './OpenedScreens.tsx'
import type { UserCompany } from './use-companies.ts'

/** The same length for every password, so it does not reveal the real one. */
const mask = '••••••••••••'
function passwordText(mode: FormMode, { invite, password }: Values): string {
  if (invite) return 'Chosen by the user, with a link'
  return mode === 'edit' && !password ? 'Unchanged' : mask
}

type Props = { mode: FormMode; values: Values; company: UserCompany; onStep: (step: number) => void }

/** Step 3 (USER-3). */
export function ReviewStep({ mode, values, company, onStep }: Props) {
  const { t } = useTranslation()
  const { country, province, city } = values as Record<string, string | null>
  const places = usePlaces(country ?? null, province ?? null)
  const placeText = (level: keyof typeof places, key: string | null | undefined) => {
    const found = places[level].options?.find((option) => option.key === key)
    return key ? t(found?.value ?? key) : nothing
  }
  const text = (name: string) => String(values[name] || nothing)
  return (
    <>
      <Block title={t('Profile')} onEdit={() => onStep(0)}>
        <dl className="user-facts">
          <Fact name={t('Name')}>{`${text('first_name')} ${text('last_name')}`}</Fact>
          <Fact name={t('Phone')}>{text('phone')}</Fact>
          <Fact name={t('Email')}>{text('email')}</Fact>
          <Fact name={t('Password')}>{t(passwordText(mode, values))}</Fact>
          <Fact name={t('Roles')}>{t(roleWords[Number(values.role) as Role] ?? nothing)}</Fact>
          <Fact name={t('Company')}>{company.name ?? nothing}</Fact>
          <Fact name={t('City')}>{placeText('city', city)}</Fact>
          <Fact name={t('Country')}>{placeText('country', country)}</Fact>
          <Fact name={t('Province')}>{placeText('state', province)}</Fact>
          <Fact name={t('Status')}>{t(values.is_active === false ? 'Inactive' : 'Active')}</Fact>
        </dl>
      </Block>
      <Block title={t('Permission')} onEdit={() => onStep(1)}>
        <LevelList wordOf={(module) => levelWords[Number(values[module]) as Level] ?? nothing} />
        <OpenedScreens values={values} kind={company.kind} />
      </Block>
    </>
  )
}

function Block({ title, onEdit, children }: { title: string; onEdit: () => void; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <section className="review-block" aria-label={title}>
      <div className="review-head">
        <h3>{title}</h3>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPencil size={14} aria-hidden />}
          aria-label={t('Edit {record}', { record: title })}
          onClick={onEdit}
        >
          {t('Edit')}
        </Button>
      </div>
      {children}
    </section>
  )
}

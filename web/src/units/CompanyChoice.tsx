import { CompanySelect } from '../pickers/CompanySelect.tsx'
import { useTranslation } from '../ui/words/translation.ts'

type Props = { value: number | null; onChange: (company: { id: number; name: string } | null) => void }
export function CompanyChoice({ value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <CompanySelect
      value={value}
      onChange={onChange}
      aria-label={t('Customer')}
      placeholder={t('Choose a customer')}
      w={280}
      maw="100%"
    />
  )
}

import { useTranslation } from 'react-i18next'
import { CompanySelect } from '../pickers/CompanySelect.tsx'

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

import { roles } from '@portal/contract/permissions.ts'
import { useTranslation } from 'react-i18next'
import type { RecordForm } from '../form/record-form.ts'

export function AdminNote({ form }: { form: RecordForm }) {
  const { t } = useTranslation()
  const isAdmin = form.state.values.role === String(roles.admin)
  return isAdmin ? <p className="wizard-note">{t('An Admin has all of the company’s permissions.')}</p> : null
}

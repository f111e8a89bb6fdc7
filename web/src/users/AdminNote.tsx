import { roles } from '@portal/contract/permissions.ts'
import type { RecordForm } from '../form/record-form.ts'
import { useTranslation } from '../ui/words/translation.ts'

export function AdminNote({ form }: { form: RecordForm }) {
  const { t } = useTranslation()
  const isAdmin = form.state.values.role === String(roles.admin)
  return isAdmin ? <p className="wizard-note">{t('An Admin has all of the company’s permissions.')}</p> : null
}

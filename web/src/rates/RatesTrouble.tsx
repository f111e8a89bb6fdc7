import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { MessagePanel } from '../ui/MessagePanel.tsx'
import { BackToRates } from './BackToRates.tsx'

/** What stands where a page of the rates cannot be shown. */
export function RatesTrouble({ error }: { error: Error }) {
  const { t } = useTranslation()
  return (
    <MessagePanel heading icon={IconAlertTriangle} title={t('Error while performing operation. Please refresh your browser')} text={t(error.message)}>
      <BackToRates />
    </MessagePanel>
  )
}

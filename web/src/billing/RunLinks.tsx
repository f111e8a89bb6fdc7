import { Button } from '@mantine/core'
import { billing } from '@portal/contract/billing/billing-settings.ts'
import { IconArrowLeft, IconPlayerPlay, IconSettings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { toList } from '../api/list-address.ts'
import { useCan } from '../api/session.ts'
import { invoicesPath } from '../invoices/invoices.paths.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { settingsPath } from './billing.paths.ts'

/** Links from the runs to the invoices, the settings and a new run. */
export function RunLinks({ onNew }: { onNew: () => void }) {
  const { t } = useTranslation()
  const can = useCan()
  return (
    <>
      <LinkButton {...toList(invoicesPath)} icon={IconArrowLeft} label="Back to Invoices" />
      {can(billing.change) ? <LinkButton to={settingsPath} icon={IconSettings} label="Billing Settings" /> : null}
      <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={onNew}>
        {t('New billing run')}
      </Button>
    </>
  )
}

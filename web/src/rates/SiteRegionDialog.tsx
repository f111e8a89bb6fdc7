import { Text } from '@mantine/core'
import { dailyRates, type Site, siteRegionInput } from '@portal/contract/rates/daily-rates.ts'
import { z } from 'zod'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm } from '../form/record-form.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { siteName } from './site-prices.ts'

/** None is a choice of its own and is stored. */
const none = 'none'
const choice = z.object({ tax_region: z.string() })
const { SelectField } = fieldsOf(choice)

export function SiteRegionDialog({ site, opened, onClose }: { site: Site; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const isKnown = site.tax_region !== null && site.regions.includes(site.tax_region)
  const form = useRecordForm(choice, { tax_region: isKnown ? site.tax_region : none })
  const change = useAction(dailyRates.setRegion, { keepPlace: true })
  const wiring = useDialogSubmit(
    form,
    ({ tax_region }) =>
      change.mutateAsync({
        params: { id: site.site_id },
        body: siteRegionInput.parse({ tax_region: tax_region === none ? null : tax_region }),
      }),
    onClose,
  )
  return (
    <FormDialog
      {...wiring}
      opened={opened}
      title="Change tax region"
      submit="Save"
      isBusy={change.isPending}
      first="tax_region"
    >
      <Text size="sm">
        {site.provider} {siteName(site)}
        {' · '}
        {[site.city, site.province].filter(Boolean).join(', ')}
      </Text>
      <SelectField name="tax_region" label="Tax region" options={[{ value: none, label: 'None' }, ...site.regions]} />
      <Text size="sm" c="dimmed">
        {t(
          'This applies to new transactions. Booked transactions keep their prices. Later files do not change the region.',
        )}
      </Text>
    </FormDialog>
  )
}

import { Text } from '@mantine/core'
import { siteZones } from '@portal/contract/lookups/time-zones.data.ts'
import { dailyRates, type Site, siteZoneInput } from '@portal/contract/rates/daily-rates.ts'
import { z } from 'zod'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm } from '../form/record-form.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { siteName } from './site-prices.ts'

const byCity = 'city'
const choice = z.object({ time_zone: z.string() })
const { SelectField } = fieldsOf(choice)

/** Sets a site's time zone, or lets it follow from the city again (TXN-21). */
export function SiteZoneDialog({ site, opened, onClose }: { site: Site; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useRecordForm(choice, { time_zone: site.is_zone_set ? (site.time_zone ?? byCity) : byCity })
  const change = useAction(dailyRates.setZone, { keepPlace: true })
  const wiring = useDialogSubmit(
    form,
    ({ time_zone }) =>
      change.mutateAsync({
        params: { id: site.site_id },
        body: siteZoneInput.parse({ time_zone: time_zone === byCity ? null : time_zone }),
      }),
    onClose,
  )
  return (
    <FormDialog
      {...wiring}
      opened={opened}
      title="Change time zone"
      submit="Save"
      isBusy={change.isPending}
      first="time_zone"
    >
      <Text size="sm">
        {site.provider} {siteName(site)}
        {' · '}
        {[site.city, site.province].filter(Boolean).join(', ')}
      </Text>
      <SelectField
        name="time_zone"
        label="Time zone"
        searchable
        options={[{ value: byCity, label: 'By city and province' }, ...siteZones]}
      />
      <Text size="sm" c="dimmed">
        {t(
          'The time zone decides who held a card at a purchase. This applies to new transactions. Later files do not change a time zone set here.',
        )}
      </Text>
    </FormDialog>
  )
}
